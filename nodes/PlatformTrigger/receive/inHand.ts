/** Verified deliveries that wait or start, repeats included: more than a bulk import sends at once. */
const MAX_WAITING = 100;

/** More at once are no faster, and each execution that begins holds an isolate of its own. */
const MAX_STARTING = 20;

/** Anybody can send slow bodies. */
const MAX_SLOW = 20;

/** After this long, a slow body gives way to another one. */
const SLOW_MS = 1_000;

/**
 * Bounds the deliveries in hand of one process, each of which holds an isolate of n8n, of 5 to 13 MB, until its
 * response has ended. A delivery is known by that response.
 */
export class InHand {
	/** Verified deliveries, oldest first, with what lets each begin. */
	private readonly verified = new Map<object, (turn: 'turn') => void>();

	/** Repeats that wait for the first delivery of their event. */
	private readonly repeats = new Set<object>();

	private readonly slow = new Map<object, { since: number; giveWay: () => void }>();

	/** @param now milliseconds of a monotonic clock */
	constructor(private readonly now: () => number = () => performance.now()) {}

	/** Resolves when a slow body must no longer be waited for. */
	async whenSlow(delivery: object): Promise<void> {
		if (this.slow.size >= MAX_SLOW) {
			const [[oldest, { since, giveWay }]] = this.slow;
			if (this.now() - since < SLOW_MS) return;
			this.slow.delete(oldest);
			giveWay();
		}
		await new Promise<void>((giveWay) => this.slow.set(delivery, { since: this.now(), giveWay }));
	}

	/** Resolves when a repeat must no longer wait: at once if there is no room, or when its sender hangs up. */
	async asRepeat(delivery: object, senderClosed: () => Promise<void>): Promise<void> {
		if (this.isFull()) return;
		this.repeats.add(delivery);
		await senderClosed();
	}

	/** Resolves when a verified delivery may start the workflow, or with the reason why it cannot. */
	async turn(delivery: object, senderClosed: () => Promise<void>): Promise<'turn' | 'full' | 'closed'> {
		this.slow.delete(delivery);
		this.repeats.delete(delivery);
		if (this.isFull()) return 'full';
		const turn = new Promise<'turn'>((resolve) => this.verified.set(delivery, resolve));
		this.callNext();
		return await Promise.race([turn, senderClosed().then(() => 'closed' as const)]);
	}

	leave(delivery: object): void {
		this.slow.delete(delivery);
		this.repeats.delete(delivery);
		if (this.verified.delete(delivery)) this.callNext();
	}

	private isFull(): boolean {
		return this.verified.size + this.repeats.size >= MAX_WAITING;
	}

	private callNext(): void {
		for (const begin of [...this.verified.values()].slice(0, MAX_STARTING)) begin('turn');
	}
}

export const inHand = new InHand();
