import {
	bodyOfAttempt,
	deliverySettings,
	verdictOn,
	type Delivery,
	type DeliverySettings,
	type OutgoingEvent,
} from './delivery';
import { Sender } from './sender';
import type { Signer } from './signer';
import type { Profile } from '../profiles/switches';

const LOG_LIMIT = 50_000;

/** Signs, sends and retries events, and keeps a log of every attempt. */
export class Deliveries {
	/** What tests have set, over what the profile says */
	private changes: Partial<DeliverySettings> = {};
	private readonly log = new Map<string, Delivery>();
	private readonly held = new Set<Delivery>();
	private readonly runs = new WeakMap<Delivery, Promise<void>>();
	private readonly open = new Set<Promise<void>>();
	/** Attempts that wait for one of `maxInFlight` to end */
	private readonly waiting: Array<() => void> = [];
	/** Ends the pauses before and between attempts */
	private readonly cancels = new Set<() => void>();
	private stopped = false;
	private readonly sender: Sender;
	private readonly events = new WeakMap<Delivery, OutgoingEvent>();
	private inFlight = 0;
	private count = 0;

	constructor(
		signer: Signer,
		private readonly platform: { readonly profile: Profile },
	) {
		this.sender = new Sender(signer);
	}

	configure(change: Partial<DeliverySettings>): DeliverySettings {
		this.changes = { ...this.changes, ...change };
		if (this.settings.enabled) {
			for (const delivery of this.held) this.start(delivery);
			this.held.clear();
		}
		return this.settings;
	}

	private get settings(): DeliverySettings {
		return { ...deliverySettings(this.platform.profile), ...this.changes };
	}

	/** Starts delivering an event to a receiver. @returns the ids of its deliveries, one a copy */
	add(url: string, event: OutgoingEvent): string[] {
		return Array.from({ length: this.settings.copies }, () => this.create(url, event).id);
	}

	/**
	 * Sends the same bytes again, with retries of their own, whether the first time succeeded or
	 * not.
	 *
	 * @returns the new deliveries, once they have come to an end (at once while held back)
	 * @throws Error when the log has no such delivery
	 */
	async redeliver(
		id: string,
		{ copies = 1, atOnce = true }: { copies?: number; atOnce?: boolean } = {},
	): Promise<Delivery[]> {
		const original = this.log.get(id);
		const event = original && this.events.get(original);
		if (!original || !event) throw new Error(`There is no delivery ${id}`);
		const repeats: Delivery[] = [];
		for (let copy = 0; copy < copies; copy++) {
			const repeat = this.create(original.url, event, id);
			repeats.push(repeat);
			if (!atOnce) await this.runs.get(repeat);
		}
		await Promise.all(repeats.map((repeat) => this.runs.get(repeat)));
		return structuredClone(repeats);
	}

	/** Oldest first. */
	all(): Delivery[] {
		return structuredClone([...this.log.values()]);
	}

	counts(): Record<Delivery['state'], number> {
		const counts = { held: 0, pending: 0, delivered: 0, failed: 0, dropped: 0 };
		for (const { state } of this.log.values()) counts[state] += 1;
		return counts;
	}

	/** Resolves when no delivery is under way; those held back do not count. */
	async settled(): Promise<void> {
		while (this.open.size > 0) await Promise.all(this.open);
	}

	/** Ends everything at once: pauses, attempts, connections. Nothing is sent afterwards. */
	async stop(): Promise<void> {
		this.stopped = true;
		for (const cancel of this.cancels) cancel();
		this.sender.cancelAll();
		for (const go of this.waiting.splice(0)) go();
		await this.settled();
		await this.sender.close();
	}

	private create(url: string, event: OutgoingEvent, repeats?: string): Delivery {
		const delivery: Delivery = {
			id: `dlv-${++this.count}`,
			url,
			...event,
			...(repeats === undefined ? {} : { repeats }),
			state: 'held',
			attempts: [],
		};
		this.events.set(delivery, event);
		this.log.set(delivery.id, delivery);
		if (this.log.size > LOG_LIMIT) this.log.delete(this.log.keys().next().value ?? '');
		if (this.settings.enabled) this.start(delivery);
		else this.held.add(delivery);
		return delivery;
	}

	private start(delivery: Delivery): void {
		delivery.state = 'pending';
		const run = this.run(delivery).finally(() => this.open.delete(run));
		this.open.add(run);
		this.runs.set(delivery, run);
	}

	private async run(delivery: Delivery): Promise<void> {
		const { spreadMs } = this.settings;
		if (spreadMs > 0) await this.pause(Math.random() * spreadMs);
		for (let attempt = 1; !this.stopped; attempt++) {
			await this.enter();
			if (this.stopped) break;
			const { profile } = this.platform;
			const event = this.eventOf(delivery);
			const result = await this.sender
				.send(delivery.url, event, bodyOfAttempt(event, attempt, profile), this.settings.timeoutMs)
				.finally(() => this.leave());
			if (this.stopped) break;
			delivery.attempts.push(result);
			const verdict = verdictOn(result.status, profile);
			if (verdict === 'delivered' || verdict === 'failed') {
				delivery.state = verdict;
				return;
			}
			if (attempt >= this.settings.maxAttempts) {
				delivery.state = 'failed';
				return;
			}
			await this.pause(this.backoff(attempt));
		}
		delivery.state = 'dropped';
	}

	private eventOf(delivery: Delivery): OutgoingEvent {
		return this.events.get(delivery) ?? delivery;
	}

	private backoff(attempt: number): number {
		const { backoffMs } = this.settings;
		return backoffMs[Math.min(attempt, backoffMs.length) - 1] ?? 0;
	}

	private async enter(): Promise<void> {
		while (this.inFlight >= this.settings.maxInFlight && !this.stopped) {
			await new Promise<void>((go) => this.waiting.push(go));
		}
		this.inFlight += 1;
	}

	private leave(): void {
		this.inFlight -= 1;
		this.waiting.shift()?.();
	}

	private async pause(ms: number): Promise<void> {
		if (this.stopped) return;
		await new Promise<void>((resolve) => {
			const end = () => {
				clearTimeout(timer);
				this.cancels.delete(end);
				resolve();
			};
			const timer = setTimeout(end, ms);
			this.cancels.add(end);
		});
	}
}
