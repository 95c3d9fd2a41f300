import type { ProcessedItems } from '../../n8n/processedItems';
import { SerialQueue } from '../../utils/serialQueue';
import { withTimeout } from '../../utils/withTimeout';

/** A write that takes longer counts as failed, because the events behind it must run. */
const MAX_WRITE_MS = 10_000;

/** Further looks at marks that another worker may have lost, each after a pause of up to so long. */
const LOOKS = 3;
const MAX_PAUSE_MS = 2_000;

interface Batch {
	keys: Set<string>;
	known: Promise<Set<string>>;
}

/**
 * Writes the marks of a trigger one after another, because n8n's record has no lock, and in groups,
 * because executions would queue behind it otherwise: while a write is under way further keys gather.
 */
export class Marks {
	/** By trigger. */
	private readonly gathering = new Map<string, Batch>();

	private readonly queue = new SerialQueue();

	constructor(private readonly maxWriteMs = MAX_WRITE_MS) {}

	/**
	 * @param onLoss called when the keys could not be recorded, twice in a row
	 * @returns those of the keys that had been recorded before; none where nothing could be recorded,
	 * since an event may run twice rather than never
	 */
	async record(
		trigger: string,
		items: ProcessedItems,
		keys: string[],
		onLoss: () => void,
	): Promise<Set<string>> {
		const batch = this.gathering.get(trigger) ?? this.open(trigger, items, onLoss);
		// Of two executions that give the same key to one write, the second one comes second.
		const given = keys.filter((key) => batch.keys.has(key));
		for (const key of keys) batch.keys.add(key);
		const known = await batch.known;
		return new Set([...given, ...keys.filter((key) => known.has(key))]);
	}

	forget(trigger: string, items: ProcessedItems, keys: string[]): void {
		this.gathering.delete(trigger);
		const task = async () => await this.attempt(async () => await items.forget(keys));
		void this.queue.run(trigger, task);
	}

	private open(trigger: string, items: ProcessedItems, onLoss: () => void): Batch {
		const keys = new Set<string>();
		const known = this.queue.run(trigger, async () => {
			if (this.gathering.get(trigger)?.keys === keys) this.gathering.delete(trigger);
			const write = async () => await items.record([...keys]);
			const before = await this.attempt(write);
			if (before) return new Set(before);
			// The first write may have gone through, so this one may find its keys.
			if (!(await this.attempt(write))) onLoss();
			return new Set<string>();
		});
		const batch = { keys, known };
		this.gathering.set(trigger, batch);
		return batch;
	}

	private async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
		return await withTimeout(write(), this.maxWriteMs).catch(() => undefined);
	}
}

/** One for the process. */
export const marks = new Marks();

/**
 * Workers write the record without a lock and can lose each other's marks, so each looks once more
 * whether its own are there. At random, or two that have met would meet again.
 *
 * @param record writes what is not there. @returns whether it was
 */
export async function keepRecorded(
	record: () => Promise<boolean>,
	maxPauseMs = MAX_PAUSE_MS,
): Promise<void> {
	for (let look = 0; look < LOOKS; look++) {
		await withTimeout(new Promise(() => {}), Math.random() * maxPauseMs);
		if (await record()) return;
	}
}
