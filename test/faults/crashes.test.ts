import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../support/print';
import { openFaultHarness, until, type FaultHarness } from '../support/faults/faultHarness';
import { cutOffBy, outcomeText, unexplained, type Kill } from '../support/faults/outcome';
import { drawSeed, isLong } from '../support/long';

const KILLS = isLong ? 4 : 2;
const EVENTS_A_LIFE = 40;
const EVENTS = EVENTS_A_LIFE * KILLS;
const IN_FLIGHT = 10;

/** A crash may cost what is in flight. */
const MAX_CUT_OFF = KILLS * IN_FLIGHT;

/** A retry begins within so long. */
const RETRY_MS = 3_000;

/** n8n with its quicker engine for expressions: it is killed in the middle of more starts. */
let harness: FaultHarness;

/** The events that were sent while n8n was killed. */
let survivors: string[];
/** Between 0 and 1: when n8n is killed. */
const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: KILLS, seed: drawSeed('moments of crashes') });

beforeAll(async () => {
	harness = await openFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' }, gated: true });
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

/**
 * Sends events and waits for a random moment in the middle of them. n8n works on those in flight side
 * by side, so that right after a response the others are mostly in the same early stage.
 */
async function emitAndWaitAmidStarts(count: number): Promise<string[]> {
	const { control } = harness.sandbox;
	const enough = control.deliveryCounts().delivered + IN_FLIGHT;
	const events = harness.emit(count);
	const begun = performance.now();
	await until('deliveries', () => control.deliveryCounts().delivered >= enough);
	const moment = performance.now() + moments.pop()! * (performance.now() - begun);
	// n8n is quicker once it is warm: enough must be left for what is to happen now.
	const isLate = () => control.deliveryCounts().pending <= 2 * IN_FLIGHT;
	await until('a moment', () => performance.now() >= moment || isLate());
	return events;
}

/** What unsigned requests are told while n8n starts, and how often; `none` is no response. */
async function restartAsked(url: string): Promise<Record<string, number>> {
	const responses: Record<string, number> = {};
	const ask = async () => {
		const response = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
		const text = response?.ok ? await response.text() : '';
		const told = response ? `${response.status} ${text}`.trim() : 'none';
		responses[told] = (responses[told] ?? 0) + 1;
	};
	let starting = true;
	const restart = harness.n8n.restart().finally(() => (starting = false));
	while (starting) {
		await ask();
		await delay(5);
	}
	await restart;
	await ask();
	return responses;
}

it(`n8n is killed ${KILLS} times while ${EVENTS} events arrive: none is lost`, async () => {
	const { sandbox, settled, settledExecutions, deliveriesOf } = harness;
	const { control } = sandbox;
	control.setDelivery({
		maxInFlight: IN_FLIGHT,
		timeoutMs: 120_000,
		maxAttempts: 10_000,
		backoffMs: [200, 400, 800, 1_000],
	});
	const events: string[] = [];
	const kills: Kill[] = [];
	while (kills.length < KILLS) {
		events.push(...(await emitAndWaitAmidStarts(EVENTS_A_LIFE)));
		const from = Date.now();
		await harness.n8n.kill();
		kills.push({ from, to: Date.now() });
		await harness.n8n.restart();
	}
	await control.deliveriesSettled();
	survivors = events;

	const result = await settled(events);
	const executions = await settledExecutions(events);
	const cutOff = cutOffBy(kills, deliveriesOf(events));
	const crashed = executions.filter(({ status }) => status === 'crashed').length;
	print(`killed ${KILLS} times, ${cutOff} deliveries cut off: ${outcomeText(result)}; n8n marked ${crashed} executions as crashed`);
	expect(unexplained(result, executions, kills)).toEqual([]);
	expect(result.never.length).toBeLessThanOrEqual(MAX_CUT_OFF);
	expect(cutOff).toBeGreaterThan(0);
}, 400_000);

it(`n8n is killed between ${EVENTS} deliveries and their repeats: nothing on record runs again`, async () => {
	const { n8n, line, settled, deliverAgain } = harness;
	const before = await settled(survivors);
	await n8n.kill();
	const direct = await restartAsked(line.url);
	await n8n.kill();
	const gated = await restartAsked(line.gatedUrl);
	await deliverAgain(survivors);
	const after = await settled(survivors);
	const further = after.further - before.further;
	print(`killed after the responses, ${survivors.length} events repeated: ${after.twice.length} ran again; ${further} further executions`);
	print(`unsigned requests while n8n starts: ${JSON.stringify(direct)}`);
	print(`the same behind a readiness check: ${JSON.stringify(gated)}`);
	expect(after.twice).toEqual([]);
	expect(Object.keys(gated).filter((told) => told.startsWith('2'))).toEqual([]);
	expect(gated['401']).toBeGreaterThan(0);
	expect(direct['401']).toBeGreaterThan(0);
}, 200_000);

it('what never ran is retried by hand: each event has run once then', async () => {
	const { api, settledExecutions, settled } = harness;
	const executions = await settledExecutions(survivors);
	const { never } = await settled(survivors);
	for (const event of never) {
		const { id } = executions.find(({ eventId, status }) => eventId === event && status === 'crashed')!;
		await api.session.call({ method: 'POST', path: `/executions/${id}/retry`, body: { loadWorkflow: false } });
	}
	await delay(RETRY_MS);
	const result = await settled(survivors);
	print(`${never.length} crashed executions retried: ${outcomeText(result)}`);
	expect([result.never, result.twice]).toEqual([[], []]);
}, 200_000);
