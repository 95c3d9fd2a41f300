/** Where the sandbox reads the time: `now()` answers milliseconds since 1970. */
export interface Clock {
	now(): number;
}

/**
 * A clock that tests can put forward, so that codes, tokens and slots run out without waiting.
 * Retry delays of deliveries and the fault delays follow real time, not this clock.
 */
export class ShiftableClock implements Clock {
	private shiftMs = 0;

	constructor(private readonly base: Clock = { now: () => Date.now() }) {}

	now(): number {
		return this.base.now() + this.shiftMs;
	}

	/** @param ms milliseconds to move on; negative values move back */
	advance(ms: number): void {
		this.shiftMs += ms;
	}

	reset(): void {
		this.shiftMs = 0;
	}
}
