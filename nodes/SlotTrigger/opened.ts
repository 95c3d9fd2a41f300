import { covers, filterSlots, joined, lengthOf, type Slot } from '../booking/slots';
import type { Watch } from './watch';

const MINUTE_MS = 60_000;

/** What is longer is no slot that can only be booked whole. */
const HOUR_MS = 60 * MINUTE_MS;

/** Slots in order of time, each with the minutes since the one before and its length: `29541600/30 30/30`. */
export function textOfSlots(slots: readonly Slot[]): string {
	const textOf = ({ start, end }: Slot, n: number) =>
		[start - (n > 0 ? slots[n - 1].start : 0), end - start].map((ms) => ms / MINUTE_MS).join('/');
	return slots.map(textOf).join(' ');
}

export function slotsOfText(text: string): Slot[] {
	let start = 0;
	return (text.match(/\S+/g) ?? []).map((each) => {
		const [gap, length] = each.split('/').map((minutes) => Math.round(+minutes * MINUTE_MS));
		start += gap;
		return { start, end: start + length };
	});
}

/** The slots that are not in the other list. */
export function without(slots: readonly Slot[], others: readonly Slot[]): Slot[] {
	const keyOf = ({ start, end }: Slot) => `${start}/${end}`;
	const keys = new Set(others.map(keyOf));
	return slots.filter((slot) => !keys.has(keyOf(slot)));
}

/** Slots of one length that overlap are starts: an appointment can begin at each of them. */
const areStarts = (slots: readonly Slot[]) =>
	slots.some((slot, n) => {
		const next = slots[n + 1] ?? slot;
		return (
			slot.isStart ||
			(slot.start < next.start && slot.end > next.start && lengthOf(slot) === lengthOf(next))
		);
	});

/**
 * What is free now and was not before. Starts are compared as such; of a window that grew, the added time has opened.
 *
 * @param before in order of time, as `slots`
 */
export function whatOpened(before: readonly Slot[], slots: readonly Slot[]): Slot[] {
	const added = without(slots, before);
	if (areStarts(slots) || areStarts(before))
		return added.map((slot) => ({ ...slot, isStart: true }));
	const free = joined(before);
	return added.flatMap((window) =>
		[-Infinity, ...free.map(({ end }) => end)]
			.map((end, n) => ({
				...window,
				start: Math.max(end, window.start),
				end: Math.min(free[n]?.start ?? Infinity, window.end),
			}))
			.filter(({ start, end }) => start < end),
	);
}

/** Free time, and all that is free around it. */
export interface Opened extends Slot {
	window: Slot;
}

/**
 * What passes the filters. Of a window that begins too early, the rest passes if a slot fits into it.
 *
 * @param slots all that are free, in order of time
 */
export function whatPasses(
	opened: readonly Slot[],
	slots: readonly Slot[],
	{ filters, minimumLengthMinutes, zone }: Pick<Watch, 'filters' | 'minimumLengthMinutes' | 'zone'>,
	now: number,
): Opened[] {
	const least = slots.reduce((length, slot) => Math.min(length, lengthOf(slot)), HOUR_MS);
	const long = joined(slots).filter(
		(window) => lengthOf(window) >= minimumLengthMinutes * MINUTE_MS,
	);
	const passing = opened.flatMap((slot) => {
		const starts = Array.from(
			{ length: slot.isStart ? 1 : lengthOf(slot) / MINUTE_MS },
			(_, n) => ({ ...slot, start: slot.start + n * MINUTE_MS }),
		);
		return filterSlots(starts, filters, zone, now)
			.slice(0, 1)
			.filter((rest) => rest.start === slot.start || lengthOf(rest) >= least)
			.flatMap((rest) =>
				long.filter((window) => covers([window], slot)).map((window) => ({ ...rest, window })),
			);
	});
	return filterSlots(passing, filters, zone, now);
}
