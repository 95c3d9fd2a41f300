/** Each holds an isolate of n8n, of 5 to 13 MB, from before `webhook()` to the end of its response. */
const MAX_IN_HAND = 250;

/** Verified deliveries that wait or start: more than a bulk import sends at once. */
const MAX_WAITING = 100;

/** More at once are no faster, and each execution that begins holds an isolate of its own. */
const MAX_STARTING = 20;

/** Anybody can send slow bodies. */
const MAX_SLOW = 20;

/** After this long, a slow body gives way to another one. */
const SLOW_MS = 1_000;

/** One delivery from before its body is read until its response has ended. */
export interface Stay {
	/** The body is slow. Resolves when waiting must end. */
	slow(): Promise<void>;
	/** A verified delivery waits for n8n; false if there is no room. */
	waits(): boolean;
	/** Resolves when the delivery may start the workflow, or with the reason why it cannot. */
	turn(senderClosed: () => Promise<void>): Promise<'turn' | 'full' | 'closed'>;
	leave(): void;
}

/** Bounds the deliveries in hand of one process: slow ones tightly, a burst loosely. */
export class InHand {
	private readonly all = new Set<Stay>();
	private readonly waiting = new Set<Stay>();
	private readonly starting = new Set<Stay>();

	/** Deliveries that wait for their turn to start the workflow, oldest first. */
	private readonly queue = new Map<Stay, (turn: 'turn') => void>();

	private readonly slow = new Map<Stay, { since: number; giveWay: () => void }>();

	/** @param now milliseconds of a monotonic clock */
	constructor(private readonly now: () => number = () => performance.now()) {}

	enter(): Stay | undefined {
		if (this.all.size >= MAX_IN_HAND) return undefined;
		const stay: Stay = {
			slow: async () => await new Promise((giveWay) => this.isSlow(stay, giveWay)),
			waits: () => {
				this.slow.delete(stay);
				if (this.waiting.size >= MAX_WAITING && !this.waiting.has(stay)) return false;
				this.waiting.add(stay);
				return true;
			},
			turn: async (senderClosed) => {
				if (!stay.waits()) return 'full';
				if (this.starting.size < MAX_STARTING) {
					this.starting.add(stay);
					return 'turn';
				}
				const turn = new Promise<'turn'>((resolve) => this.queue.set(stay, resolve));
				return await Promise.race([turn, senderClosed().then(() => 'closed' as const)]);
			},
			leave: () => {
				[this.all, this.waiting, this.starting, this.slow, this.queue].forEach((each) => each.delete(stay));
				const [next] = this.queue;
				if (!next || this.starting.size >= MAX_STARTING) return;
				const [first, begin] = next;
				this.queue.delete(first);
				this.starting.add(first);
				begin('turn');
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

export const inHand = new InHand();
