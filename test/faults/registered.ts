import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { renamed } from '../support/faults/lines';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';
import { LOCATION } from '../support/harness';

const LISTED = 'Listed';
const WITHDRAWN = 'Withdrawn';
const LIST_PATH = `/locations/${LOCATION}/customWebhooks`;

/** What the platform says of registrations, and that it may say nothing. */
export function registered(harness: () => FaultHarness): void {
	it('a list that shows other texts than the events makes no second registration; a named one does', async () => {
		const { sandbox, draft, publish, publishAgain } = harness();
		const { control } = sandbox;
		const listed = await publish(draft(LISTED));
		const path = new URL(listed.url).pathname;
		const own = () => control.webhooks().filter(({ url }) => url.endsWith(path));
		const [{ id, name, url }] = own();
		const answerWith = (fields: object) => {
			control.clearFaults();
			const body = { webhooks: [{ id, name, url, ...fields }] };
			control.addFault({ method: 'GET', path: LIST_PATH, times: 'always', status: 200, body });
		};
		const counts: number[] = [own().length];
		answerWith({ scopes: ['contacts.readonly', 'webhooks.readonly'], tags: ['n8n'] });
		await publishAgain(listed);
		counts.push(own().length);
		await publishAgain(listed, renamed(listed.draft, 'Platform Trigger', 'Renamed Meanwhile'));
		counts.push(own().length);
		answerWith({ actions: ['SomethingElse'] });
		await publishAgain(listed, renamed(listed.draft, 'Renamed Meanwhile', 'Renamed Again'));
		// n8n publishes in the background.
		await until('a second registration', () => own().length > 1);
		control.clearFaults();
		print(`registrations after each publishing, the list showing scopes only: ${counts.join(', ')}`);
		expect(counts).toEqual([1, 1, 1]);
		// The positive control: a list that does name the events is believed.
		expect(own().length).toBe(2);
	}, 90_000);

	it('the registration token is withdrawn and n8n restarted: signed events are still served', async () => {
		const { sandbox, api, n8n, draft, publish, emit, settled, deliveriesOf, logFromNow } = harness();
		const { control } = sandbox;
		// Its own credential: what is withdrawn must not be missed by others.
		const { access_token: accessToken } = control.issueToken({});
		const data = { platformUrl: sandbox.url, accessToken, locationId: LOCATION };
		const { id } = await api.createCredential({ name: WITHDRAWN, type: 'platformTokenApi', data });
		const trigger = draft(WITHDRAWN);
		const [start] = trigger.nodes;
		start.credentials = { ...start.credentials, platformTokenApi: { id, name: WITHDRAWN } };
		const withdrawn = await publish(trigger);

		const log = logFromNow();
		control.expireTokens({ locationId: LOCATION });
		// As before 2.40, n8n activates at its start, and takes a failure for a reason to serve nothing.
		await n8n.restart({ N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' });
		control.setDelivery({ maxAttempts: 5, backoffMs: [1_000], timeoutMs: 10_000 });
		const events = emit(3, WITHDRAWN);
		const result = await settled(events, withdrawn);
		const failure = log().split('\n').filter((line) => /token|refus|401/i.test(line));
		await n8n.restart({ N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true' });
		print(`token withdrawn, n8n restarted: ${tallyText(result)}`);
		expect(deliveriesOf(events).map(({ attempts }) => attempts.map(({ status }) => status))).toEqual(
			events.map(() => [200]),
		);
		expect(result).toMatchObject(onceEach(events));
		expect(failure).not.toEqual([]);
	}, 120_000);
}
