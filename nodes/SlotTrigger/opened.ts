import { dateOfSlot, joined, type Slot } from '../booking/slots';
import { addDays, dateInZone, startOfDate } from '../time/times';
import type { Watch } from './watch';

/** Which days one poll looks at; dates as `YYYY-MM-DD`, all included. */
export interface Range {
	startDate: string;
	/** The last day on which a slot starts the workflow. */
	lastDate: string;
	/** The last day that is read and remembered: it comes into the range before the next poll. */
	endDate: string;
	/** Epoch milliseconds at which `startDate` begins and `endDate` ends. */
	from: number;
	until: number;
	zone: string;
	/** When the poll began, in epoch milliseconds. */
	at: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** @param now epoch milliseconds */
export function rangeOf({ daysAhead, pollDays, zone }: Watch, now: number): Range {
	const startDate = dateInZone(now, zone);
	const lastDate = addDays(startDate, daysAhead - 1);
	const endDate = addDays(lastDate, pollDays);
	const [from, until] = [startDate, addDays(endDate, 1)].map((date) => startOfDate(date, zone));
	return { startDate, lastDate, endDate, from, until, zone, at: now };
}

/** How far a calendar offers: the end of the farthest day with free time seen so far, and when (`at` of a range). */
interface Farthest {
	end: number;
	at: number;
}

/** A day lasts no longer after its last free time: the zone here may not be the calendar's, whose next day begins then. */
const NIGHT_MS = 12 * HOUR_MS;

/** A platform may offer a further day somewhat later than it did the day before, and clocks change by an hour. */
const LATE_MS = HOUR_MS;

/** The farthest day by now: it moves on with the whole days that pass, and back with a clock that goes back. */
function movedOn({ end, at }: Farthest, now: number): Farthest {
	const passed = now - at;
	const days = Math.floor((passed < 0 ? passed : Math.max(0, passed - LATE_MS)) / DAY_MS);
	return { end: end + days * DAY_MS, at: at + days * DAY_MS };
}

/**
 * How far a reading covers a calendar, in epoch milliseconds: beyond what it offers, nothing can open.
 * A calendar that is booked out offers as far as before. A reading by a clock that went back changes
 * nothing of what is remembered of that.
 *
 * @param slots in order of time
 */
function coverOf(before: Farthest | undefined, slots: readonly Slot[], { at, zone, until }: Range) {
	const last = slots.at(-1);
	const nextDay = (slot: Slot) => startOfDate(addDays(dateOfSlot(slot, zone), 1), zone);
	const seen = last && { end: Math.min(nextDay(last), last.end + NIGHT_MS), at };
	const moved = before && movedOn(before, at);
	const farthest = seen && !(moved && moved.end >= seen.end) ? seen : moved;
	if (!farthest) return { until };
	return { farthest: before && at < before.at ? before : farthest, until: Math.min(until, farthest.end) };
}

/** What is remembered of one calendar. In the node's static data, so plain JSON. */
export interface Known {
	/** Epoch milliseconds: free time before or after has not been looked at. */
	from: number;
	until: number;
	/**
	 * Free time as [start, end], in order. Adjacent time is one span, so a free day is one; but where the platform lists
	 * starts, each is remembered, for two that overlap or touch say nothing of a start between them.
	 */
	free: Array<[number, number]>;
	/** Absent where nothing has ever been free. */
	farthest?: Farthest;
}

/** Time that has become free, and the window in which the platform lists it. */
export interface Opened extends Slot {
	window: Slot;
}

/** A hundred days with a gap every half hour; beyond it, what was free is treated as not looked at. */
const MAX_SPANS = 2_000;

/**
 * The free time that was not free before, inside what the reading before has covered. Anything else
 * has not opened: its day has only come into the range, or is offered only now.
 *
 * Time is compared, not windows: one that only became shorter has not opened, and of one that
 * became longer, only what was added has.
 *
 * @param known undefined at the first look, at which nothing has opened
 * @param free what the platform lists now in the range
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

/** For slots and spans in order: spans that end before a slot concern no later one. */
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
		// All of its time was free, but no appointment could begin with it.
		if (window.isStart && parts.length === 0) part(window.start, window.end);
		return parts.filter((part) => part.start >= from && part.start < until);
	});
}

/** Each time once. Of windows that overlap, what is only a piece of another's part says nothing new. */
function withoutFragments(parts: Opened[]): Opened[] {
	const distinct = [...new Map(parts.map((part) => [`${part.start}/${part.end}`, part])).values()];
	const isWhole = ({ start, end, window }: Opened) => start === window.start && end === window.end;
	const isWithin = (a: Slot, b: Slot) => a !== b && b.start <= a.start && b.end >= a.end;
	return distinct.filter((part) => isWhole(part) || !distinct.some((other) => isWithin(part, other)));
}

/** An appointment can begin only at a start that the platform lists, so what has opened of its window is all of it. */
function wholeStarts(parts: Opened[]): Opened[] {
	const whole = parts.map((part) => (part.window.isStart ? { ...part, start: part.window.start, end: part.window.end } : part));
	return [...new Map(whole.map((part) => [`${part.start}/${part.end}`, part])).values()];
}
