/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine */
import { setTimeout as delay } from 'node:timers/promises';
import { openFaultStage, until } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
import { onceEach, tally, tallyText } from '../support/faults/tally';
import { printFigure } from '../support/queue/figures';

const PAIRS = 100;
const IN_FLIGHT = 20;

/** Each costs n8n a second of waiting for the lock, one after the other. */
const FAILING = 8;

const SLOW = 10;
const START_TAKES_MS = 4_000;
const STANDSTILL_MS = 3_000;
const SENDER_WAITS_MS = 1_000;
const PATIENT_MS = 120_000;

/** Larger than what SQLite may have free in the pages that it has already. */
const LARGE_TEXT = 'x'.repeat(200_000);

/** n8n as it is shipped, its slower engine for expressions included. */
let stage: FaultStage;

beforeAll(async () => {
	stage = await openFaultStage();
}, 180_000);

afterAll(async () => await stage?.close(), 60_000);

/** Statuses that an event's sender was given; undefined where none came in time. */
function answersTo(event: string): Array<number | undefined> {
	return stage.deliveriesOf([event]).flatMap(({ attempts }) => attempts.map(({ status }) => status));
}

/** Events sent while no execution can be written, each until it was refused once at least. */
async function refusedEvents(fields = {}): Promise<string[]> {
	const { control } = stage.sandbox;
	control.setDelivery({ timeoutMs: PATIENT_MS, maxAttempts: 1_000, backoffMs: [2_000], maxInFlight: FAILING });
	const before = await stage.database.staticData(stage.workflowId);
	const events = stage.emit(FAILING, fields);
	const refused = () => events.every((event) => answersTo(event).some((status) => status));
	await until('a refusal of each event', refused);
	expect(await stage.settledExecutions(events)).toEqual([]);
	expect(await stage.database.staticData(stage.workflowId)).toBe(before);
	return events;
}

async function recovered(fault: string, events: string[]): Promise<void> {
	await stage.sandbox.control.deliveriesSettled();
	const answers = events.flatMap(answersTo).flatMap((status) => status ?? []);
	const failures = answers.filter((status) => status !== 200);
	const result = tally(events, await stage.settledExecutions(events));
	printFigure(`5. ${fault}: ${failures.length} answers 5xx, then by retry: ${tallyText(result)}`);
	expect(failures.filter((status) => status < 500)).toEqual([]);
	expect(failures.length).toBeGreaterThanOrEqual(events.length);
	expect(result).toEqual(onceEach(events));
	expect(events.map((event) => stage.ledger.runs(event))).toEqual(events.map(() => 1));
}

/** n8n is quick again, and senders have the patience for what has piled up on a busy machine. */
async function started(slowness: string, events: string[]): Promise<void> {
	stage.sandbox.control.setDelivery({ timeoutMs: PATIENT_MS });
	await stage.sandbox.control.deliveriesSettled();
	const answers = events.map(answersTo);
	const timeouts = answers.flat().filter((status) => status === undefined).length;
	const result = tally(events, await stage.settledExecutions(events));
	printFigure(`7. ${slowness}: the senders gave up ${timeouts} times and retried: ${tallyText(result)}`);
	expect(timeouts).toBeGreaterThanOrEqual(1);
	expect(answers.map((each) => each.at(-1))).toEqual(events.map(() => 200));
	expect(result).toEqual(onceEach(events));
}

it(`3: ${PAIRS} events, each delivered twice at the same instant, start once each`, async () => {
	const { control } = stage.sandbox;
	control.setDelivery({ copies: 2, maxInFlight: IN_FLIGHT, timeoutMs: PATIENT_MS });
	const events = stage.emit(PAIRS);
	await control.deliveriesSettled();
	control.setDelivery({ copies: 1 });

	const deliveries = stage.deliveriesOf(events);
	const result = tally(events, await stage.settledExecutions(events));
	printFigure(`3. each delivered twice at once, ${IN_FLIGHT} in flight: ${tallyText(result)}`);
	expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
	expect(deliveries).toHaveLength(PAIRS * 2);
	expect(result).toEqual(onceEach(events));
}, 300_000);

describe('5: n8n cannot write to its database', () => {
	it('because it is locked: 5xx, nothing remembered, one execution by retry', async () => {
		const lock = await stage.database.prepareLock();
		await lock.lock();
		const events = await refusedEvents().finally(lock.release);
		await recovered('database locked', events);
	}, 300_000);

	it('because the disk is full: 5xx, nothing remembered, one execution by retry', async () => {
		stage.startFaults.set({ diskFull: true });
		const events = await refusedEvents({ note: LARGE_TEXT }).finally(() => stage.startFaults.set({}));
		await recovered('disk full', events);
		expect(stage.n8n.log()).toContain('SQLITE_FULL');
	}, 300_000);
});

describe('7: n8n is slower than the sender is patient', () => {
	beforeEach(() => {
		stage.sandbox.control.setDelivery({
			timeoutMs: SENDER_WAITS_MS,
			backoffMs: [500],
			maxAttempts: 1_000,
			maxInFlight: 100,
		});
	});

	it('while it starts the execution: a retry meets the first attempt, one execution', async () => {
		stage.startFaults.set({ delayMs: START_TAKES_MS });
		const events = stage.emit(SLOW);
		await delay(START_TAKES_MS);
		stage.startFaults.set({});
		await started(`starts take ${START_TAKES_MS} ms`, events);
		// The first attempt of each is over before its start can be.
		expect(events.map((event) => answersTo(event)[0])).toEqual(events.map(() => undefined));
	}, 300_000);

	it('while it stands still: all attempts arrive together afterwards, one execution', async () => {
		const events = stage.emit(SLOW * 2);
		await delay(100);
		process.kill(stage.n8n.pid, 'SIGSTOP');
		await delay(STANDSTILL_MS);
		process.kill(stage.n8n.pid, 'SIGCONT');
		await started(`n8n stands still for ${STANDSTILL_MS} ms`, events);
	}, 300_000);
});
