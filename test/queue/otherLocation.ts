import { waitFor } from '../../runtime/polling';
import { byId } from '../support/e2e/platformParameters';
import { print } from '../support/print';
import type { SignedEvent } from '../support/queue/signedSender';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { LOCATION } from '../support/harness';
import type { Harness } from './harness';

const EVENT = 'Swapped';
const DONE = 'Done';
const OTHER = 'loc-summit';

/** A run on a worker lasts so long before it writes static data; seconds. */
const RUN_SECONDS = 4;

/** The credential decides whose events run, in every process; what others write into static data does not. */
export function otherLocation(harness: () => Harness): void {
	it('the credential is connected to another location during a run, beside a Slot Trigger: its events run, at both processors', async () => {
		const { api, use, executions, sandbox, sender, webhookProcessors } = harness();
		const data = { platformUrl: sandbox.url, accessToken: 'pit-harbor', locationId: LOCATION };
		const token = await api.createCredential({ name: 'swapped', type: 'platformTokenApi', data });
		const parameters = { registration: 'automatic', authentication: 'accessToken', events: [], additionalEvents: [EVENT] };
		const trigger = platformTrigger(parameters, { ...use('platformWebhookApi'), platformTokenApi: { id: token.id, name: token.name } });
		const write = `$getWorkflowStaticData('global').last = Date.now(); return $input.all();`;
		const slots = {
			pollTimes: { item: Array.from({ length: 15 }, (_, n) => ({ mode: 'custom', cronExpression: `${n * 4} * * * * *` })) },
			authentication: 'accessToken',
			calendars: { values: [{ calendarId: byId('cal-checkup') }] },
		};
		const slotTrigger = {
			...{ name: 'Slots', type: trigger.type.replace('platformTrigger', 'slotTrigger'), parameters: slots },
			credentials: use('platformTokenApi'),
		};
		const draft = workflow('Swapped', [
			trigger,
			builtIn('wait', 'Hold', { amount: RUN_SECONDS, unit: 'seconds' }, { typeVersion: 1.1 }),
			builtIn('code', 'Write', { jsCode: write }, { typeVersion: 2 }),
			builtIn('noOp', DONE),
		]);
		draft.nodes.push({ ...draft.nodes[0], id: 'slots', webhookId: undefined, ...slotTrigger });
		const { id, path } = await publish(api, draft);

		const event = (locationId: string): SignedEvent => sender.event(EVENT, { locationId });
		const statusOf = async (processor: number, sent: SignedEvent) =>
			(await sender.send(`${webhookProcessors[processor].url}${path}`, sent)).status;
		const first = event(LOCATION);
		await statusOf(0, first);
		await waitFor('the run on a worker', async () => (await executions.statuses(id)).running === 1);
		await api.updateCredential(token.id, { ...data, accessToken: 'pit-summit', locationId: OTHER });
		await api.deactivate(id);
		await api.activate(id);
		await executions.settled(id);
		const [own, old] = [[event(OTHER), event(OTHER)], [event(LOCATION), event(LOCATION)]];
		const statuses = [];
		for (const [n, sent] of [...own, ...old].entries()) statuses.push(await statusOf(n % 2, sent));
		await executions.settled(id);
		await api.deactivate(id);
		const runs = await executions.perEvent(id, DONE);
		const countOf = (events: SignedEvent[]) => events.map((sent) => runs.get(sent.id) ?? 0);
		print(`another location during a run: its events ran ${countOf(own).join(' and ')} times, the old one's ${countOf(old).join(' and ')}`);
		expect(statuses).toEqual([200, 200, 200, 200]);
		expect(countOf([first])).toEqual([1]);
		expect([countOf(own), countOf(old)]).toEqual([[1, 1], [0, 0]]);
	}, 120_000);
}
