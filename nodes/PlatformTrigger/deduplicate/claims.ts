import { BoundedMap } from '../../utils/boundedMap';
import { withTimeout } from '../../utils/withTimeout';

/* What this process knows of the events that it starts. receiveDelivery.ts has the life of an event, and who waits for what. */

/** A repeat waits this long for n8n's response to the first delivery, if its sender waits as long. */
const MAX_WAIT_MS = 60_000;

/** After this long without n8n's response, the first delivery counts as lost, and a repeat starts the event. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** The most that an execution waits until n8n is about to respond. */
const MAX_PAUSE_MS = 2_000;

/** The most that a response waits for the record. With 300 events at once on a busy machine, 2 s refused 159 that began later. */
const MAX_HOLD_MS = 8_000;

/** So many take some 7 MB. n8n's own record reaches further back than this number and this age. */
export const MAX_STARTED = 50_000;
const MAX_AGE_MS = 24 * 60 * 60_000;

/** A queue may be lost, so in queue mode only the record knows which executions have begun. */
const MAX_AGE_ELSEWHERE_MS = 60_000;

/** A step in the life of an event, which is reached once, and for which others wait. */
class Step {
	private resolve = () => {};

	/** Resolves to true once the step is reached. */
	readonly whenReached = new Promise<true>((resolve) => {
		this.resolve = () => resolve(true);
	});

	/** The step is reached now. */
	reach(): void {
		this.resolve();
	}
}

/** One delivery of an event from its verification until n8n has responded to it, and what has begun is recorded. */
export class Claim {
	readonly madeAt = performance.now();
	/** True once the event's execution runs the trigger's `execute`. */
	hasBegun = false;
	/** True while a repeat waits for the end of this claim. */
	isAwaited = false;
	/** n8n is about to respond. */
	readonly aboutToRespond = new Step();
	/** The event is on record, or could not be recorded. */
	readonly recorded = new Step();
	/** The claim has ended. */
	readonly closed = new Step();

	constructor(readonly event: string) {}
}

const millisecondsSince = (time: number) => performance.now() - time;

/** The events that this process is starting, or has started lately. */
export class Claims {
	/** Claims that are not closed, by event. */
	private readonly inFlight = new BoundedMap<string, Claim>(MAX_STARTED);

	/** When each event began, in milliseconds of `performance.now()`; a repeat does not change it. */
	private readonly startedAt = new BoundedMap<string, number>(MAX_STARTED);

	/** False in queue mode, where workers run the executions. Where n8n does not show its mode, false until an execution has begun. */
	executesHere = false;

	/**
	 * A repeat waits for the first delivery: it counts as a repeat if that one starts, and takes its place if not.
	 * Only one repeat waits, and no longer than its sender, because each holds an isolate of n8n.
	 *
	 * @param senderGone resolves when the sender of this delivery no longer waits
	 * @returns the claim, if the event may start; then call `waitForRecord` and `close` around n8n's response
	 */
	async claim(
		event: string,
		senderGone: () => Promise<void>,
		keptMs = MAX_AGE_MS,
	): Promise<Claim | 'repeat' | 'busy'> {
		const maxAgeMs = Math.min(keptMs, this.executesHere ? MAX_AGE_MS : MAX_AGE_ELSEWHERE_MS);
		for (;;) {
			const startedAt = this.startedAt.get(event);
			if (startedAt !== undefined && millisecondsSince(startedAt) <= maxAgeMs) return 'repeat';
			const first = this.inFlight.get(event);
			if (!first || millisecondsSince(first.madeAt) > ABANDONED_AFTER_MS) {
				const claim = new Claim(event);
				this.inFlight.set(event, claim);
				return claim;
			}
			if (first.isAwaited) return 'busy';
			first.isAwaited = true;
			const isClosed = await Promise.race([
				withTimeout(first.closed.whenReached, MAX_WAIT_MS),
				senderGone(),
			]);
			first.isAwaited = false;
			if (!isClosed) return 'busy';
		}
	}

	/**
	 * The event's execution begins, and waits until n8n is about to respond.
	 *
	 * @returns its claim; none where n8n has responded before, or in another process
	 */
	async begin(event: string): Promise<Claim | undefined> {
		const claim = this.inFlight.get(event);
		if (!claim) return undefined;
		this.executesHere = true;
		claim.hasBegun = true;
		await withTimeout(claim.aboutToRespond.whenReached, MAX_PAUSE_MS);
		return claim;
	}

	/** The event is on record, or could not be recorded: either way, it runs now. Its execution may have begun after the response. */
	setRecorded(event: string, isRemembered: boolean): void {
		if (isRemembered && this.executesHere) this.startedAt.set(event, performance.now());
		this.inFlight.get(event)?.recorded.reach();
	}

	/**
	 * n8n is about to respond. A 2xx response waits for the record, which queue mode never makes here.
	 *
	 * @returns undefined where the response waits for nothing; else whether the event is on record, in time
	 */
	waitForRecord(claim: Claim, isAccepted: boolean): Promise<boolean> | undefined {
		claim.aboutToRespond.reach();
		if (!isAccepted || !this.executesHere) return undefined;
		return withTimeout(claim.recorded.whenReached, MAX_HOLD_MS).then(
			(isRecorded) => isRecorded === true,
		);
	}

	/**
	 * n8n has responded. A response that is not 2xx ends the claim of an event as not started, so that a repeat starts it.
	 * An execution that has begun continues all the same, so the claim then lasts until the event is on record.
	 */
	async close(claim: Claim, isAccepted: boolean): Promise<void> {
		const { event } = claim;
		const isLatest = () => this.inFlight.get(event) === claim;
		if (isAccepted && !this.executesHere && isLatest())
			this.startedAt.set(event, performance.now());
		if (claim.hasBegun) await claim.recorded.whenReached;
		if (isLatest()) this.inFlight.delete(event);
		claim.closed.reach();
	}
}

export const claims = new Claims();
