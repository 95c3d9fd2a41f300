import { ShiftableClock, type Clock } from './clock';
import { PlatformState } from './platformState';
import type { Profile } from './profiles/switches';
import type { Seed } from './seed';

/** Holds the present state of a sandbox, which a reset replaces. */
export class Platform {
	state: PlatformState;
	readonly clock: ShiftableClock;

	constructor(
		private readonly seed: Seed,
		private readonly profile: Profile,
		baseClock?: Clock,
		private readonly requestLogLimit?: number,
	) {
		this.clock = new ShiftableClock(baseClock);
		this.state = this.newState();
	}

	async reset(): Promise<void> {
		const previous = this.state;
		this.clock.reset();
		this.state = this.newState();
		await previous.dispose();
	}

	private newState(): PlatformState {
		return new PlatformState(this.seed, this.clock, { ...this.profile }, this.requestLogLimit);
	}
}
