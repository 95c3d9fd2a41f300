import { randomUUID } from 'node:crypto';
import { withTimeout } from '../../utils/withTimeout';

/** A repeat waits this long for n8n's answer to the first delivery, if its sender waits as long. */
const MAX_WAIT_MS = 60_000;

/** After this long without an answer from n8n, a start counts as lost, and a repeat is started. */
export const ABANDONED_AFTER_MS = 15 * 60_000;

/** The longest that n8n's answer is held until the execution begins. */
const MAX_HOLD_MS = 2_000;

/** Some 7 MB. n8n's own record reaches further back than either. */
export const MAX_STARTED = 50_000;
export const MAX_AGE_MS = 24 * 60 * 60_000;

/** One delivery from its verification until n8n has answered it. */
export class Claim {
	/** Travels with the item, so that the execution finds the delivery that it comes from. */
	readonly delivery = randomUUID();

	/** Its execution has begun in this process. */
	begun = false;

	isAwaited = false;

	/** Whether the event was started, once n8n has answered. */
	readonly outcome: Promise<boolean>;

	/** Its execution has begun in this process and is on record. */
	readonly recorded: Promise<void>;

	settle!: (started: boolean) => void;

	confirmRecorded!: () => void;

	constructor(
		readonly event: string,
		readonly since: number,
	) {
		this.outcome = new Promise((resolve) => (this.settle = resolve));
		this.recorded = new Promise((resolve) => (this.confirmRecorded = resolve));
	}
}

/** What one process knows of events: those that n8n is starting, and those started lately. */
export class Claims {
	/** By event, oldest first: the claim until n8n has answered it, and then when that was. */
	private readonly known = new Map<string, Claim | number>();

	/** Whether n8n runs in this process what it starts here; unknown until it has, or has not. */
	private executesHere?: boolean;

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
	 * @returns the claim, if the event is to be started; `ended` must be told how n8n answered
	 */
	async claim(
		event: string,
		senderClosed: () => Promise<void>,
	): Promise<Claim | 'duplicate' | 'busy'> {
		this.forgetOld();
		const deadline = this.now() + this.maxWaitMs;
		for (;;) {
			const other = this.known.get(event);
			if (typeof other === 'number') return 'duplicate';
			if (!other || this.now() - other.since > ABANDONED_AFTER_MS) return this.take(event);
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
	 * @returns the claim that waits for it here; 'elsewhere' if another process or an earlier life of
	 * this one has it; 'repeat' if another execution of the event has begun here
	 */
	begin(event: string, delivery: string): Claim | 'elsewhere' | 'repeat' {
		this.executesHere = true;
		const claim = this.known.get(event);
		if (!(claim instanceof Claim)) return 'elsewhere';
		if (claim.delivery !== delivery) return claim.begun ? 'repeat' : 'elsewhere';
		claim.begun = true;
		return claim;
	}

	/**
	 * Holds n8n's answer until the execution is on record. In queue mode it begins in a worker, another
	 * process: if the first delivery waits in vain, no later one waits.
	 */
	hold(claim: Claim): Promise<void> | undefined {
		if (this.executesHere === false) return undefined;
		return withTimeout(claim.recorded, this.maxHoldMs).then(() => {
			this.executesHere ??= false;
		});
	}

	/** n8n has answered. An execution that has begun continues, whatever the sender was told. */
	ended(claim: Claim, confirmed: boolean): void {
		const started = confirmed || claim.begun;
		if (this.known.get(claim.event) === claim) {
			this.known.delete(claim.event);
			if (started) this.known.set(claim.event, this.now());
		}
		claim.settle(started);
	}

	/** As a restart of n8n does. */
	forgetAll(): void {
		this.known.clear();
		this.executesHere = undefined;
	}

	private take(event: string): Claim {
		const claim = new Claim(event, this.now());
		this.known.delete(event);
		this.known.set(event, claim);
		return claim;
	}

	private forgetOld(): void {
		for (const [event, claim] of this.known) {
			const age = this.now() - (typeof claim === 'number' ? claim : claim.since);
			if (this.known.size <= MAX_STARTED && age <= MAX_AGE_MS) return;
			// Claims in flight are never dropped to make room: a repeat would run beside them.
			if (typeof claim === 'number' || age > MAX_AGE_MS) this.known.delete(event);
		}
	}
}

/** One for the process. */
export const claims = new Claims();
