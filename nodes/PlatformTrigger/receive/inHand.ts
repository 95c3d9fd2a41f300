/** Each holds an isolate of n8n, of 5 to 13 MB, from before `webhook()` to the end of its response. */
const MAX_IN_HAND = 250;

/** They may wait for long, for capacity (N8N_CONCURRENCY_PRODUCTION_LIMIT): more than a bulk import sends at once. */
const MAX_VERIFIED = 100;

/** More at once are no faster, and each execution that begins holds an isolate of its own. */
const MAX_STARTING = 20;

/** Anybody can send slow bodies. */
const MAX_SLOW = 20;

/** A slow body gives way to another one after so long. */
const SLOW_MS = 1_000;

/** One delivery from before its body is read until its response has ended. */
export interface Stay {
	/** Its body is slow. Resolves when it is not to be waited for any longer. */
	slow(): Promise<void>;
	/**
	 * It has come from the platform. Resolves when it is its turn to start the workflow.
	 *
	 * @param senderClosed what ends the waiting for its turn
	 * @returns whether there is room for it, and its sender is there
	 */
	verified(senderClosed: () => Promise<void>): Promise<boolean>;
	/** The response has ended, or has been sent. */
	leave(): void;
}

/** Counts the deliveries in hand of one process: what is slow is bounded tightly, a burst is not. */
export class InHand {
	private readonly all = new Set<Stay>();

	private readonly known = new Set<Stay>();

	/** Of those the ones whose turn is to come, oldest first. */
	private readonly waiting = new Map<Stay, (isTurn: boolean) => void>();

	/** Oldest first. */
	private readonly slow = new Map<Stay, { since: number; giveWay: () => void }>();

	/** @param now milliseconds of a monotonic clock */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/** @returns undefined where there is no room: the delivery is to come again later */
	enter(): Stay | undefined {
		if (this.all.size >= MAX_IN_HAND || this.known.size >= MAX_VERIFIED) return undefined;
		const stay: Stay = {
			slow: async () => await new Promise((giveWay) => this.isSlow(stay, giveWay)),
			verified: async (senderClosed) => {
				this.slow.delete(stay);
				if (this.known.size >= MAX_VERIFIED) return false;
				this.known.add(stay);
				if (this.known.size <= MAX_STARTING) return true;
				const turn = new Promise<boolean>((resolve) => this.waiting.set(stay, resolve));
				return await Promise.race([turn, senderClosed().then(() => false)]);
			},
			leave: () => {
				[this.all, this.known, this.slow, this.waiting].forEach((each) => each.delete(stay));
				const [next] = this.waiting;
				if (!next || this.known.size - this.waiting.size >= MAX_STARTING) return;
				this.waiting.delete(next[0]);
				next[1](true);
			},
		};
		this.all.add(stay);
		return stay;
	}

	private isSlow(stay: Stay, giveWay: () => void): void {
		if (this.slow.size >= MAX_SLOW) {
			const [[oldest, { since, giveWay: displace }]] = this.slow;
			if (this.now() - since < SLOW_MS) return giveWay();
			this.slow.delete(oldest);
			displace();
		}
		this.slow.set(stay, { since: this.now(), giveWay });
	}
}

/** One for the process. */
export const inHand = new InHand();
