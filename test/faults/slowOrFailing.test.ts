import { setTimeout as delay } from 'node:timers/promises';

import { CONTACT, until, useFaultHarness } from '../support/faults/faultHarness';
import { onceEach, outcomeText } from '../support/faults/outcome';
import { print } from '../support/print';

/** Each costs n8n a second of waiting for its database, one after the other. */
const FAILING = 4;

const SLOW = 10;
const START_TAKES_MS = 4_000;
const STANDSTILL_MS = 3_000;
const SENDER_WAITS_MS = 1_000;
const PATIENT_MS = 120_000;

/** Larger than what SQLite may have free in the pages that it has already. */
const LARGE_TEXT = 'x'.repeat(200_000);

/** n8n, as it is shipped, cannot start what it is sent, or not in time. */
const harness = useFaultHarness();

/** Statuses that an event's sender was given; undefined where none came in time. */
const statusesOf = (event: string): Array<number | undefined> =>
	harness.deliveriesOf([event]).flatMap(({ attempts }) => attempts.map(({ status }) => status));

it('the disk is full: 429, nothing remembered, each runs once by retry', async () => {
	const { n8n, sandbox, startFaults, emit, delivered, settled, settledExecutions } = harness;
	const before = n8n.log().length;
	sandbox.control.setDelivery({
		timeoutMs: PATIENT_MS,
		maxAttempts: 1_000,
		backoffMs: [2_000],
		maxInFlight: FAILING,
	});
	startFaults.set({ diskFull: true });
	const events = emit(FAILING, CONTACT, { note: LARGE_TEXT });
	await until('a refusal of each event', () =>
		events.every((event) => statusesOf(event).some((status) => status)),
	);
	expect(await settledExecutions(events)).toEqual([]);
	startFaults.set({});
	await delivered(events);
	const statuses = new Set(events.flatMap(statusesOf).filter((status) => status !== undefined));
	const result = await settled(events);
	print(`disk full, then retries: ${outcomeText(result)}`);
	expect([...statuses].sort()).toEqual([200, 429]);
	expect(result).toMatchObject({ ...onceEach(events), further: 0 });
	await until('it in the log', () => n8n.log().slice(before).includes('SQLITE_FULL'));
}, 300_000);

describe('n8n is slower than the sender is patient', () => {
	beforeEach(() => {
		const impatient = {
			timeoutMs: SENDER_WAITS_MS,
			backoffMs: [500],
			maxAttempts: 1_000,
			maxInFlight: 100,
		};
		harness.sandbox.control.setDelivery(impatient);
	});

	/** n8n is quick again, and senders have the patience for what has piled up on a busy machine. */
	async function expectOnce(slowness: string, events: string[]): Promise<void> {
		harness.sandbox.control.setDelivery({ timeoutMs: PATIENT_MS });
		await harness.delivered(events);
		const responses = events.map(statusesOf);
		const gaveUp = responses.flat().filter((status) => status === undefined).length;
		const result = await harness.settled(events);
		print(`${slowness}: senders gave up ${gaveUp} times, then: ${outcomeText(result)}`);
		expect(gaveUp).toBeGreaterThanOrEqual(1);
		expect(responses.map((each) => each.at(-1))).toEqual(events.map(() => 200));
		expect(result).toMatchObject({ ...onceEach(events), further: 0 });
	}

	it('while it starts the execution: a retry meets the first attempt, each runs once', async () => {
		const { startFaults, emit } = harness;
		startFaults.set({ delayMs: START_TAKES_MS });
		const events = emit(SLOW);
		await delay(START_TAKES_MS);
		startFaults.set({});
		await expectOnce(`starts take ${START_TAKES_MS} ms`, events);
		// The first attempt of each is over before its start can be.
		expect(events.map((event) => statusesOf(event)[0])).toEqual(events.map(() => undefined));
	}, 300_000);

	it('while it stands still: all attempts arrive together afterwards, each runs once', async () => {
		const { n8n, emit } = harness;
		const events = emit(SLOW * 2);
		await delay(100);
		process.kill(n8n.pid, 'SIGSTOP');
		await delay(STANDSTILL_MS);
		process.kill(n8n.pid, 'SIGCONT');
		await expectOnce(`n8n stands still for ${STANDSTILL_MS} ms`, events);
	}, 300_000);
});
