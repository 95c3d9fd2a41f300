import type { ProcessedItems } from '../../n8n/delivery';
import { SerialQueue, withTimeout } from '../../utils/attempt';

/** A write that takes longer counts as failed, because the events behind it must run. */
const MAX_WRITE_MS = 10_000;

/**
 * n8n's record has no lock, so of two workers that write at once, one loses its marks. So a worker first gathers marks
 * (for up to half as long again, at random), and repeats a write until no mark is lost.
 */
const GATHER_MS = 100;
const LOOK_AFTER_MS = 25;
const LOOKS = 3;

const attempt = async <T>(write: Promise<T>) =>
	await withTimeout(write, MAX_WRITE_MS).catch(() => undefined);

const pause = async (ms: number) => await withTimeout(new Promise(() => {}), ms);

/** Writes one batch of marks at a time, because n8n's record has no lock; more marks gather during a write. */
export class EventRecord {
	private readonly gathering = new Map<string, ReturnType<EventRecord['open']>>();
	private readonly queue = new SerialQueue();

	/** @returns the marks that had been recorded before; undefined if none could be recorded */
	async record(
		trigger: string,
		items: ProcessedItems,
		marks: string[],
		amongWorkers: boolean,
	): Promise<Set<string> | undefined> {
		const batch = this.gathering.get(trigger) ?? this.open(trigger, items, amongWorkers);
		// A mark that another execution has put into this batch counts as recorded before.
		const inBatch = marks.filter((mark) => batch.marks.has(mark));
		for (const mark of marks) batch.marks.add(mark);
		const recorded = await batch.recorded;
		return recorded && new Set([...inBatch, ...marks.filter((mark) => recorded.has(mark))]);
	}

	async forget(trigger: string, items: ProcessedItems, marks: string[]): Promise<void> {
		if (marks.length > 0)
			await this.queue.run(trigger, async () => await attempt(items.forget(marks)));
	}

	private open(trigger: string, items: ProcessedItems, amongWorkers: boolean) {
		const marks = new Set<string>();
		const write = async () => await attempt(items.record([...marks]));
		/** The marks that n8n's record had before; undefined after two failed writes. */
		const recorded = this.queue.run(trigger, async () => {
			if (amongWorkers) await pause(GATHER_MS * (1 + Math.random() / 2));
			this.gathering.delete(trigger);
			const before = await write();
			// A failed write may have gone through, so the second one may find its own marks.
			return before ? new Set(before) : (await write()) && new Set<string>();
		});
		if (amongWorkers) {
			void this.queue.run(trigger, async () => {
				for (let look = 0; look < LOOKS; look++) {
					await pause(LOOK_AFTER_MS * (1 + Math.random()));
					if ((await write())?.length === marks.size) return;
				}
			});
		}
		const batch = { marks, recorded };
		this.gathering.set(trigger, batch);
		return batch;
	}
}

export const eventRecord = new EventRecord();
