/** Keeps the `max` entries that were set last. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly max: number) {
		super();
	}

	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.max) this.delete(this.keys().next().value as K);
		return this;
	}
}

/** Shares a reading for `ms` milliseconds from its beginning. A failure, or undefined, is not kept. */
export class RecentReads<T> {
	private readonly reads: BoundedMap<string, { began: number; value: Promise<T> }>;

	constructor(
		private readonly ms: number,
		max: number,
	) {
		this.reads = new BoundedMap(max);
	}

	/** @param ms asks for a younger reading */
	async get(key: string, read: () => Promise<T>, ms = this.ms): Promise<T> {
		const recent = this.reads.get(key);
		if (recent && performance.now() - recent.began < ms) return await recent.value;
		const reading = { began: performance.now(), value: read() };
		this.reads.set(key, reading);
		// A newer reading stays.
		const drop = () => this.reads.get(key) === reading && this.reads.delete(key);
		void reading.value.then((value) => value === undefined && drop(), drop);
		return await reading.value;
	}

	forget(key: string): void {
		this.reads.delete(key);
	}
}
