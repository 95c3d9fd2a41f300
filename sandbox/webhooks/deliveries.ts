/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { Agent, request } from 'undici';

import type { Signer } from './signer';

/** How events are delivered. The platform's own retry schedule and time-outs are not shown. */
export interface DeliverySettings {
	/** False holds deliveries back; they are sent all at once when it becomes true again */
	enabled: boolean;
	/** How long a receiver may take for one attempt, in milliseconds */
	timeoutMs: number;
	/** Attempts of one delivery in all, the first included */
	maxAttempts: number;
	/** Pause after the first, second, … failed attempt; the last value repeats. Milliseconds */
	backoffMs: number[];
	/** Deliveries of each event to each registration, for duplicates; default 1 */
	copies: number;
	/** Each delivery starts at a random moment within so many milliseconds; default 0 */
	spreadMs: number;
	/** Attempts that run at the same time, over all deliveries */
	maxInFlight: number;
}

export const DEFAULT_DELIVERY_SETTINGS: Readonly<DeliverySettings> = {
	enabled: true,
	timeoutMs: 10_000,
	maxAttempts: 6,
	backoffMs: [500, 1_000, 2_000, 4_000, 8_000],
	copies: 1,
	spreadMs: 0,
	maxInFlight: 100,
};

/** One try to hand an event to its receiver. */
export interface DeliveryAttempt {
	/** ISO 8601, real time */
	at: string;
	durationMs: number;
	/** Absent when no answer came */
	status?: number;
	/** Why no answer came, e.g. ECONNREFUSED or a time-out */
	error?: string;
	/** The beginning of what the receiver answered */
	answer?: string;
	signature: string;
	/** Which signing key was used: 1 is the first */
	keyNumber: number;
}

/** An event on its way to one receiver, with everything that happened to it. */
export interface Delivery {
	id: string;
	url: string;
	type: string;
	webhookEventId: string;
	locationId: string;
	/** The exact text whose UTF-8 bytes are signed and sent */
	body: string;
	/** The delivery that this one repeats, if it was asked for by `redeliver` */
	repeats?: string;
	state: 'held' | 'pending' | 'delivered' | 'failed' | 'dropped';
	attempts: DeliveryAttempt[];
}

export interface OutgoingEvent {
	type: string;
	webhookEventId: string;
	locationId: string;
	body: string;
}

const LOG_LIMIT = 50_000;
const ANSWER_LOG_CHARS = 300;

/** Signs, sends and retries events, and keeps a log of every attempt. */
export class Deliveries {
	private settings: DeliverySettings = { ...DEFAULT_DELIVERY_SETTINGS };
	private readonly log = new Map<string, Delivery>();
	private readonly held = new Set<Delivery>();
	private readonly runs = new WeakMap<Delivery, Promise<void>>();
	private readonly open = new Set<Promise<void>>();
	/** Attempts that wait for one of `maxInFlight` to end */
	private readonly waiting: Array<() => void> = [];
	/** Ends whatever pauses or is being sent */
	private readonly cancels = new Set<() => void>();
	private stopped = false;
	private readonly agent = new Agent();
	/** Signing costs milliseconds: copies and retries with the same key reuse it. */
	private readonly signatures = new WeakMap<OutgoingEvent, { keyNumber: number; text: string }>();
	private readonly events = new WeakMap<Delivery, OutgoingEvent>();
	private inFlight = 0;
	private count = 0;

	constructor(private readonly signer: Signer) {}

	configure(change: Partial<DeliverySettings>): DeliverySettings {
		this.settings = { ...this.settings, ...change };
		if (this.settings.enabled) {
			for (const delivery of this.held) this.start(delivery);
			this.held.clear();
		}
		return { ...this.settings };
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

	/** Resolves when no delivery is under way; those held back do not count. */
	async settled(): Promise<void> {
		while (this.open.size > 0) await Promise.all(this.open);
	}

	/** Ends everything at once: pauses, attempts, connections. Nothing is sent afterwards. */
	async stop(): Promise<void> {
		this.stopped = true;
		for (const cancel of this.cancels) cancel();
		for (const go of this.waiting.splice(0)) go();
		await this.settled();
		await this.agent.destroy();
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
			const result = await this.attempt(delivery).finally(() => this.leave());
			if (this.stopped) break;
			delivery.attempts.push(result);
			if (result.status !== undefined && result.status >= 200 && result.status < 300) {
				delivery.state = 'delivered';
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

	private async attempt(delivery: Delivery): Promise<DeliveryAttempt> {
		const { signature, keyNumber } = this.sign(delivery);
		const at = new Date().toISOString();
		const begun = performance.now();
		const took = () => Math.round((performance.now() - begun) * 10) / 10;
		const controller = new AbortController();
		const cancel = () => controller.abort();
		const timer = setTimeout(
			() => controller.abort(new Error('timed out')),
			this.settings.timeoutMs,
		);
		this.cancels.add(cancel);
		try {
			const response = await request(delivery.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-platform-signature': signature },
				body: delivery.body,
				dispatcher: this.agent,
				signal: controller.signal,
			});
			const answer = (await response.body.text()).slice(0, ANSWER_LOG_CHARS);
			const status = response.statusCode;
			return { at, durationMs: took(), status, answer, signature, keyNumber };
		} catch (failure) {
			return { at, durationMs: took(), error: describe(failure), signature, keyNumber };
		} finally {
			clearTimeout(timer);
			this.cancels.delete(cancel);
		}
	}

	/** With the key of the moment: a retry after a rotation carries the new key's signature. */
	private sign(delivery: Delivery): { signature: string; keyNumber: number } {
		const event = this.events.get(delivery) ?? delivery;
		const { keyNumber } = this.signer;
		let known = this.signatures.get(event);
		if (known?.keyNumber !== keyNumber) {
			known = { keyNumber, text: this.signer.sign(Buffer.from(delivery.body, 'utf8')) };
			this.signatures.set(event, known);
		}
		return { signature: known.text, keyNumber };
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

function describe(failure: unknown): string {
	if (!(failure instanceof Error)) return String(failure);
	const code = 'code' in failure ? `${String(failure.code)} ` : '';
	return `${code}${failure.message}`.trim();
}
