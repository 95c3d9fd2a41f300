import type { DeliveryResponse } from '../../n8n/delivery';

/** Verified deliveries that wait or start, repeats included: more than a bulk import sends at once. */
const MAX_WAITING = 100;

/** More at once would not be faster, and each execution that begins holds an isolate of its own. */
const MAX_STARTING = 20;

/** Anybody can send slow bodies, so after this long one gives way to another. */
const MAX_SLOW = 20;
const SLOW_MS = 1_000;

/** Resolves when the sender hangs up before it has its response. */
async function senderClosed(response: DeliveryResponse): Promise<void> {
	if (!response.destroyed) await new Promise<void>((resolve) => response.once('close', resolve));
}

/**
 * Bounds the deliveries that a process handles at once: n8n holds an isolate of 5 to 13 MB for each until its
 * response has ended. The response object stands for the delivery.
 */
export class DeliveriesInHand {
	/** Verified deliveries, oldest first, with what gives each its turn. Repeats have none: they wait for the first delivery. */
	private readonly verified = new Map<object, (() => void) | undefined>();

	private readonly slow = new Map<object, { since: number; giveWay: () => void }>();

	/** Resolves when a slow body must no longer be waited for. */
	async waitForSlowBody(delivery: object): Promise<void> {
		if (this.slow.size >= MAX_SLOW) {
			const [[oldest, { since, giveWay }]] = this.slow;
			if (performance.now() - since < SLOW_MS) return;
			this.slow.delete(oldest);
			giveWay();
		}
		await new Promise<void>((giveWay) =>
			this.slow.set(delivery, { since: performance.now(), giveWay }),
		);
	}

	/** Resolves when a repeat must no longer wait: at once if there is no room, or when its sender hangs up. */
	async waitAsRepeat(delivery: DeliveryResponse): Promise<void> {
		if (this.verified.size >= MAX_WAITING) return;
		this.verified.set(delivery, undefined);
		await senderClosed(delivery);
	}

	/** Resolves when a verified delivery may start the workflow, or with the reason why it cannot. */
	async waitForTurn(delivery: DeliveryResponse): Promise<'turn' | 'full' | 'closed'> {
		this.leave(delivery);
		if (this.verified.size >= MAX_WAITING) return 'full';
		const turn = new Promise<'turn'>((resolve) =>
			this.verified.set(delivery, () => resolve('turn')),
		);
		this.giveTurns();
		return await Promise.race([turn, senderClosed(delivery).then(() => 'closed' as const)]);
	}

	/** The delivery's response has ended. */
	leave(delivery: object): void {
		this.slow.delete(delivery);
		if (this.verified.delete(delivery)) this.giveTurns();
	}

	/** Those that have had their turn stay among the first until their response has ended. */
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

export const deliveriesInHand = new DeliveriesInHand();
