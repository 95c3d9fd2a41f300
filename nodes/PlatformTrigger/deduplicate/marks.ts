import type { ProcessedItems } from '../../n8n/processedItems';
import { withTimeout } from '../../n8n/withTimeout';

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
 * Writes the marks of one trigger one after another, because n8n's record has no lock, and in groups,
 * because executions would queue behind it otherwise: while a write is under way further keys gather.
 */
export class Marks {
	private gathering?: Batch;

	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly onIdle: () => void = () => {},
		private readonly maxWriteMs = MAX_WRITE_MS,
	) {}

	/**
	 * @param onLoss called when the keys could not be recorded, twice in a row
	 * @returns those of the keys that had been recorded before; none where nothing could be recorded,
	 * since an event may run twice rather than never
	 */
	async record(items: ProcessedItems, keys: string[], onLoss: () => void): Promise<Set<string>> {
		const batch = (this.gathering ??= this.open(items, onLoss));
		// Of two executions that give the same key to one write, the second one comes second.
		const given = keys.filter((key) => batch.keys.has(key));
		for (const key of keys) batch.keys.add(key);
		const known = await batch.known;
		return new Set([...given, ...keys.filter((key) => known.has(key))]);
	}

	forget(items: ProcessedItems, keys: string[]): void {
		this.gathering = undefined;
		void this.enqueue(async () => await this.attempt(async () => await items.forget(keys)));
	}

	private open(items: ProcessedItems, onLoss: () => void): Batch {
		const keys = new Set<string>();
		const known = this.enqueue(async () => {
			if (this.gathering?.keys === keys) this.gathering = undefined;
			const write = async () => await items.record([...keys]);
			const before = await this.attempt(write);
			if (before) return new Set(before);
			// The first write may have gone through, so this one may find its keys.
			if (!(await this.attempt(write))) onLoss();
			return new Set<string>();
		});
		return { keys, known };
	}

	private async enqueue<T>(task: () => Promise<T>): Promise<T> {
		const run = this.last.then(task);
		this.last = run;
		const result = await run;
		if (this.last === run) this.onIdle();
		return result;
	}

	private async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
		return await withTimeout(write(), this.maxWriteMs).catch(() => undefined);
	}
}

/** Of the triggers that write at the moment. */
const writing = new Map<string, Marks>();

export function marksOf(trigger: string): Marks {
	let marks = writing.get(trigger);
	if (!marks) {
		marks = new Marks(() => writing.delete(trigger));
		writing.set(trigger, marks);
	}
	return marks;
}

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
