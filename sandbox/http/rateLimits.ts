import type { RateLimit } from '../profile';
import { Refusal } from '../responses';

interface Counted {
	/** When the window began, in milliseconds since 1970 */
	began: number;
	count: number;
	day: number;
	today: number;
}

const DAY_MS = 24 * 3_600_000;

/** Counts the requests of each location or company in windows that begin with their first request. */
export class RateLimits {
	private readonly counted = new Map<string, Counted>();

	/**
	 * @param key the location or company whose token is used
	 * @param headers receives what every response says of the limit
	 * @throws Refusal 429 for a request beyond the limit
	 */
	count(key: string, { max, intervalMs, daily }: RateLimit, headers: Record<string, string>): void {
		const now = Date.now();
		const day = Math.floor(now / DAY_MS);
		const last = this.counted.get(key);
		const isSame = last !== undefined && now < last.began + intervalMs;
		const { began, count } = isSame ? last : { began: now, count: 0 };
		const today = last?.day === day ? last.today : 0;
		const isOver = count >= max || today >= daily;
		const next = { began, day, count: count + (isOver ? 0 : 1), today: today + (isOver ? 0 : 1) };
		this.counted.set(key, next);
		Object.assign(headers, {
			'x-ratelimit-limit-daily': String(daily),
			'x-ratelimit-daily-remaining': String(daily - next.today),
			'x-ratelimit-interval-milliseconds': String(intervalMs),
			'x-ratelimit-max': String(max),
			'x-ratelimit-remaining': String(max - next.count),
		});
		if (isOver) throw new Refusal(429, 'Too Many Requests');
	}
}
