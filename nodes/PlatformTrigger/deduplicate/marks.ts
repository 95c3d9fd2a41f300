import type { ProcessedItems } from '../../n8n/delivery';
import { SerialQueue, withTimeout } from '../../utils/attempt';

/** A write that takes longer counts as failed, because the events behind it must run. */
const MAX_WRITE_MS = 10_000;

/** What is to be closed gathers for so long: each write is one of the whole record. */
const CLOSE_AFTER_MS = 1_000;

/** What cannot be written of it is tried again after 2, 4, 8, 16 and 32 s. */
const MAX_CLOSINGS = 6;

/**
 * Workers write the record without a lock: of two that write at once, one loses its marks. So the marks
 * of a worker gather, for up to half as long again at random, and soon after each write it looks
 * whether they are there: sooner than another worker, which gathers, asks for them.
 */
const GATHER_MS = 100;
const LOOK_AFTER_MS = 25;
const LOOKS = 3;

/** Where a trigger's marks are, and who is told when they could not be written, twice in a row. */
export interface Target {
	trigger: string;
	items: ProcessedItems;
	onLoss: () => void;
}

interface Batch {
	keys: Set<string>;
	/** Undefined when nothing could be recorded. */
	known: Promise<Set<string> | undefined>;
}

interface Closing {
	record: Set<string>;
	forget: Set<string>;
}

const pause = async (ms: number) => await withTimeout(new Promise(() => {}), ms);

/**
 * Writes the marks of a trigger one after another, because n8n's record has no lock, and in groups,
 * because executions would queue behind it otherwise: while a write is under way further keys gather.
 */
export class Marks {
	/** By trigger. */
	private readonly gathering = new Map<string, Batch>();

	private readonly closing = new Map<string, Closing>();

	private readonly queue = new SerialQueue();

	constructor(
		private readonly maxWriteMs = MAX_WRITE_MS,
		private readonly closeAfterMs = CLOSE_AFTER_MS,
		private readonly gatherMs = GATHER_MS,
	) {}

	/**
	 * @param amongWorkers other processes write the same record
	 * @returns those of the keys that had been recorded before; none where nothing could be recorded,
	 * since an event may run twice rather than never
	 */
	async record(target: Target, keys: string[], amongWorkers = false): Promise<Set<string>> {
		const batch = this.gathering.get(target.trigger) ?? this.open(target, amongWorkers);
		// Of two executions that give the same key to one write, the second one comes second.
		const given = keys.filter((key) => batch.keys.has(key));
		for (const key of keys) batch.keys.add(key);
		const known = await batch.known;
		if (!known) target.onLoss();
		return new Set([...given, ...keys.filter((key) => known?.has(key))]);
	}

	/** Records one key and then forgets others, together with those of the next second. */
	closeSoon(target: Target, key: string, forget: string[]): void {
		const closing = this.closing.get(target.trigger) ?? { record: new Set(), forget: new Set() };
		closing.record.add(key);
		for (const each of forget) closing.forget.add(each);
		if (this.closing.get(target.trigger)) return;
		this.closing.set(target.trigger, closing);
		void this.close(target, closing);
	}

	/** @returns whether it succeeded */
	async forget({ trigger, items }: Target, keys: string[]): Promise<boolean> {
		this.gathering.delete(trigger);
		const write = async () => await items.forget(keys).then(() => true);
		return (await this.queue.run(trigger, async () => await this.attempt(write))) ?? false;
	}

	private async close(target: Target, { record, forget }: Closing): Promise<void> {
		for (let attempt = 0; attempt < MAX_CLOSINGS; attempt++) {
			await pause(this.closeAfterMs * 2 ** attempt);
			if (attempt === 0) this.closing.delete(target.trigger);
			let isLost = false;
			await this.record({ ...target, onLoss: () => (isLost = true) }, [...record]);
			if (!isLost && (await this.forget(target, [...forget]))) return;
		}
		target.onLoss();
	}

	private open({ trigger, items }: Target, amongWorkers: boolean): Batch {
		const keys = new Set<string>();
		const write = async () => await this.attempt(async () => await items.record([...keys]));
		const known = new Promise<Set<string> | undefined>((resolve) => {
			void this.queue.run(trigger, async () => {
				if (amongWorkers) await pause(this.gatherMs * (1 + Math.random() / 2));
				if (this.gathering.get(trigger)?.keys === keys) this.gathering.delete(trigger);
				const before = await write();
				// The first write may have gone through, so the second may find its own keys.
				resolve(before ? new Set(before) : (await write()) && new Set());
				for (let look = 0; amongWorkers && look < LOOKS; look++) {
					await pause(LOOK_AFTER_MS * (1 + Math.random()));
					if ((await write())?.length === keys.size) return;
				}
			});
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
