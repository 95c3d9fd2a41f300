import { SerialQueue } from '../utils/serialQueue';
import { withTimeout } from '../utils/withTimeout';
import type { ProcessedItems } from './processedItems';

/** A write that takes longer counts as failed, because the events behind it must run. */
const MAX_WRITE_MS = 10_000;

/**
 * n8n's record has no lock, so where two workers write at once, the marks of one are lost. So a worker gathers marks before
 * it writes, for this long or up to half as long again, at random. Then it writes them again until none is missing.
 */
const GATHER_MS = 100;

const REWRITE_AFTER_MS = 25;

const MAX_REWRITES = 3;

/** What a write gives; undefined for one that fails, or takes too long. */
async function tryWrite<T>(write: Promise<T>): Promise<T | undefined> {
	return await withTimeout(write, MAX_WRITE_MS).catch(() => undefined);
}

/** Unlike `sleep`, it does not keep the process alive. */
async function pause(ms: number): Promise<void> {
	await withTimeout(new Promise(() => {}), ms);
}

/** Marks that are written together. */
interface Batch {
	marks: Set<string>;
	/** The marks that n8n's record had before; undefined where two writes have failed. */
	before: Promise<Set<string> | undefined>;
}

/** Writes one batch of marks at a time, because n8n's record has no lock; more marks gather during a write. */
export class EventRecord {
	private readonly gathering = new Map<string, Batch>();
	private readonly queue = new SerialQueue();

	/**
	 * Records marks of a trigger.
	 *
	 * @param items n8n's record for this execution
	 * @param amongWorkers true where other processes may write at the same time
	 * @returns the marks that had been recorded before; undefined if none could be recorded
	 */
	async record(
		trigger: string,
		items: ProcessedItems,
		marks: string[],
		amongWorkers: boolean,
	): Promise<Set<string> | undefined> {
		const batch = this.gathering.get(trigger) ?? this.startBatch(trigger, items, amongWorkers);
		// A mark that another execution has added to this batch counts as recorded before.
		const recorded = new Set(marks.filter((mark) => batch.marks.has(mark)));
		for (const mark of marks) batch.marks.add(mark);
		const before = await batch.before;
		if (!before) return undefined;
		for (const mark of marks) if (before.has(mark)) recorded.add(mark);
		return recorded;
	}

	async forget(trigger: string, items: ProcessedItems, marks: string[]): Promise<void> {
		if (marks.length > 0)
			await this.queue.run(trigger, async () => await tryWrite(items.forget(marks)));
	}

	/** Begins to gather marks, which are written once the writes before have ended. */
	private startBatch(trigger: string, items: ProcessedItems, amongWorkers: boolean): Batch {
		const marks = new Set<string>();
		const write = async () => await tryWrite(items.record([...marks]));
		const before = this.queue.run(trigger, async () => {
			if (amongWorkers) await pause(GATHER_MS * (1 + Math.random() / 2));
			this.gathering.delete(trigger);
			const first = await write();
			if (first) return new Set(first);
			// The write may have gone through although it failed, so what a second write finds says nothing.
			const second = await write();
			return second === undefined ? undefined : new Set<string>();
		});
		if (amongWorkers) void this.queue.run(trigger, async () => await this.rewrite(marks, write));
		const batch = { marks, before };
		this.gathering.set(trigger, batch);
		return batch;
	}

	/** Writes marks again until another worker's write no longer loses one. */
	private async rewrite(
		marks: Set<string>,
		write: () => Promise<string[] | undefined>,
	): Promise<void> {
		for (let rewrite = 0; rewrite < MAX_REWRITES; rewrite++) {
			await pause(REWRITE_AFTER_MS * (1 + Math.random()));
			const found = await write();
			if (found?.length === marks.size) return;
		}
	}
}

export const eventRecord = new EventRecord();
