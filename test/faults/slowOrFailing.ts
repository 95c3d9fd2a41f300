import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { CONTACT } from '../support/faults/lines';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';

/** Each costs n8n a second of waiting for the lock, one after the other. */
const FAILING = 4;

const SLOW = 10;
const START_TAKES_MS = 4_000;
const STANDSTILL_MS = 3_000;
const SENDER_WAITS_MS = 1_000;
const PATIENT_MS = 120_000;

/** Larger than what SQLite may have free in the pages that it has already. */
const LARGE_TEXT = 'x'.repeat(200_000);

/** n8n cannot start what it is sent, or not in time. */
export function slowOrFailing(harness: () => FaultHarness): void {
	/** Statuses that an event's sender was given; undefined where none came in time. */
	function statusesOf(event: string): Array<number | undefined> {
		return harness()
			.deliveriesOf([event])
			.flatMap(({ attempts }) => attempts.map(({ status }) => status));
	}

	/** Events sent while no execution can be written, each until it was refused once at least. */
	async function refusedEvents(fields = {}): Promise<string[]> {
		const { sandbox, emit, settledExecutions } = harness();
		sandbox.control.setDelivery({
			timeoutMs: PATIENT_MS,
			maxAttempts: 1_000,
			backoffMs: [2_000],
			maxInFlight: FAILING,
		});
		const events = emit(FAILING, CONTACT, fields);
		const refused = () => events.every((event) => statusesOf(event).some((status) => status));
		await until('a refusal of each event', refused);
		expect(await settledExecutions(events)).toEqual([]);
		return events;
	}

	async function recovered(fault: string, events: string[]): Promise<void> {
		await harness().delivered(events);
		const responses = events.flatMap(statusesOf).flatMap((status) => status ?? []);
		const failures = responses.filter((status) => status !== 200);
		const result = await harness().settled(events);
		print(`${fault}: ${failures.length} responses 429, then by retry: ${tallyText(result)}`);
		expect(failures.filter((status) => status !== 429)).toEqual([]);
		expect(failures.length).toBeGreaterThanOrEqual(events.length);
		expect(result).toMatchObject({ ...onceEach(events), further: 0 });
	}

	/** n8n is quick again, and senders have the patience for what has piled up on a busy machine. */
	async function started(slowness: string, events: string[]): Promise<void> {
		harness().sandbox.control.setDelivery({ timeoutMs: PATIENT_MS });
		await harness().delivered(events);
		const responses = events.map(statusesOf);
		const gaveUp = responses.flat().filter((status) => status === undefined).length;
		const result = await harness().settled(events);
		print(`${slowness}: senders gave up ${gaveUp} times, then: ${tallyText(result)}`);
		expect(gaveUp).toBeGreaterThanOrEqual(1);
		expect(responses.map((each) => each.at(-1))).toEqual(events.map(() => 200));
		expect(result).toMatchObject({ ...onceEach(events), further: 0 });
	}

	it('the database is locked: 429, nothing remembered, each runs once by retry', async () => {
		const lock = await harness().database.prepareLock();
		await lock.lock();
		const events = await refusedEvents().finally(lock.release);
		await recovered('database locked', events);
	}, 300_000);

	it('the disk is full: 429, nothing remembered, each runs once by retry', async () => {
		const { startFaults, logFromNow } = harness();
		const log = logFromNow();
		startFaults.set({ diskFull: true });
		const events = await refusedEvents({ note: LARGE_TEXT }).finally(() => startFaults.set({}));
		await recovered('disk full', events);
		await until('it in the log', () => log().includes('SQLITE_FULL'));
	}, 300_000);

	describe('n8n is slower than the sender is patient', () => {
		beforeEach(() => {
			harness().sandbox.control.setDelivery({
				timeoutMs: SENDER_WAITS_MS,
				backoffMs: [500],
				maxAttempts: 1_000,
				maxInFlight: 100,
			});
		});

		it('while it starts the execution: a retry meets the first attempt, each runs once', async () => {
			const { startFaults, emit } = harness();
			startFaults.set({ delayMs: START_TAKES_MS });
			const events = emit(SLOW);
			await delay(START_TAKES_MS);
			startFaults.set({});
			await started(`starts take ${START_TAKES_MS} ms`, events);
			// The first attempt of each is over before its start can be.
			expect(events.map((event) => statusesOf(event)[0])).toEqual(events.map(() => undefined));
		}, 300_000);

		it('while it stands still: all attempts arrive together afterwards, each runs once', async () => {
			const { n8n, emit } = harness();
			const events = emit(SLOW * 2);
			await delay(100);
			process.kill(n8n.pid, 'SIGSTOP');
			await delay(STANDSTILL_MS);
			process.kill(n8n.pid, 'SIGCONT');
			await started(`n8n stands still for ${STANDSTILL_MS} ms`, events);
		}, 300_000);
	});
}
