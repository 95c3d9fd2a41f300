import type { DeliveryResponse } from '../../n8n/delivery';

/** Verified deliveries that wait or start, repeats included. A bulk import sends fewer at once. */
const MAX_WAITING = 100;

/** More at once are no faster, and each execution that begins holds an isolate of n8n. */
const MAX_STARTING = 20;

/** Anybody can send slow bodies, so the oldest of them gives way to a new one after this time. */
const MAX_SLOW = 20;
const SLOW_MS = 1_000;

/** A body that is waited for. */
interface SlowBody {
	since: number;
	/** Ends the wait. */
	giveWay: () => void;
}

/** Resolves when the sender hangs up before it has its response. */
async function senderClosed(response: DeliveryResponse): Promise<void> {
	if (!response.destroyed) await new Promise<void>((resolve) => response.once('close', resolve));
}

/**
 * Bounds how many deliveries a process handles at once, because n8n holds an isolate of 5 to 13 MB for each until its
 * response has ended. A delivery is known by its response object.
 */
export class DeliveryQueue {
	/**
	 * Verified deliveries, oldest first, with the function that gives a delivery its turn. Repeats have no such function,
	 * because they wait for the first delivery of their event.
	 */
	private readonly verified = new Map<object, (() => void) | undefined>();

	/** Deliveries whose body is slow, oldest first. */
	private readonly slow = new Map<object, SlowBody>();

	/** Resolves when a slow body must no longer be waited for. */
	async waitForSlowBody(delivery: object): Promise<void> {
		if (this.slow.size >= MAX_SLOW && !this.endOldestSlowBody()) return;
		await new Promise<void>((giveWay) =>
			this.slow.set(delivery, { since: performance.now(), giveWay }),
		);
	}

	/** @returns false where the oldest slow body is too young to give way */
	private endOldestSlowBody(): boolean {
		const [oldest] = this.slow.keys();
		const body = this.slow.get(oldest);
		if (!body || performance.now() - body.since < SLOW_MS) return false;
		this.slow.delete(oldest);
		body.giveWay();
		return true;
	}

	/** Resolves when a repeat must no longer wait: at once if there is no room, or when its sender hangs up. */
	async waitAsRepeat(delivery: DeliveryResponse): Promise<void> {
		if (this.verified.size >= MAX_WAITING) return;
		this.verified.set(delivery, undefined);
		await senderClosed(delivery);
	}

	/** Resolves when a verified delivery may start the workflow, or with the reason why it cannot. */
	async waitForTurn(delivery: DeliveryResponse): Promise<'turn' | 'full' | 'closed'> {
		this.remove(delivery);
		if (this.verified.size >= MAX_WAITING) return 'full';
		const turn = new Promise<'turn'>((resolve) =>
			this.verified.set(delivery, () => resolve('turn')),
		);
		this.giveTurns();
		return await Promise.race([turn, senderClosed(delivery).then(() => 'closed' as const)]);
	}

	/** The delivery's response has ended. */
	remove(delivery: object): void {
		this.slow.delete(delivery);
		if (this.verified.delete(delivery)) this.giveTurns();
	}

	/** Deliveries that have had their turn keep their place in front until their response has ended. */
	private giveTurns(): void {
		let starting = 0;
		for (const giveTurn of this.verified.values()) {
			if (!giveTurn) continue;
			giveTurn();
			starting += 1;
			if (starting === MAX_STARTING) return;
		}
	}
}

export const deliveryQueue = new DeliveryQueue();
