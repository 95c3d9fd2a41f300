/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine */
import { setTimeout as delay } from 'node:timers/promises';
import { openFaultStage, until } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
import { explainedByKill, killN8n } from '../support/faults/kills';
import type { Kill } from '../support/faults/kills';
import { groupByEvent, onceEach, tally, tallyText } from '../support/faults/tally';
import { printFigure } from '../support/queue/figures';

const EVENTS = 200;
/** n8n is killed when so many more deliveries have arrived since it was started. */
const DELIVERED_BETWEEN_KILLS = 35;
const KILLS = 4;
const IN_FLIGHT = 20;

const BURST = 60;
const LOCKED_MS = 2_500;

/** n8n with its quicker engine for expressions: it is killed in the middle of more starts. */
let stage: FaultStage;

/** The deliveries of the events that were sent while n8n was killed. */
let survivors: string[];

beforeAll(async () => {
	stage = await openFaultStage({ expressionEngine: 'legacy' });
}, 180_000);

afterAll(async () => await stage.close(), 60_000);

/** The platform sends each event once more, as if it had not seen the answer. */
async function deliverAgain(events: readonly string[]): Promise<void> {
	const { control } = stage.sandbox;
	await Promise.all(stage.deliveriesOf(events).map(async ({ id }) => await control.redeliver(id)));
}

it(`4: n8n is killed ${KILLS} times while ${EVENTS} events arrive: none is lost`, async () => {
	const { control } = stage.sandbox;
	control.setDelivery({
		spreadMs: 10_000,
		maxInFlight: IN_FLIGHT,
		timeoutMs: 60_000,
		maxAttempts: 10_000,
		backoffMs: [200, 400, 800, 1_000],
	});
	const events = stage.emit(EVENTS);
	const kills: Kill[] = [];
	for (let kill = 1; kill <= KILLS; kill++) {
		const enough = control.deliveryCounts().delivered + DELIVERED_BETWEEN_KILLS;
		await until('deliveries before the kill', () => control.deliveryCounts().delivered >= enough);
		kills.push(await killN8n(stage));
		await stage.n8n.restart();
	}
	await control.deliveriesSettled();
	control.setDelivery({ spreadMs: 0 });

	const executions = await stage.settledExecutions(events);
	const result = tally(events, executions);
	const attempts = stage.deliveriesOf(events).flatMap((delivery) => delivery.attempts);
	const cutOff = kills.reduce((sum, { cutOff: count }) => sum + count, 0);
	const crashed = executions.filter(({ status }) => status === 'crashed').length;
	printFigure(
		`4. killed ${KILLS} times, ${cutOff} deliveries cut off, ${attempts.length} attempts: ` +
			`${tallyText(result)}, all of them cut off between n8n's saves; ${crashed} executions crashed`,
	);
	const byEvent = groupByEvent(executions);
	const unexplained = result.repeated.filter(
		(event) => !explainedByKill(byEvent.get(event) ?? [], stage.deliveriesOf([event]), kills),
	);
	expect(result.lost).toEqual([]);
	expect(unexplained).toEqual([]);
	expect(result.repeated.length).toBeLessThanOrEqual(cutOff);
	expect(cutOff).toBeGreaterThan(0);
	survivors = events;
}, 400_000);

it(`8: n8n is killed between ${EVENTS} deliveries and their retries: no further execution`, async () => {
	const before = await stage.settledExecutions(survivors);
	await stage.n8n.kill();
	await stage.n8n.restart();
	await deliverAgain(survivors);
	const after = await stage.settledExecutions(survivors);
	printFigure(
		`8. killed after the answer, ${survivors.length} events delivered again: ` +
			`${after.length - before.length} further executions`,
	);
	expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
}, 200_000);

it('5, 8: the database is locked amid starts, then n8n is restarted: each event runs once', async () => {
	const { control } = stage.sandbox;
	control.setDelivery({ spreadMs: 3_000, backoffMs: [1_000] });
	const before = control.deliveryCounts().delivered;
	const events = stage.emit(BURST);
	await until('a start', () => control.deliveryCounts().delivered > before);
	const unlock = await stage.database.lock();
	await delay(LOCKED_MS);
	await unlock();
	await control.deliveriesSettled();
	control.setDelivery({ spreadMs: 0 });
	const answers = stage.deliveriesOf(events).flatMap(({ attempts }) => attempts);
	const failed = answers.filter(({ status }) => status !== 200);
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
	expect(failed.filter(({ status = 0 }) => status < 500)).toEqual([]);
	expect(runs).toEqual(events.map(() => 1));
	// Delivered again after the restart, no event is started by the trigger a second time.
	expect(after).toHaveLength(rows.length);
}, 300_000);
