const DAY_MS = 24 * 60 * 60_000;

/** HighLevel's circuit breaker for URLs that refuse too much. */
export interface BreakerSettings {
	/** Deliveries in three days beyond which it counts; HighLevel's: 10,000 */
	minDeliveries: number;
	/** The part of them that has to succeed; HighLevel's: 0.9 */
	minSuccess: number;
}

const WINDOW_MS = 3 * DAY_MS;

interface Window {
	beganAt: number;
	deliveries: number;
	succeeded: number;
	/** The breaker has acted in this window. */
	hasTripped: boolean;
}

/** The first bad window of a URL brings a mail; in the second one, deliveries pause until somebody enables the events again. */
export class CircuitBreaker {
	private readonly windows = new Map<string, Window>();
	private readonly mailed = new Set<string>();
	private readonly paused = new Set<string>();

	/** The URLs about which mails were sent, in order. */
	readonly mails: string[] = [];

	count(url: string, isSuccess: boolean, { minDeliveries, minSuccess }: BreakerSettings): void {
		let window = this.windows.get(url);
		if (!window || Date.now() - window.beganAt >= WINDOW_MS) {
			window = { beganAt: Date.now(), deliveries: 0, succeeded: 0, hasTripped: false };
			this.windows.set(url, window);
		}
		window.deliveries += 1;
		if (isSuccess) window.succeeded += 1;
		const isBad = window.succeeded < window.deliveries * minSuccess;
		if (window.deliveries <= minDeliveries || !isBad || window.hasTripped) return;
		window.hasTripped = true;
		if (this.mailed.has(url)) {
			this.paused.add(url);
			return;
		}
		this.mailed.add(url);
		this.mails.push(url);
	}

	isPaused(url: string): boolean {
		return this.paused.has(url);
	}

	/** A person enables the events again. */
	enable(url: string): void {
		this.paused.delete(url);
		this.windows.delete(url);
	}
}
