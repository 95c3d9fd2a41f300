import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../utils/boundedMap';
import { withTimeout } from '../../utils/attempt';

/** A repeat waits this long for n8n's response to the first delivery, if its sender waits as long. */
const MAX_WAIT_MS = 60_000;

/** After this long without a response from n8n, a start counts as lost, and a repeat is started. */
export const ABANDONED_AFTER_MS = 15 * 60_000;

/** The longest that n8n's response is held until the execution begins. */
const MAX_HOLD_MS = 2_000;

/** Some 7 MB. n8n's own record reaches further back than either. */
export const MAX_STARTED = 50_000;
export const MAX_AGE_MS = 24 * 60 * 60_000;

/** Where executions run elsewhere, a queue may be lost: only the record knows which have begun. */
export const MAX_AGE_ELSEWHERE_MS = 60_000;

/** Until they are surely on record, which takes seconds. */
export const MAX_BEGUN = 5_000;

/** One delivery from its verification until n8n has responded to it. */
export class Claim {
	/** Travels with the item, so that the execution finds the delivery that it comes from. */
	readonly delivery = randomUUID();

	/** When the event was started, once its execution has begun in this process. */
	startedAt?: number;

	isAwaited = false;

	settle!: (started: boolean) => void;

	/** Whether the event was started, once n8n has responded. */
	readonly outcome = new Promise<boolean>((resolve) => (this.settle = resolve));

	confirmRecorded!: () => void;

	/** Its execution has begun in this process and is on record. */
	readonly recorded = new Promise<void>((resolve) => (this.confirmRecorded = resolve));

	constructor(
		readonly event: string,
		readonly since: number,
	) {}
}

/** What one process knows of events: those that n8n is starting, and those started lately. */
export class Claims {
	/** By event, the delivery that n8n has not responded to yet. */
	private readonly inFlight = new BoundedMap<string, Claim>(MAX_STARTED);

	/** By event, when it was started: no repeat makes it known for longer. */
	private readonly started = new BoundedMap<string, number>(MAX_STARTED);

	/** By event, the delivery whose execution began here first, and when. */
	private readonly begun = new BoundedMap<string, { delivery: string; at: number }>(MAX_BEGUN);

	/** Whether n8n runs in this process what it starts here; unknown until it has, or has not. */
	executesHere?: boolean;

	/** @param now milliseconds of a monotonic clock */
	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly maxWaitMs = MAX_WAIT_MS,
		private readonly maxHoldMs = MAX_HOLD_MS,
	) {}

	/**
	 * A repeat of an event that is being started waits for the outcome: it is a duplicate if the start
	 * succeeds, and takes its place if it fails. Each waiting one holds an isolate of n8n, so only one of
	 * them waits, and no longer than its sender.
	 *
	 * @param keptMs how long the event is remembered at most
	 * @returns the claim, if the event is to be started; `ended` must be told how n8n responded
	 */
	async claim(
		event: string,
		senderClosed: () => Promise<void>,
		keptMs = MAX_AGE_MS,
	): Promise<Claim | 'duplicate' | 'busy'> {
		const maxAge = Math.min(keptMs, this.executesHere === false ? MAX_AGE_ELSEWHERE_MS : MAX_AGE_MS);
		const deadline = this.now() + this.maxWaitMs;
		for (;;) {
			if (this.now() - (this.started.get(event) ?? -Infinity) <= maxAge) return 'duplicate';
			const other = this.inFlight.get(event);
			if (!other || this.now() - other.since > ABANDONED_AFTER_MS) {
				const claim = new Claim(event, this.now());
				this.inFlight.set(event, claim);
				return claim;
			}
			if (other.isAwaited) return 'busy';
			other.isAwaited = true;
			const outcome = await Promise.race([withTimeout(other.outcome, deadline - this.now()), senderClosed()]);
			other.isAwaited = false;
			if (outcome === undefined) return 'busy';
		}
	}

	/**
	 * The execution of a delivery begins in this process.
	 *
	 * @returns its claim; 'elsewhere' if another process or an earlier life of this one took it; 'repeat'
	 * if another execution of the event has begun here
	 */
	begin(event: string, delivery: string, keptMs = Infinity): Claim | 'elsewhere' | 'repeat' {
		this.executesHere = true;
		const other = this.inFlight.get(event);
		const claim = other?.delivery === delivery ? other : undefined;
		const first = this.begun.get(event);
		const isRepeat = first && first.delivery !== delivery && this.now() - first.at <= keptMs;
		if (claim) claim.startedAt = isRepeat ? first.at : this.now();
		if (isRepeat) {
			claim?.confirmRecorded();
			return 'repeat';
		}
		this.begun.set(event, { delivery, at: this.now() });
		if (claim || !this.started.has(event)) return claim ?? 'elsewhere';
		// It begins after the longest hold.
		const late = new Claim(event, this.now());
		late.settle(true);
		return late;
	}

	/** The execution ends at the trigger: another one, of this process or not, has run the event, so long ago. */
	standDown(event: string, delivery: string, agoMs: number): void {
		if (this.begun.get(event)?.delivery === delivery) this.begun.delete(event);
		const claim = this.inFlight.get(event);
		if (claim?.delivery === delivery) claim.startedAt = this.now() - agoMs;
	}

	/**
	 * Holds n8n's response until the execution is on record. In queue mode it begins in a worker, another
	 * process: if the first delivery waits in vain, no later one waits.
	 */
	hold(claim: Claim): Promise<void> | undefined {
		if (this.executesHere === false) return undefined;
		return withTimeout(claim.recorded, this.maxHoldMs).then(() => {
			this.executesHere ??= false;
		});
	}

	/** n8n has responded. An execution that has begun continues, whatever the sender was told. */
	ended(claim: Claim, confirmed: boolean): void {
		const startedAt = claim.startedAt ?? (confirmed ? this.now() : undefined);
		if (this.inFlight.get(claim.event) === claim) {
			this.inFlight.delete(claim.event);
			if (startedAt !== undefined) this.started.set(claim.event, startedAt);
		}
		claim.settle(startedAt !== undefined);
	}
}

/** One for the process. */
export const claims = new Claims();
