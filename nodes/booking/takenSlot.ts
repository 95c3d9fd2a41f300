import { nearestTo, nextAfter } from './alternatives';
import type { Slot } from './slots';

/** What to do when the wanted slot is not available. */
export type TakenPolicy =
	| { kind: 'stop' }
	/** Offer so many other slots, nearest first. */
	| { kind: 'alternatives'; max: number }
	/** Take the next free slot that begins at most so many hours later. */
	| { kind: 'nextFree'; withinHours: number };

/** What follows from the policy and the slots that are free now. */
export type Decision =
	| { kind: 'refuse'; nearest: Slot[] }
	| { kind: 'offer'; alternatives: Slot[] }
	| { kind: 'take'; slot: Slot }
	/** No further slot to take. */
	| { kind: 'noneLeft' };

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
export const SEARCH_DAYS = 7;

/** A message should stay readable. */
const ALTERNATIVES_IN_MESSAGE = 3;

/** Whether a free window covers the slot, so that a refusal must have another cause than a taken slot. */
export function isListedFree(slot: Slot, windows: readonly Slot[]): boolean {
	return windows.some(({ start, end }) => start <= slot.start && slot.end <= end);
}

/** How many days from the wanted one on have to be read. */
export function daysToSearch(policy: TakenPolicy): number {
	return policy.kind === 'nextFree' ? Math.ceil(policy.withinHours / 24) : SEARCH_DAYS;
}

/**
 * What to do about a taken slot.
 *
 * @param fitting free slots of the wanted length, see `slotsThatFit`
 * @param tried starts of slots that were refused too, in epoch milliseconds
 */
export function decideOnTaken(
	policy: TakenPolicy,
	wanted: Slot,
	fitting: readonly Slot[],
	tried: ReadonlySet<number>,
): Decision {
	switch (policy.kind) {
		case 'alternatives':
			return { kind: 'offer', alternatives: nearestTo(wanted, fitting, policy.max) };
		case 'nextFree': {
			const next = nextAfter(wanted, fitting, policy.withinHours).find(({ start }) => !tried.has(start));
			return next ? { kind: 'take', slot: next } : { kind: 'noneLeft' };
		}
		case 'stop':
			return { kind: 'refuse', nearest: nearestTo(wanted, fitting, ALTERNATIVES_IN_MESSAGE) };
	}
}
