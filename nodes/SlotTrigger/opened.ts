import { dateOfSlot, joined, type Slot } from '../booking/slots';
import { addDays, dateInZone, startOfDate } from '../time/times';
import type { Watch } from './watch';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The days of one poll: dates as `YYYY-MM-DD`, all included, and instants in epoch milliseconds. */
export function rangeOf({ daysAhead, pollDays, zone }: Watch, now: number) {
	const startDate = dateInZone(now, zone);
	const lastDate = addDays(startDate, daysAhead - 1);
	// The days after the last one come into the range before the next poll.
	const endDate = addDays(lastDate, pollDays);
	const [from, until] = [startDate, addDays(endDate, 1)].map((date) => startOfDate(date, zone));
	return { startDate, lastDate, endDate, from, until, zone, at: now };
}

export type Range = ReturnType<typeof rangeOf>;

/** The end of the farthest day with free time seen so far, and the poll that saw it (`at` of a range). */
interface Farthest {
	end: number;
	at: number;
}

/** The calendar's own zone may differ, so its next day can begin this long after a day's last free time. */
const NIGHT_MS = 12 * HOUR_MS;

/** A platform may add the next day somewhat later each day, and clocks change by an hour. */
const LATE_MS = HOUR_MS;

/** The farthest day moves on with whole days, and back with a clock that goes back. */
function movedOn({ end, at }: Farthest, now: number): Farthest {
	const passed = now - at;
	const days = Math.floor((passed < 0 ? passed : Math.max(0, passed - LATE_MS)) / DAY_MS);
	return { end: end + days * DAY_MS, at: at + days * DAY_MS };
}

/** Nothing can open beyond the days that a calendar offers; a booked-out one offers as far as before. */
function coverOf(before: Farthest | undefined, slots: readonly Slot[], { at, zone, until }: Range) {
	const last = slots.at(-1);
	const nextDay = (slot: Slot) => startOfDate(addDays(dateOfSlot(slot, zone), 1), zone);
	const seen = last && { end: Math.min(nextDay(last), last.end + NIGHT_MS), at };
	const moved = before && movedOn(before, at);
	const farthest = seen && !(moved && moved.end >= seen.end) ? seen : moved;
	if (!farthest) return { until };
	return { farthest: before && at < before.at ? before : farthest, until: Math.min(until, farthest.end) };
}

/** The memory of one calendar, in the node's static data, so plain JSON. */
export interface Known {
	/** Epoch milliseconds; only the time between has been read. */
	from: number;
	until: number;
	/** Free time as [start, end], in order. Adjacent windows are one span; listed starts stay apart, since none may lie between them. */
	free: Array<[number, number]>;
	/** Absent where nothing has ever been free. */
	farthest?: Farthest;
}

/** Time that has become free, and the window in which the platform lists it. */
export interface Opened extends Slot {
	window: Slot;
}

/** A hundred days with a gap every half hour; free time beyond it counts as not read. */
const MAX_SPANS = 2_000;

/**
 * Free time that was not free before, within the range that was read then. Time is compared, not windows: only
 * the added part of a longer window has opened. Without `known`, at the first poll, nothing has.
 */
export function whatOpened(known: Known | undefined, free: readonly Slot[], range: Range) {
	const slots = free.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
	const cover = coverOf(known?.farthest, slots, range);
	const spans = (slots.some(({ isStart }) => isStart) ? slots : joined(slots)).map(({ start, end }): [number, number] => [start, end]);
	const until = Math.min(cover.until, spans.at(MAX_SPANS)?.[0] ?? Infinity);
	return {
		opened: known ? wholeStarts(withoutFragments(newParts(slots, known))) : [],
		known: { ...cover, from: range.from, until, free: spans.slice(0, MAX_SPANS) },
	};
}

function newParts(slots: readonly Slot[], { free: listed, from, until }: Known): Opened[] {
	const free = joined(listed.map(([start, end]) => ({ start, end }))).map(({ start, end }) => [start, end]);
	const starts = new Set(listed.map(([start]) => start));
	let first = 0;
	return slots.flatMap((window) => {
		if (window.isStart && starts.has(window.start)) return [];
		while (first < free.length && free[first][1] <= window.start) first++;
		const parts: Opened[] = [];
		const part = (start: number, end: number) => parts.push({ ...window, start, end, window });
		let { start } = window;
		for (let at = first; at < free.length && free[at][0] < window.end; at++) {
			if (free[at][0] > start) part(start, free[at][0]);
			start = free[at][1];
		}
		if (start < window.end) part(start, window.end);
		// Its time was free before, but no appointment could begin then.
		if (window.isStart && parts.length === 0) part(window.start, window.end);
		return parts.filter((part) => part.start >= from && part.start < until);
	});
}

function distinct(parts: Opened[]): Opened[] {
	return [...new Map(parts.map((part) => [`${part.start}/${part.end}`, part])).values()];
}

/** Drops duplicates, and parts that lie inside another opened part. */
function withoutFragments(all: Opened[]): Opened[] {
	const parts = distinct(all);
	const isWhole = ({ start, end, window }: Opened) => start === window.start && end === window.end;
	const isWithin = (a: Slot, b: Slot) => a !== b && b.start <= a.start && b.end >= a.end;
	return parts.filter((part) => isWhole(part) || !parts.some((other) => isWithin(part, other)));
}

/** An appointment can begin only at a listed start, so its whole window has opened. */
function wholeStarts(parts: Opened[]): Opened[] {
	return distinct(parts.map((part) => (part.window.isStart ? { ...part, start: part.window.start, end: part.window.end } : part)));
}
