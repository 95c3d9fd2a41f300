import { BoundedMap } from './boundedMap';

/** Shares the result of a read with all who ask within `ms` milliseconds from its beginning. A failure, or undefined, is not kept. */
export class RecentReads<T> {
	private readonly reads: BoundedMap<string, { began: number; value: Promise<T> }>;

	constructor(
		private readonly ms: number,
		max: number,
	) {
		this.reads = new BoundedMap(max);
	}

	/** The result of the last read with this key, else of a new one. @param ms how old the result may be, in milliseconds */
	async get(key: string, read: () => Promise<T>, ms = this.ms): Promise<T> {
		const recent = this.reads.get(key);
		if (recent && performance.now() - recent.began < ms) return await recent.value;
		const reading = { began: performance.now(), value: read() };
		this.reads.set(key, reading);
		const drop = () => {
			// Meanwhile, a newer read may have begun, which stays.
			if (this.reads.get(key) === reading) this.reads.delete(key);
		};
		const dropIfNothing = (value: T) => {
			if (value === undefined) drop();
		};
		void reading.value.then(dropIfNothing, drop);
		return await reading.value;
	}

	/** The next call with this key reads again. */
	forget(key: string): void {
		this.reads.delete(key);
	}
}
