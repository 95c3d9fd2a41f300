/**
 * Each delivery in hand holds an isolate of n8n, of 5 to 9 MB, from before `webhook()` to the end of its
 * response. Verified ones wait where n8n waits for capacity (N8N_CONCURRENCY_PRODUCTION_LIMIT).
 */
const MAX_VERIFIED = 40;
/** Anybody can send these. */
const MAX_STRANGERS = 20;

/** The body of a genuine delivery is there within milliseconds. */
const SLOW_MS = 1_000;

/** One delivery from before its body is read until its response has ended. */
export interface Stay {
	/** Resolves when another delivery takes its place, because its body is slow. */
	displaced: Promise<void>;
	/** It has come from the platform. */
	verified(): void;
	/** The response has ended, or has been sent. */
	leave(): void;
}

/** Counts the deliveries in hand of one process, strangers apart from what has been verified. */
export class InHand {
	/** Oldest first. */
	private readonly strangers = new Map<Stay, { since: number; displace: () => void }>();

	private readonly known = new Set<Stay>();

	/** @param now milliseconds of a monotonic clock */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/** @returns undefined where there is no room: the delivery is to come again later */
	enter(): Stay | undefined {
		if (this.known.size >= MAX_VERIFIED) return undefined;
		if (this.strangers.size >= MAX_STRANGERS) {
			const [[oldest, { since, displace }]] = this.strangers;
			if (this.now() - since < SLOW_MS) return undefined;
			this.strangers.delete(oldest);
			displace();
		}
		let displace = () => {};
		const stay: Stay = {
			displaced: new Promise((resolve) => (displace = resolve)),
			verified: () => {
				this.strangers.delete(stay);
				this.known.add(stay);
			},
			leave: () => {
				this.strangers.delete(stay);
				this.known.delete(stay);
			},
		};
		this.strangers.set(stay, { since: this.now(), displace });
		return stay;
	}
}

/** One for the process. */
export const inHand = new InHand();
