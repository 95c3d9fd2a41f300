import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { send, type DeliveryAttempt, type OutgoingEvent, type Signer } from './sender';

const LOG_LIMIT = 50_000;

/** How events are delivered. Schedule and time-outs of the contract's platform are not shown; both forms send again whatever is not 2xx. */
export interface DeliverySettings {
	/** How long a receiver may take for one attempt, in milliseconds */
	timeoutMs: number;
	/** Attempts of one delivery in all, the first included */
	maxAttempts: number;
	/** Pause after the first, second, … failed attempt; the last value repeats. Milliseconds */
	backoffMs: number[];
	/** Deliveries of each event to each registration, for duplicates; default 1 */
	copies: number;
	/** Attempts that run at the same time, over all deliveries */
	maxInFlight: number;
}

/** An event on its way to one receiver, with everything that happened to it. */
export interface Delivery extends OutgoingEvent {
	id: string;
	url: string;
	/** failed: all attempts used up; dropped: stopped by a reset */
	state: 'pending' | 'delivered' | 'failed' | 'dropped';
	attempts: DeliveryAttempt[];
}

/** Signs, sends and retries events, and keeps a log of every attempt. */
export class Deliveries {
	private readonly settings: DeliverySettings = {
		timeoutMs: 10_000,
		maxAttempts: 6,
		backoffMs: [500, 1_000, 2_000, 4_000, 8_000],
		copies: 1,
		maxInFlight: 100,
	};
	private readonly log = new Map<string, Delivery>();
	private readonly runs = new Map<Delivery, Promise<void>>();
	/** Attempts that wait for one of `maxInFlight` to end */
	private readonly waiting: Array<() => void> = [];
	/** Ends pauses and attempts */
	private readonly stopping = new AbortController();
	private inFlight = 0;
	private count = 0;

	constructor(private readonly signer: Signer) {
		// Each pause and each attempt listens.
		setMaxListeners(0, this.stopping.signal);
	}

	configure(change: Partial<DeliverySettings>): void {
		Object.assign(this.settings, change);
	}

	/** Starts delivering an event to a receiver. @returns the ids of its deliveries, one a copy */
	add(url: string, event: OutgoingEvent): string[] {
		return Array.from({ length: this.settings.copies }, () => this.create({ ...event, url }).id);
	}

	/**
	 * Sends the same bytes again, with retries of their own, whether the first time succeeded or not.
	 *
	 * @returns the new delivery, once it has come to an end
	 * @throws Error when the log has no such delivery
	 */
	async redeliver(id: string): Promise<Delivery> {
		const original = this.log.get(id);
		if (!original) throw new Error(`There is no delivery ${id}`);
		const repeat = this.create(original);
		await this.runs.get(repeat);
		return structuredClone(repeat);
	}

	/** Oldest first. */
	all(): Delivery[] {
		return structuredClone([...this.log.values()]);
	}

	counts(): Record<Delivery['state'], number> {
		const counts = { pending: 0, delivered: 0, failed: 0, dropped: 0 };
		for (const { state } of this.log.values()) counts[state] += 1;
		return counts;
	}

	/** Resolves when no delivery is under way. */
	async settled(): Promise<void> {
		while (this.runs.size > 0) await Promise.all(this.runs.values());
	}

	/** Ends everything at once: pauses and attempts. Nothing is sent afterwards. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await this.settled();
	}

	private create(event: Omit<Delivery, 'id' | 'state' | 'attempts'>): Delivery {
		const delivery: Delivery = {
			...event,
			id: `dlv-${++this.count}`,
			state: 'pending',
			attempts: [],
		};
		this.log.set(delivery.id, delivery);
		if (this.log.size > LOG_LIMIT) this.log.delete(this.log.keys().next().value ?? '');
		this.runs.set(
			delivery,
			this.run(delivery).finally(() => this.runs.delete(delivery)),
		);
		return delivery;
	}

	private async run(delivery: Delivery): Promise<void> {
		const { settings } = this;
		const { signal } = this.stopping;
		while (delivery.state === 'pending') {
			await this.enter();
			const limits = { timeoutMs: settings.timeoutMs, stopping: signal };
			const result = await send(this.signer, delivery, limits).finally(() => this.leave());
			if (signal.aborted) break;
			delivery.attempts.push(result);
			const { status = 0 } = result;
			if (status >= 200 && status < 300) {
				delivery.state = 'delivered';
				break;
			}
			const pauseMs = this.pauseAfter(delivery);
			if (pauseMs === undefined) delivery.state = 'failed';
			else await this.pause(pauseMs);
		}
		if (signal.aborted) delivery.state = 'dropped';
	}

	/** @returns undefined where a delivery that failed is not sent again */
	private pauseAfter({ attempts }: Delivery): number | undefined {
		const { maxAttempts, backoffMs } = this.settings;
		if (attempts.length >= maxAttempts) return undefined;
		return backoffMs[Math.min(attempts.length, backoffMs.length) - 1];
	}

	private async enter(): Promise<void> {
		while (this.inFlight >= this.settings.maxInFlight) {
			await new Promise<void>((go) => this.waiting.push(go));
		}
		this.inFlight += 1;
	}

	private leave(): void {
		this.inFlight -= 1;
		this.waiting.shift()?.();
	}

	private async pause(ms: number): Promise<void> {
		await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
	}
}
