import { ShiftableClock, type Clock } from './clock';
import { PlatformState } from './platformState';
import type { Seed } from './seed';

/** Holds the present state of a sandbox and replaces it on reset. */
export class World {
	state: PlatformState;
	readonly clock: ShiftableClock;

	constructor(
		private readonly seed: Seed,
		baseClock?: Clock,
		private readonly requestLogLimit?: number,
	) {
		this.clock = new ShiftableClock(baseClock);
		this.state = this.fresh();
	}

	async reset(): Promise<void> {
		const previous = this.state;
		this.clock.reset();
		this.state = this.fresh();
		await previous.dispose();
	}

	private fresh(): PlatformState {
		return new PlatformState(this.seed, this.clock, this.requestLogLimit);
	}
}
