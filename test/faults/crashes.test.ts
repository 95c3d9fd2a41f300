/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine */
import { setTimeout as delay } from 'node:timers/promises';
import { openFaultStage, until } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
import { explainedByKill, killN8n } from '../support/faults/kills';
import type { Kill } from '../support/faults/kills';
import { groupByEvent, tally, tallyText } from '../support/faults/tally';
import { printFigure } from '../support/queue/figures';

const KILLS = 4;
/** n8n's lives, the last of which is not ended, get so many new events each. */
const EVENTS_A_LIFE = 40;
const EVENTS = EVENTS_A_LIFE * (KILLS + 1);
const IN_FLIGHT = 10;

const BURST = 60;
/** So many starts fail before the database is unlocked. */
const FAILED_STARTS = 5;

/** n8n with its quicker engine for expressions: it is killed in the middle of more starts. */
let stage: FaultStage;

/** The events that were sent while n8n was killed. */
let survivors: string[];

beforeAll(async () => {
	stage = await openFaultStage({ expressionEngine: 'legacy', gated: true });
}, 180_000);

afterAll(async () => await stage?.close(), 60_000);

/**
 * Sends events and waits for a random moment in the middle of them. n8n works on those in flight side
 * by side, so that right after an answer the others are mostly in the same early stage.
 */
async function emitAndWaitAmidStarts(count: number): Promise<string[]> {
	const { control } = stage.sandbox;
	const enough = control.deliveryCounts().delivered + IN_FLIGHT;
	const events = stage.emit(count);
	const begun = performance.now();
	await until('deliveries', () => control.deliveryCounts().delivered >= enough);
	const moment = performance.now() + Math.random() * (performance.now() - begun);
	// n8n is quicker once it is warm: enough must be left for what is to happen now.
	const isLate = () => control.deliveryCounts().pending <= 2 * IN_FLIGHT;
	await until('a moment', () => performance.now() >= moment || isLate());
	return events;
}

/** What unsigned requests are told while n8n starts, and how often; `none` is no answer. */
async function restartAsked(url: string): Promise<Record<string, number>> {
	const answers: Record<string, number> = {};
	const ask = async () => {
		const response = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
		const text = response?.ok ? await response.text() : '';
		const told = response ? `${response.status} ${text}`.trim() : 'none';
		answers[told] = (answers[told] ?? 0) + 1;
	};
	let starting = true;
	const restart = stage.n8n.restart().finally(() => (starting = false));
	while (starting) {
		await ask();
		await delay(5);
	}
	await restart;
	await ask();
	return answers;
}

/** The platform sends each event once more, as if it had not seen the answer. */
async function deliverAgain(events: readonly string[]): Promise<void> {
	const { control } = stage.sandbox;
	await Promise.all(stage.deliveriesOf(events).map(async ({ id }) => await control.redeliver(id)));
}

it(`4: n8n is killed ${KILLS} times while ${EVENTS} events arrive: none is lost`, async () => {
	const { control } = stage.sandbox;
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
		kills.push(await killN8n(stage));
		await stage.n8n.restart();
	}
	events.push(...stage.emit(EVENTS_A_LIFE));
	await control.deliveriesSettled();
	survivors = events;

	const executions = await stage.settledExecutions(events);
	const result = tally(events, executions);
	const attempts = stage.deliveriesOf(events).flatMap((delivery) => delivery.attempts);
	const cutOff = kills.reduce((sum, { cutOff: count }) => sum + count, 0);
	const crashed = executions.filter(({ status }) => status === 'crashed').length;
	const ranTwice = events.filter((event) => stage.ledger.runs(event) > 1).length;
	printFigure(
		`4. killed ${KILLS} times, ${cutOff} deliveries cut off, ${attempts.length} attempts: ` +
			`${tallyText(result)}, ${ranTwice} of which ran twice; n8n marked ${crashed} executions as crashed`,
	);
	const byEvent = groupByEvent(executions);
	const unexplained = result.repeated.filter(
		(event) => !explainedByKill(byEvent.get(event) ?? [], stage.deliveriesOf([event]), kills),
	);
	expect(result.lost).toEqual([]);
	expect(unexplained).toEqual([]);
	expect(result.repeated.length).toBeLessThanOrEqual(cutOff);
	expect(cutOff).toBeGreaterThan(0);
}, 400_000);

it(`8: n8n is killed between ${EVENTS} deliveries and their retries: no further execution`, async () => {
	const before = await stage.settledExecutions(survivors);
	await stage.n8n.kill();
	const direct = await restartAsked(stage.webhookUrl);
	await stage.n8n.kill();
	const gated = await restartAsked(stage.gatedUrl);
	await deliverAgain(survivors);
	const after = await stage.settledExecutions(survivors);
	printFigure(
		`8. killed after the answer, ${survivors.length} events delivered again: ` +
			`${after.length - before.length} further executions`,
	);
	printFigure(`   unsigned requests while n8n starts: ${JSON.stringify(direct)}`);
	printFigure(`   the same behind a readiness check: ${JSON.stringify(gated)}`);
	expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
	expect(Object.keys(gated).filter((told) => told.startsWith('2'))).toEqual([]);
	expect(gated['401']).toBeGreaterThan(0);
	expect(direct['401']).toBeGreaterThan(0);
}, 200_000);

it('5, 8: the database is locked amid starts, then n8n is restarted: each event runs once', async () => {
	const { control } = stage.sandbox;
	control.setDelivery({ backoffMs: [1_000] });
	const lock = await stage.database.prepareLock();
	const events = await emitAndWaitAmidStarts(BURST);
	await lock.lock();
	const failures = () =>
		stage
			.deliveriesOf(events)
			.flatMap(({ attempts }) => attempts)
			.filter(({ status }) => status !== undefined && status !== 200);
	await until('starts that fail', () => failures().length >= FAILED_STARTS).finally(lock.release);
	await control.deliveriesSettled();
	const failed = failures().map(({ status = 0 }) => status);
	await until('the last runs', () => events.every((event) => stage.ledger.runs(event) > 0));
	const runs = events.map((event) => stage.ledger.runs(event));

	const rows = (await stage.database.executions(stage.workflowId)).filter(({ eventId }) =>
		events.includes(eventId),
	);
	await stage.n8n.restart();
	await deliverAgain(events);
	const after = await stage.settledExecutions(events);
	const runsAfter = events.map((event) => stage.ledger.runs(event));
	const again = runsAfter.filter((count, i) => count > runs[i]).length;
	printFigure(
		`5. locked amid starts: ${failed.length} answers 5xx, ${BURST} events ran ` +
			`${runs.reduce((sum, count) => sum + count, 0)} times; n8n left ${rows.length - BURST} executions ` +
			`that it had written but not started, and ran ${again} of them after its restart`,
	);
	expect(failed.filter((status) => status < 500)).toEqual([]);
	expect(failed.length).toBeGreaterThanOrEqual(FAILED_STARTS);
	expect(runs).toEqual(events.map(() => 1));
	// Delivered again after the restart, no event is started by the trigger a second time.
	expect(after).toHaveLength(rows.length);
	expect(again).toBeLessThanOrEqual(rows.length - BURST);
}, 300_000);
