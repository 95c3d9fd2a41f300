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

/** The calendar's own zone may differ, so its next day can begin this long after a day's last free time. */
const NIGHT_MS = 12 * HOUR_MS;

/** A platform may add the next day somewhat later each day, and clocks change by an hour. */
const LATE_MS = HOUR_MS;

/** A calendar offers only so many days, and nothing opens beyond them. While it is booked out, their end moves on day by day. */
function farthestOf(
	before: CalendarMemory['farthest'],
	last: Slot | undefined,
	{ at, zone }: Range,
): CalendarMemory['farthest'] {
	const passed = before ? Math.trunc((at - before.at - LATE_MS) / DAY_MS) * DAY_MS : 0;
	const moved = before && { end: before.end + passed, at: before.at + passed };
	if (!last) return moved;
	const end = Math.min(startOfDate(addDays(dateOfSlot(last, zone), 1), zone), last.end + NIGHT_MS);
	return moved && moved.end >= end ? moved : { end, at };
}

/** The memory of one calendar, in the node's static data, so plain JSON. */
export interface CalendarMemory {
	/** Epoch milliseconds; only the time between has been read. */
	from: number;
	until: number;
	/** Free time as [start, end], in order. Adjacent windows are one span. Listed starts stay apart: others between them would be new. */
	free: Array<[number, number]>;
	/** The end of the farthest day with free time, and the poll that saw it (`at` of a range); absent where nothing has ever been free. */
	farthest?: { end: number; at: number };
}

/** Time that has become free, and the window in which the platform lists it. */
export interface Opened extends Slot {
	window: Slot;
}

/** A hundred days with a gap every half hour; free time beyond it counts as not read. */
const MAX_SPANS = 2_000;

/**
 * Free time that was not free before, within the range that was read then. Time is compared, not windows: only
 * the added part of a longer window has opened. At the first poll, which has no memory, nothing has.
 *
 * @param slots in order of time
 */
export function whatOpened(
	before: CalendarMemory | undefined,
	slots: readonly Slot[],
	range: Range,
) {
	const farthest = farthestOf(before?.farthest, slots.at(-1), range);
	const listed = slots.some(({ isStart }) => isStart) ? slots : joined(slots);
	const until = Math.min(
		range.until,
		farthest?.end ?? Infinity,
		listed.at(MAX_SPANS)?.start ?? Infinity,
	);
	const free = listed.slice(0, MAX_SPANS).map(({ start, end }): [number, number] => [start, end]);
	const memory: CalendarMemory = { farthest, from: range.from, until, free };
	return { opened: before ? withoutFragments(newParts(slots, before)) : [], memory };
}

function newParts(slots: readonly Slot[], { free: listed, from, until }: CalendarMemory): Opened[] {
	const free = joined(listed.map(([start, end]) => ({ start, end })));
	const taken = [-Infinity, ...free.map(({ end }) => end)].map((start, n) => ({
		start,
		end: free[n]?.start ?? Infinity,
	}));
	const starts = new Set(listed.map(([start]) => start));
	return slots.flatMap((window) => {
		if (window.isStart && starts.has(window.start)) return [];
		const isNew = taken.filter(({ start, end }) => start < window.end && end > window.start);
		const parts = isNew.map((each) => ({
			start: Math.max(each.start, window.start),
			end: Math.min(each.end, window.end),
		}));
		// The time of a new start may have been free before, but no appointment could begin then.
		if (window.isStart && parts.length === 0) parts.push(window);
		return parts
			.map((part) => ({ ...window, ...part, window }))
			.filter(({ start }) => start >= from && start < until);
	});
}

function distinct(parts: Opened[]): Opened[] {
	return [...new Map(parts.map((part) => [`${part.start}/${part.end}`, part])).values()];
}

/** Drops duplicates, and parts that lie inside another one. Of a listed start, the whole window has opened. */
function withoutFragments(all: Opened[]): Opened[] {
	const parts = distinct(all);
	const isWhole = ({ start, end, window }: Opened) => start === window.start && end === window.end;
	const isWithin = (a: Slot, b: Slot) => a !== b && b.start <= a.start && b.end >= a.end;
	const kept = parts.filter(
		(part) => isWhole(part) || !parts.some((other) => isWithin(part, other)),
	);
	return distinct(kept.map((part) => (part.window.isStart ? { ...part, ...part.window } : part)));
}
