import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { SerialQueue, withTimeout } from '../utils/attempt';

/** n8n's record of what a node has processed. */
export interface ProcessedItems {
	/** Records what is not recorded yet. @returns the keys that had been recorded before */
	record: (keys: string[]) => Promise<string[]>;
	forget: (keys: string[]) => Promise<void>;
}

/** Words of SQLite, Postgres and MySQL for a row that exists. */
const COLLISION = /unique|duplicate/i;

/**
 * n8n's record of what a node has processed, for `execute()` only: a row for each workflow and node id, shared by all
 * processes. n8n (2.41 included) writes it whole, without a lock, so a process must make one call after another, and of
 * two first calls at once one throws, and has recorded nothing. Keys must be distinct: a repeated one counts as new.
 */
export function processedItems({ helpers }: IExecuteFunctions, maxKeys: number): ProcessedItems {
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };
	const record = async (keys: string[]) =>
		(await helpers.checkProcessedAndRecord(keys, 'node', options)).processed.map(String);
	return {
		record: async (keys: string[]) =>
			await record(keys).catch(async (error: Error) =>
				COLLISION.test(error.message) ? await record(keys) : await Promise.reject(error),
			),
		forget: async (keys: string[]) => await helpers.removeProcessed(keys, 'node', options),
	};
}

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

/** Marks that are written together. */
interface Batch {
	marks: Set<string>;
	/** Those that n8n's record had before; undefined after two failed writes. */
	before: Promise<Set<string> | undefined>;
}

/** Writes one batch of marks at a time, because n8n's record has no lock; more marks gather during a write. */
export class EventRecord {
	private readonly gathering = new Map<string, Batch>();
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
		const recorded = new Set(marks.filter((mark) => batch.marks.has(mark)));
		for (const mark of marks) batch.marks.add(mark);
		const before = await batch.before;
		if (!before) return undefined;
		for (const mark of marks) if (before.has(mark)) recorded.add(mark);
		return recorded;
	}

	async forget(trigger: string, items: ProcessedItems, marks: string[]): Promise<void> {
		if (marks.length > 0)
			await this.queue.run(trigger, async () => await attempt(items.forget(marks)));
	}

	private open(trigger: string, items: ProcessedItems, amongWorkers: boolean): Batch {
		const marks = new Set<string>();
		const write = async () => await attempt(items.record([...marks]));
		const before = this.queue.run(trigger, async () => {
			if (amongWorkers) await pause(GATHER_MS * (1 + Math.random() / 2));
			this.gathering.delete(trigger);
			const first = await write();
			if (first) return new Set(first);
			// The failed write may have gone through, so the second one may find its own marks.
			return (await write()) && new Set<string>();
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
		for (let look = 0; look < LOOKS; look++) {
			await pause(LOOK_AFTER_MS * (1 + Math.random()));
			const found = await write();
			if (found?.length === marks.size) return;
		}
	}
}

export const eventRecord = new EventRecord();
