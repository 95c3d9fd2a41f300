import { aroundEnd, type DeliveryResponse } from '../../n8n/delivery';
import { BoundedMap } from '../../utils/boundedMap';
import { withTimeout } from '../../utils/attempt';

/*
 * The life of one event:
 * - claimed: it is verified, and n8n creates its execution;
 * - begun: its execution waits until n8n is about to respond. If n8n dies before or now, the repeated delivery runs;
 * - recorded: n8n's record of processed items has its mark. If n8n dies now, a person can retry the crashed execution;
 * - responded: the sender has 200, or 429 if the event was not recorded in time. A repeat then starts it, unless it has begun.
 * So an event never runs twice by itself. In queue mode n8n responds once it is claimed; a worker begins and records it.
 */

/** A repeat waits this long for n8n's response to the first delivery, if its sender waits as long. */
const MAX_WAIT_MS = 60_000;

/** After this long without n8n's response, the first delivery counts as lost, and a repeat starts the event. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** Bounds the execution's wait for n8n's response. */
const MAX_PAUSE_MS = 2_000;

/** Bounds the response's wait for the record. With 300 events at once on a busy machine, 2 s refused 159 that began later. */
const MAX_HOLD_MS = 8_000;

/** These take some 7 MB. n8n's own record reaches further back than either. */
export const MAX_STARTED = 50_000;
const MAX_AGE_MS = 24 * 60 * 60_000;

/** A queue may be lost, so in queue mode only the record knows which executions have begun. */
const MAX_AGE_ELSEWHERE_MS = 60_000;

class Moment {
	reach = () => {};
	readonly promise = new Promise<true>((resolve) => (this.reach = () => resolve(true)));
}

/** One delivery from its verification until n8n has responded to it, and what has begun is recorded. */
export class Claim {
	readonly since = performance.now();
	hasBegun = false;
	isAwaited = false;
	readonly aboutToRespond = new Moment();
	readonly recorded = new Moment();
	readonly closed = new Moment();

	constructor(readonly event: string) {}
}

/** The events that this process is starting, or has started lately. */
export class Claims {
	/** Claims that are not closed, by event. */
	private readonly inFlight = new BoundedMap<string, Claim>(MAX_STARTED);

	/** The time at which each event was started; a repeat does not extend it. */
	private readonly started = new BoundedMap<string, number>(MAX_STARTED);

	/** False in queue mode, where workers run the executions, and until one has begun where n8n does not tell its mode. */
	executesHere = false;

	/**
	 * A repeat waits for the first delivery: it counts as a repeat if that one starts, and takes its place if not.
	 * Only one repeat waits, and no longer than its sender, because each holds an isolate of n8n.
	 *
	 * @returns the claim, if the event may start; then call `follow`
	 */
	async claim(
		event: string,
		senderClosed: () => Promise<void>,
		keptMs = MAX_AGE_MS,
	): Promise<Claim | 'repeat' | 'busy'> {
		const maxAge = Math.min(keptMs, this.executesHere ? MAX_AGE_MS : MAX_AGE_ELSEWHERE_MS);
		const since = (moment: number) => performance.now() - moment;
		const began = performance.now();
		for (;;) {
			if (since(this.started.get(event) ?? -Infinity) <= maxAge) return 'repeat';
			const other = this.inFlight.get(event);
			if (!other || since(other.since) > ABANDONED_AFTER_MS) {
				const claim = new Claim(event);
				this.inFlight.set(event, claim);
				return claim;
			}
			if (other.isAwaited) return 'busy';
			other.isAwaited = true;
			const isClosed = await Promise.race([
				withTimeout(other.closed.promise, MAX_WAIT_MS - since(began)),
				senderClosed(),
			]);
			other.isAwaited = false;
			if (!isClosed) return 'busy';
		}
	}

	/** @returns the claim, once n8n is about to respond; none after the response, or if another process has it */
	async begin(event: string): Promise<Claim | undefined> {
		const claim = this.inFlight.get(event);
		if (!claim) return undefined;
		this.executesHere = true;
		claim.hasBegun = true;
		await withTimeout(claim.aboutToRespond.promise, MAX_PAUSE_MS);
		return claim;
	}

	/** Nothing keeps the event from running now. Its execution may have begun after the response. */
	recorded(event: string, isRemembered: boolean): void {
		if (isRemembered && this.executesHere) this.started.set(event, performance.now());
		this.inFlight.get(event)?.recorded.reach();
	}

	/**
	 * Follows n8n's response to a claim. A 2xx one waits for the record, which queue mode never makes here; any other,
	 * such as that of a delivery without a turn, ends the claim as not started.
	 *
	 * @param late called where the record was not made in time, before n8n responds
	 */
	follow(claim: Claim, response: DeliveryResponse, late: () => void): void {
		const { event } = claim;
		const isLatest = () => this.inFlight.get(event) === claim;
		aroundEnd(
			response,
			(isAccepted) => {
				claim.aboutToRespond.reach();
				if (!isAccepted || !this.executesHere) return undefined;
				return withTimeout(claim.recorded.promise, MAX_HOLD_MS).then((isRecorded) => {
					if (!isRecorded) late();
				});
			},
			async (isAccepted) => {
				if (isAccepted && !this.executesHere && isLatest())
					this.started.set(event, performance.now());
				// An execution that has begun continues, whatever the sender was told.
				if (claim.hasBegun) await claim.recorded.promise;
				if (isLatest()) this.inFlight.delete(event);
				claim.closed.reach();
			},
		);
	}
}

export const claims = new Claims();
