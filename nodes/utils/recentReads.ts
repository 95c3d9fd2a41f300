import { BoundedMap } from './boundedMap';

interface Read<T> {
	value: Promise<T | undefined>;
	/** Milliseconds; not set while it is under way. */
	until?: number;
}

/** What was read lately, shared by all who ask for it meanwhile. A failure, or undefined, is not kept. */
export class RecentReads<T> {
	private readonly reads: BoundedMap<string, Read<T>>;

	/**
	 * @param ms how long a value counts, once it is there
	 * @param max how many values are kept
	 */
	constructor(
		private readonly ms: number,
		max: number,
	) {
		this.reads = new BoundedMap(max);
	}

	async get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
		const known = this.reads.get(key);
		if (known && !(Date.now() >= (known.until ?? Infinity))) return await known.value;
		const own: Read<T> = { value: read() };
		this.reads.set(key, own);
		const value = await own.value.catch(async (error: unknown) => {
			this.forget(key, own);
			return await Promise.reject(error);
		});
		if (value === undefined) this.forget(key, own);
		own.until = Date.now() + this.ms;
		return value;
	}

	/** @param only this reading, and no newer one */
	forget(key: string, only = this.reads.get(key)): void {
		if (only && this.reads.get(key) === only) this.reads.delete(key);
	}
}
