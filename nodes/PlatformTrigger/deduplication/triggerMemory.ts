import type { IDataObject } from 'n8n-workflow';
import { keepChanged } from './keepChanged';
import { RememberedEvents } from './rememberedEvents';
import { within } from './within';

/** The key in the node's static data. */
export const STORED_EVENTS_KEY = 'events';

/**
 * A duplicate waits this long for the answer to the first delivery and is then told to come again.
 * Longer than senders usually wait for an answer, so that mostly the sender gives up first.
 */
export const MAX_WAIT_MS = 60_000;

/** After this long without any answer of n8n a start is taken for lost, and a retry is processed. */
export const ABANDONED_AFTER_MS = 15 * 60_000;

/** Both in milliseconds. */
export interface Clocks {
	/** Since the epoch: for what is stored, which other processes and later ones read. */
	wall: () => number;
	/** For how long something takes in this process: setting the wall clock does not move it. */
	monotonic: () => number;
}

const CLOCKS: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() };

export type Admission =
	/** To be started; `settle` must be told how n8n answered. */
	| { kind: 'first'; delivery: DeliveryInFlight }
	/** Has been started before. */
	| { kind: 'duplicate' }
	/** Another delivery of the same event is still being started. */
	| { kind: 'unsettled' };

/** One delivery from its verification until n8n has answered it. */
export class DeliveryInFlight {
	/** n8n has begun to save static data for it, which it does only once the execution exists. */
	saving = false;

	readonly outcome: Promise<boolean>;

	private resolve: (started: boolean) => void = () => {};

	private settled = false;

	constructor(
		readonly token: string,
		/** By the monotonic clock. */
		readonly since: number,
		private readonly whenSettled: (started: boolean) => void,
	) {
		this.outcome = new Promise((resolve) => (this.resolve = resolve));
	}

	markSaving(): void {
		if (!this.settled) this.saving = true;
	}

	/** @param started whether n8n confirmed the start (2xx) */
	settle(started: boolean): void {
		if (this.settled) return;
		this.settled = true;
		this.saving = false;
		this.whenSettled(started);
		this.resolve(started);
	}
}

/** What one trigger node knows about deliveries: those in flight, and those it has started. */
export class TriggerMemory {
	readonly remembered: RememberedEvents;

	private readonly inFlight = new Map<string, DeliveryInFlight>();

	constructor(
		retentionMinutes: number,
		private readonly clocks = CLOCKS,
		private readonly maxWaitMs = MAX_WAIT_MS,
	) {
		this.remembered = new RememberedEvents(retentionMinutes);
	}

	/** Whether dropping this memory would lose nothing but what static data holds. */
	get isIdle(): boolean {
		return this.inFlight.size === 0;
	}

	/**
	 * Decides about a verified delivery. A duplicate of one in flight waits for its outcome: if the
	 * first start succeeds the duplicate is one, if it fails the duplicate takes its place.
	 */
	async admit(token: string): Promise<Admission> {
		const now = this.clocks.monotonic;
		const deadline = now() + this.maxWaitMs;
		for (;;) {
			if (this.remembered.has(token)) return { kind: 'duplicate' };
			const other = this.inFlight.get(token);
			if (!other || now() - other.since > ABANDONED_AFTER_MS) {
				return { kind: 'first', delivery: this.begin(token) };
			}
			const left = deadline - now();
			if (left <= 0) return { kind: 'unsettled' };
			const started = await within(other.outcome, left);
			if (started) return { kind: 'duplicate' };
		}
	}

	/** Reads what static data holds; returns false when that could not be read. */
	load(staticData: IDataObject): boolean {
		const now = this.clocks.wall();
		this.remembered.sweep(now);
		return this.remembered.merge(staticData[STORED_EVENTS_KEY], now);
	}

	/**
	 * Writes what is remembered, with this delivery, into the static data that n8n saves once the
	 * execution exists. n8n saves the whole column and the last writer wins, so the value is made
	 * when n8n turns it into JSON, not now: by then it holds every start saved before, and the saves
	 * of deliveries in flight do not undo each other. The value of now stands beside it for an n8n
	 * that copies static data before saving.
	 */
	save(staticData: IDataObject, delivery: DeliveryInFlight): void {
		const now = { ...this.remembered.store([delivery.token], this.clocks.wall()) };
		Object.defineProperty(now, 'toJSON', {
			enumerable: false,
			value: () => {
				delivery.markSaving();
				return this.remembered.store(this.saving(), this.clocks.wall());
			},
		});
		const value = now as unknown as IDataObject;
		void keepChanged(staticData, STORED_EVENTS_KEY, value, delivery.outcome, ABANDONED_AFTER_MS);
	}

	private begin(token: string): DeliveryInFlight {
		const delivery = new DeliveryInFlight(token, this.clocks.monotonic(), (started) => {
			if (this.inFlight.get(token) === delivery) this.inFlight.delete(token);
			if (started) this.remembered.add(token, this.clocks.wall());
		});
		this.inFlight.set(token, delivery);
		return delivery;
	}

	private saving(): string[] {
		const tokens: string[] = [];
		for (const delivery of this.inFlight.values()) if (delivery.saving) tokens.push(delivery.token);
		return tokens;
	}
}
