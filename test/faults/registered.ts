import { credentialLike } from '../support/e2e/credentials';
import { print } from '../support/print';
import type { FaultHarness, Line } from '../support/faults/faultHarness';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';
import { LOCATION } from '../support/harness';
import { builtIn } from '../support/queue/workflows';

const OTHER = 'loc-summit';
const SWAPPED = 'Swapped';
const SERVED = 'Served';

/** A run that writes static data lasts so long. */
const RUN_MS = 4_000;

/** Whose events start the workflow, and what a start of n8n and the platform's list leave out. */
export function registered(harness: () => FaultHarness): void {
	/** Publishes a trigger with a token credential of its own, so that a change meets nobody else. */
	async function lineWithOwnToken(event: string, accessToken = 'pit-harbor'): Promise<Line & { token: string }> {
		const { draft, publish, ledger } = harness();
		const credentials = await credentialLike(harness(), 'accessToken', { accessToken });
		const jsCode = `$getWorkflowStaticData('global').last = Date.now(); return $input.all();`;
		const hold = { method: 'POST', url: `=${ledger.url}/held-{{ $json.webhookEventId }}`, options: {} };
		const between = [
			builtIn('httpRequest', 'Hold', hold, { typeVersion: 4.2 }),
			builtIn('code', 'Write', { jsCode }, { typeVersion: 2 }),
			builtIn('set', 'Restore', { mode: 'raw', jsonOutput: `={{ $('Platform Trigger').item.json }}` }, { typeVersion: 3.4 }),
		];
		const line = await publish(draft(event, { between, credentials }));
		return { ...line, token: String(credentials.platformTokenApi.id) };
	}

	/** The platform signs an event of a location, and sends it straight to the trigger. */
	const deliver = async (line: Line, type: string, id: string, locationId: string) =>
		await harness().deliver(line, { type, webhookEventId: id, locationId });

	it('the credential is connected to another location during a run that writes static data: its events run', async () => {
		const { api, ledger, database, settled, publishAgain, logFromNow } = harness();
		const line = await lineWithOwnToken(SWAPPED);
		const log = logFromNow();
		ledger.hold(RUN_MS);
		const first = deliver(line, SWAPPED, 'evt-swapped-run', LOCATION);
		await until('the run', () => ledger.runs('held-evt-swapped-run') > 0);
		await api.updateCredential(line.token, { accessToken: 'pit-summit', locationId: OTHER });
		await api.deactivate(line.workflowId);
		await publishAgain(line);
		ledger.hold(0);
		expect((await first).status).toBe(200);
		await settled(['evt-swapped-run'], line);
		// The run has put back what static data held before the publishing.
		expect(await database.staticData(line.workflowId)).not.toContain(OTHER);

		const tell = async (round: string) => [
			await deliver(line, SWAPPED, `evt-swapped-own-${round}`, OTHER),
			await deliver(line, SWAPPED, `evt-swapped-old-${round}`, LOCATION),
		];
		const responses = await tell('overwritten');
		await database.setStaticData(line.workflowId, '{}');
		responses.push(...(await tell('wiped')));
		const own = ['evt-swapped-own-overwritten', 'evt-swapped-own-wiped'];
		const result = await settled(own, line);
		print(`another location, static data overwritten, then wiped: ${tallyText(result)}`);
		expect(responses.map(({ body }) => body)).toEqual(['Workflow started', 'Other location', 'Workflow started', 'Other location']);
		expect(result).toMatchObject(onceEach(own));
		expect(ledger.runs('evt-swapped-old-overwritten') + ledger.runs('evt-swapped-old-wiped')).toBe(0);
		await until('it in the log', () => log().includes(`names a location other than '${OTHER}'`));
	}, 90_000);

	it('n8n restarts with another address and a withdrawn token: events run, and a line says what to do', async () => {
		const { sandbox, api, n8n, ledger, settled, logFromNow } = harness();
		const { access_token: accessToken } = sandbox.control.issueToken({});
		const line = await lineWithOwnToken(SERVED, accessToken);
		const log = logFromNow();
		sandbox.control.expireTokens({ locationId: LOCATION });
		const asked = sandbox.control.requests().length;
		await n8n.restart({ N8N_WEBHOOK_URL: 'https://new.example.com' });
		const events = ['evt-served-1', 'evt-served-2'];
		for (const event of events) expect(await deliver(line, SERVED, event, LOCATION)).toMatchObject({ status: 200 });
		const result = await settled(events, line);
		const warned = () => log().split('\n').filter((text) => text.includes('it is registered for'));
		await until('it in the log', () => warned().length > 0);
		print(`n8n restarted with another address and a withdrawn token: ${tallyText(result)}`);
		expect(events.map(ledger.runs)).toEqual([1, 1]);
		// A start of n8n asks the platform nothing.
		expect(sandbox.control.requests()).toHaveLength(asked);
		expect(warned()).toEqual([expect.stringMatching(/https:\/\/new\.example\.com.*Unpublish the workflow, then publish it/)]);

		await api.updateCredential(line.token, { accessToken: 'pit-harbor' });
		const registrations = () => sandbox.control.webhooks().filter(({ url }) => url.includes('new.example.com'));
		await api.deactivate(line.workflowId);
		await api.activate(line.workflowId);
		await until('a registration of the new address', () => registrations().length === 1);
		await n8n.restart({ N8N_WEBHOOK_URL: '' });
	}, 120_000);
}
