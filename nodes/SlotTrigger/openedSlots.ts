import { covers, filterSlots, joined, lengthOf, type Slot } from '../booking/slots';
import type { SlotWatch } from './watchFields';

const MINUTE_MS = 60_000;

/** A slot that can only be booked as a whole is not longer. */
const HOUR_MS = 60 * MINUTE_MS;

/** The slots that are not in the other list. */
export function without(slots: readonly Slot[], others: readonly Slot[]): Slot[] {
	const keyOf = ({ start, end }: Slot) => `${start}/${end}`;
	const otherKeys = new Set(others.map(keyOf));
	return slots.filter((slot) => !otherKeys.has(keyOf(slot)));
}

/** True for a list of starts: slots of one length that overlap, so that an appointment can begin at each of them. */
function areStarts(slots: readonly Slot[]): boolean {
	for (const [index, slot] of slots.entries()) {
		if (slot.isStart) return true;
		const next = slots[index + 1];
		if (next === undefined) continue;
		const overlaps = slot.start < next.start && slot.end > next.start;
		if (overlaps && lengthOf(slot) === lengthOf(next)) return true;
	}
	return false;
}

/** The parts of a window that are outside of the spans, which are in order of time and do not touch. */
function partsOutside(window: Slot, spans: readonly Slot[]): Slot[] {
	const parts: Slot[] = [];
	let { start } = window;
	for (const span of spans) {
		const end = Math.min(span.start, window.end);
		if (start < end) parts.push({ ...window, start, end });
		start = Math.max(start, span.end);
	}
	if (start < window.end) parts.push({ ...window, start });
	return parts;
}

/**
 * What is free now and was not before. Starts are compared as such; of a window that grew, the added time has opened.
 *
 * @param before in order of time, as `slots`
 */
export function findOpened(before: readonly Slot[], slots: readonly Slot[]): Slot[] {
	const added = without(slots, before);
	if (areStarts(slots) || areStarts(before))
		return added.map((slot) => ({ ...slot, isStart: true }));
	const spansBefore = joined(before);
	return added.flatMap((window) => partsOutside(window, spansBefore));
}

/** Free time, and all that is free around it. */
export interface OpenedSlot extends Slot {
	window: Slot;
}

/** The starts that an appointment in the slot could have, minute by minute; for a start, only itself. */
function startsIn(slot: Slot): Slot[] {
	if (slot.isStart) return [slot];
	const starts: Slot[] = [];
	for (let start = slot.start; start < slot.end; start += MINUTE_MS)
		starts.push({ ...slot, start });
	return starts;
}

/**
 * What passes the filters. Of a window that begins too early, the rest passes if a slot fits into it.
 *
 * @param slots all that are free, in order of time
 */
export function applyFilters(
	opened: readonly Slot[],
	slots: readonly Slot[],
	watch: Pick<SlotWatch, 'filters' | 'minimumLengthMinutes' | 'zone'>,
	now: number,
): OpenedSlot[] {
	const { filters, minimumLengthMinutes, zone } = watch;
	const shortestSlot = Math.min(HOUR_MS, ...slots.map(lengthOf));
	const longWindows = joined(slots).filter(
		(window) => lengthOf(window) >= minimumLengthMinutes * MINUTE_MS,
	);
	const passing: OpenedSlot[] = [];
	for (const slot of opened) {
		const [rest] = filterSlots(startsIn(slot), filters, zone, now);
		if (rest === undefined) continue;
		const isWhole = rest.start === slot.start;
		if (!isWhole && lengthOf(rest) < shortestSlot) continue;
		const window = longWindows.find((each) => covers([each], slot));
		if (window) passing.push({ ...rest, window });
	}
	return filterSlots(passing, filters, zone, now);
}
