import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { countStatuses, deliver } from '../support/deliver';
import { until, useFaultHarness } from '../support/faults/faultHarness';
import { cutOffBy, outcomeText, unexplained, type Kill } from '../support/faults/outcome';
import { drawSeed, isLong } from '../support/long';
import { print } from '../support/print';

const KILLS = isLong ? 4 : 2;
const EVENTS_A_LIFE = 40;
const EVENTS = EVENTS_A_LIFE * KILLS;
const IN_FLIGHT = 10;

/** A crash may cost what is in flight. */
const MAX_CUT_OFF = KILLS * IN_FLIGHT;

/** n8n with its quicker engine for expressions: more meets at once, and it is killed in the middle of more starts. */
const harness = useFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' }, gated: true });

/** The events that were sent while n8n was killed. */
let survivors: string[];
/** Between 0 and 1: when n8n is killed. */
const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
	numRuns: KILLS,
	seed: drawSeed('moments of crashes'),
});

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
	print(
		`killed ${KILLS} times, ${cutOff} deliveries cut off: ${outcomeText(result)}; n8n marked ${crashed} executions as crashed`,
	);
	expect(unexplained(result, executions, kills)).toEqual([]);
	expect(result.never.length).toBeLessThanOrEqual(MAX_CUT_OFF);
	expect(cutOff).toBeGreaterThan(0);
}, 400_000);

it(`n8n is killed between ${EVENTS} deliveries and their repeats: nothing on record runs again`, async () => {
	const { n8n, url, settled, deliverAgain } = harness;
	const before = await settled(survivors);
	await n8n.kill();
	/** The statuses of unsigned requests while n8n starts, and once it has. */
	const asked: Array<{ status?: number }> = [];
	let isStarting = true;
	const restart = n8n.restart().finally(() => (isStarting = false));
	while (isStarting) {
		asked.push(await deliver(url, '{}'));
		await delay(5);
	}
	await restart;
	asked.push(await deliver(url, '{}'));
	const told = countStatuses(asked);
	await deliverAgain(survivors);
	const after = await settled(survivors);
	const further = after.further - before.further;
	print(
		`killed after the responses, ${survivors.length} events repeated: ${after.twice.length} ran again; ${further} further executions`,
	);
	print(`unsigned requests while n8n starts behind a readiness check: ${JSON.stringify(told)}`);
	expect(after.twice).toEqual([]);
	expect(Object.keys(told).filter((status) => status.startsWith('2'))).toEqual([]);
	expect(told['401']).toBeGreaterThan(0);
}, 200_000);
