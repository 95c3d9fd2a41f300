import fc from 'fast-check';
import { nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { importExample } from '../support/e2e/examples';
import { deliver } from '../support/deliver';
import { until, useFaultHarness } from '../support/faults/faultHarness';
import { drawSeed, isLong } from '../support/long';
import { print } from '../support/print';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';

const KILLS = isLong ? 4 : 2;
const EVENTS_A_LIFE = 40;
const EVENTS = EVENTS_A_LIFE * KILLS;
const IN_FLIGHT = 10;

/** A crash may cost what is in flight. */
const MAX_CUT_OFF = KILLS * IN_FLIGHT;

/** n8n with its quicker engine for expressions: more meets at once, and it is killed in the middle of more starts. */
const harness = useFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' }, gated: true });

/** Between 0 and 1: when n8n is killed. */
const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
	numRuns: KILLS,
	seed: drawSeed('moments of crashes'),
});

/**
 * Sends events and waits for a random moment in the middle of them. n8n works on those in flight side
 * by side, so that right after a response the others are mostly in the same early stage.
 */
async function emitAndWaitAmidStarts(count: number, moment: number): Promise<string[]> {
	const { sandbox } = harness;
	const enough = sandbox.deliveryCounts().delivered + IN_FLIGHT;
	const events = harness.emit(count);
	const begun = performance.now();
	await until('deliveries', () => sandbox.deliveryCounts().delivered >= enough);
	const killAt = performance.now() + moment * (performance.now() - begun);
	// n8n is quicker once it is warm: enough must be left for what is to happen now.
	const isLate = () => sandbox.deliveryCounts().pending <= 2 * IN_FLIGHT;
	await until('a moment', () => performance.now() >= killAt || isLate());
	return events;
}

/** The example that retries crashed executions. */
let retryExample: string;

/** With the credential that its note asks for. */
beforeAll(async () => {
	const { api, n8n } = harness;
	const scopes = ['workflow:list', 'execution:list', 'execution:retry'];
	const apiKey = await api.createApiKey('Retry', scopes);
	const data = { apiKey, baseUrl: `${n8n.url}/api/v1` };
	await api.createCredential({ name: 'n8n account', type: 'n8nApi', data });
	retryExample = (await importExample(harness, 'retry-crashed-executions.json')).id;
});

it('what n8n was killed with is retried once by the example, and a second run finds nothing', async () => {
	const { api, n8n, sandbox, use } = harness;
	const trigger = platformTrigger(
		{ registration: 'manual', events: ['ContactCreate'] },
		use('platformWebhookApi'),
	);
	const slow = builtIn('wait', 'Slowly', { amount: 8, unit: 'seconds' }, { typeVersion: 1.1 });
	const { id, path } = await publish(api, workflow('Slow', [trigger, slow]));
	const body = JSON.stringify({
		type: 'ContactCreate',
		locationId: 'loc-harbor',
		webhookEventId: 'evt-slow',
	});
	const delivered = await deliver(n8n.url + path, body, { signature: sandbox.sign(body) });
	expect(delivered.status).toBe(200);
	await n8n.kill();
	await n8n.restart();
	const statuses = async () => (await harness.executions.of(id)).map(({ status }) => status);
	await waitFor('the crashed execution', async () => (await statuses()).includes('crashed'));

	const first = await api.runToEnd(retryExample, { trigger: 'Every Ten Minutes' });
	expect(first.data.resultData.error).toBeUndefined();
	expect(nodeJson(first, 'Tell the Team')).toEqual([
		{
			text: expect.stringMatching(/^Execution \d+ crashed\. Its retry: success, execution \d+\.$/),
		},
	]);
	expect(await statuses()).toEqual(['crashed', 'success']);
	await api.runToEnd(retryExample, { trigger: 'Every Ten Minutes' });
	expect(await statuses()).toEqual(['crashed', 'success']);
	// What follows is about other events.
	await api.deactivate(id);
}, 200_000);

it(`n8n is killed ${KILLS} times while ${EVENTS} events arrive, and all are repeated: none is lost, none runs twice, and the example runs what never ran`, async () => {
	const { api, n8n, sandbox, settled, settledExecutions, deliveriesOf, deliverAgain } = harness;
	sandbox.setDelivery({
		maxInFlight: IN_FLIGHT,
		timeoutMs: 120_000,
		maxAttempts: 10_000,
		backoffMs: [200, 400, 800, 1_000],
	});
	const events: string[] = [];
	let killed = 0;
	for (const moment of moments) {
		events.push(...(await emitAndWaitAmidStarts(EVENTS_A_LIFE, moment)));
		await n8n.kill();
		killed = Date.now();
		await n8n.restart();
	}
	await sandbox.deliveriesSettled();
	// Those that n8n was killed with have no response.
	const cutOff = deliveriesOf(events)
		.flatMap(({ attempts }) => attempts)
		.filter(({ status }) => status === undefined).length;
	await deliverAgain(events);

	const result = await settled(events);
	const executions = await settledExecutions(events);
	print(`killed ${KILLS} times, ${cutOff} deliveries cut off: ${JSON.stringify(result)}`);
	expect(result).toMatchObject({ lost: [], twice: [] });
	// An event never runs only if n8n died in its execution, which then stands as crashed in the list.
	const crashed = executions.filter(
		({ status, createdAt }) => status === 'crashed' && createdAt <= killed,
	);
	expect(crashed.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(result.never));
	expect(result.never.length).toBeLessThanOrEqual(MAX_CUT_OFF);
	expect(cutOff).toBeGreaterThan(0);

	const retries = await api.runToEnd(retryExample, { trigger: 'Every Ten Minutes' });
	expect(retries.data.resultData.error).toBeUndefined();
	const after = await settled(events);
	print(`after the example for crashed executions: ${JSON.stringify(after)}`);
	expect(after).toMatchObject({ lost: [], never: [] });
	// A retry begins at the trigger, also where the execution had done something before the crash.
	expect(crashed.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(after.twice));
}, 600_000);
