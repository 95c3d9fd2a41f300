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
export class InHand {
	/** Verified deliveries, oldest first, with the function that lets each begin. Repeats have none: they wait for the first delivery. */
	private readonly verified = new Map<object, ((turn: 'turn') => void) | undefined>();

	private readonly slow = new Map<object, { since: number; giveWay: () => void }>();

	/** Resolves when a slow body must no longer be waited for. */
	async whenSlow(delivery: object): Promise<void> {
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
	async asRepeat(delivery: DeliveryResponse): Promise<void> {
		if (this.verified.size >= MAX_WAITING) return;
		this.verified.set(delivery, undefined);
		await senderClosed(delivery);
	}

	/** Resolves when a verified delivery may start the workflow, or with the reason why it cannot. */
	async turn(delivery: DeliveryResponse): Promise<'turn' | 'full' | 'closed'> {
		this.leave(delivery);
		if (this.verified.size >= MAX_WAITING) return 'full';
		const turn = new Promise<'turn'>((resolve) => this.verified.set(delivery, resolve));
		this.callNext();
		return await Promise.race([turn, senderClosed(delivery).then(() => 'closed' as const)]);
	}

	leave(delivery: object): void {
		this.slow.delete(delivery);
		if (this.verified.delete(delivery)) this.callNext();
	}

	private callNext(): void {
		const turns = [...this.verified.values()].filter((begin) => begin !== undefined);
		for (const begin of turns.slice(0, MAX_STARTING)) begin('turn');
	}
}

export const inHand = new InHand();
