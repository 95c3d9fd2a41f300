import { BoundedMap } from './boundedMap';

/** The oldest go first. */
const MAX_KEPT = 1_000;

interface Reading<T> {
	began: number;
	value: Promise<T>;
}

/**
 * Keeps what was read for a while after the reading **began**, so nothing is ever older than that.
 * Calls that come while it is under way share it. What a reading throws goes to those who share it,
 * and is not kept.
 */
export class TtlCache<T> {
	private readonly readings = new BoundedMap<string, Reading<T>>(MAX_KEPT);

	/** @param now milliseconds of a monotonic clock */
	constructor(
		private readonly keptMs: number,
		private readonly now: () => number = () => performance.now(),
	) {}

	/** @param key what is read; `read` of any call with the same key must read the same */
	async get(key: string, read: () => Promise<T>): Promise<T> {
		const kept = this.readings.get(key);
		if (kept && this.now() - kept.began < this.keptMs) return await kept.value;
		const reading = { began: this.now(), value: read() };
		this.readings.set(key, reading);
		reading.value.catch(() => {
			if (this.readings.get(key) === reading) this.readings.delete(key);
		});
		return await reading.value;
	}
}
