import type { Slot } from '../booking/slots';

/** What is remembered of one calendar. In the node's static data, so plain JSON. */
export interface Known {
	/** Epoch milliseconds: free time that begins here or later has not been looked at yet. */
	until: number;
	/** Free time as [start, end], in order; adjacent time is one span, so a free day is one. */
	free: Array<[number, number]>;
}

/** A hundred days with a gap every half hour; beyond it, what was free is treated as not looked at. */
const MAX_SPANS = 2_000;

/**
 * The free slots that were not free before. A slot beyond the time read so far has not opened:
 * its day has only come into the range.
 *
 * Time is compared, not windows: a window that is only shorter, because somebody booked a
 * part of it, has not opened.
 *
 * @param known undefined at the first look, at which nothing has opened
 * @param free what the platform lists now
 * @param until epoch milliseconds up to which `free` is complete
 */
export function whatOpened(
	known: Known | undefined,
	free: readonly Slot[],
	until: number,
): { opened: Slot[]; known: Known } {
	const slots = free.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
	return {
		opened: known === undefined ? [] : distinct(slots.filter(isNew(known))),
		known: remembered(slots, until),
	};
}

/** For slots in order: each has at most one span that can cover it, and that only moves on. */
function isNew({ free, until }: Known): (slot: Slot) => boolean {
	let at = -1;
	return ({ start, end }) => {
		while (at + 1 < free.length && free[at + 1][0] <= start) at++;
		const covered = at >= 0 && end <= free[at][1];
		return !covered && start < until;
	};
}

function distinct(slots: Slot[]): Slot[] {
	return [...new Map(slots.map((slot) => [`${slot.start}/${slot.end}`, slot])).values()];
}

function remembered(slots: readonly Slot[], until: number): Known {
	const spans = mergeWindows(slots).map(({ start, end }): [number, number] => [start, end]);
	const dropped = spans.at(MAX_SPANS);
	return {
		until: dropped === undefined ? until : Math.min(until, dropped[0]),
		free: spans.slice(0, MAX_SPANS),
	};
}

/** Windows, in order of time, that touch or overlap become one: two free half hours make a free hour. */
function mergeWindows(windows: readonly Slot[]): Slot[] {
	const merged: Slot[] = [];
	for (const { start, end } of windows) {
		const last = merged.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}
