import { waitFor } from '../../runtime/polling';
import { print } from '../support/print';
import { builtIn, platformTrigger, publish, workflow, type PublishedWorkflow } from '../support/queue/workflows';
import { processorOf, type Harness } from './harness';
import { LOCATION } from '../support/harness';

const DONE = 'Done';

const EVENTS = 100;
const COPIES = 4;
const IN_FLIGHT = 40;

/** Under way while the processor is killed; further ones come while it is away and after its return. */
const OPEN_AT_KILL = 20;
const LATER = 20;

/** One path, one webhook processor: nginx as shipped, the platform as sender. */
export function routing(harness: () => Harness): void {
	describe('one path, one webhook processor', () => {
		let published: PublishedWorkflow;

		beforeAll(async () => {
			const { api, use } = harness();
			const events = ['FormSubmitted'];
			const parameters = { registration: 'automatic', authentication: 'accessToken', events };
			const trigger = platformTrigger(parameters, use('platformWebhookApi', 'platformTokenApi'));
			published = await publish(api, workflow('Routing', [trigger, builtIn('noOp', DONE)]));
		}, 60_000);

		it(`${EVENTS} events, each delivered ${COPIES} times at once: ${EVENTS} executions`, async () => {
			const { sandbox, executions } = harness();
			sandbox.control.setDelivery({ copies: COPIES, maxInFlight: IN_FLIGHT });
			const ids = emit(harness(), EVENTS);
			await sandbox.control.deliveriesSettled();
			sandbox.control.setDelivery({ copies: 1 });

			const runs = await runsOf(harness(), published, ids);
			print(`one path: ${EVENTS * COPIES} deliveries, at most ${IN_FLIGHT} at once: ${runs.size} events ran, ${twice(runs)} of them twice`);
			expect(new Set(runs.keys())).toEqual(ids);
			expect(await executions.count(published.id)).toBe(EVENTS);
		}, 120_000);

		it('its processor is killed amid deliveries and comes back: nothing lost, nothing left to the platform', async () => {
			const { sandbox, webhookProcessors } = harness();
			const { control } = sandbox;
			const serving = (await processorOf(harness(), published))!;
			// The other one has had no traffic since it was not ready.
			await webhookProcessors.find((each) => each !== serving)!.restart();
			control.setDelivery({ maxInFlight: IN_FLIGHT, timeoutMs: 30_000 });
			const ids = emit(harness(), OPEN_AT_KILL);
			const open = () => control.deliveries().filter(({ state }) => state === 'pending').length;
			await waitFor('deliveries that are open', () => open() >= OPEN_AT_KILL / 2, { intervalMs: 1 });
			await serving.kill();
			emit(harness(), LATER).forEach((id) => ids.add(id));
			await serving.restart();
			await waitFor('the path to come back', async () => (await processorOf(harness(), published)) === serving);
			emit(harness(), LATER).forEach((id) => ids.add(id));
			await control.deliveriesSettled();

			const deliveries = control.deliveries().filter(({ webhookEventId }) => ids.has(webhookEventId));
			const retried = deliveries.flatMap(({ attempts }) => attempts.slice(0, -1).map(({ status }) => status ?? 'none'));
			const runs = await runsOf(harness(), published, ids);
			print(`processor killed amid ${ids.size} deliveries: ${ids.size - runs.size} events lost, ${twice(runs)} ran twice; the platform's retry was needed after [${retried.join()}]`);
			expect(new Set(runs.keys())).toEqual(ids);
			expect(retried).toEqual([]);
			// At worst the dead one had queued it, and nobody knew.
			expect(twice(runs)).toBeLessThanOrEqual(OPEN_AT_KILL);
		}, 180_000);
	});
}

/** How many events ran more than once. */
const twice = (runs: ReadonlyMap<string, number>) => [...runs.values()].filter((count) => count > 1).length;

/** @returns the ids of the events */
function emit({ sandbox }: Harness, count: number): Set<string> {
	const form = { type: 'FormSubmitted', locationId: LOCATION, formId: 'form-load' };
	return new Set(Array.from({ length: count }, () => sandbox.control.emit(form).webhookEventId));
}

/** How often each event ran, once its executions have ended. */
async function runsOf(
	{ executions }: Harness,
	{ id: workflowId }: PublishedWorkflow,
	ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
	await executions.settled(workflowId);
	const runs = await executions.perEvent(workflowId, DONE);
	return new Map([...runs].filter(([id]) => ids.has(id)));
}
