import { DateTime } from 'luxon';

import type { Calendar } from '../seed';

/** A span of time, in milliseconds since 1970; the end is not part of it. */
export interface Interval {
	start: number;
	end: number;
}

/** Contract: free-slot window, ISO 8601 in UTC with offset form. */
export interface FreeSlotWindow {
	startTime: string;
	endTime: string;
}

export const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end;

/** @returns for example `2030-05-06T13:00:00+00:00` */
export function toUtcText(ms: number): string {
	return new Date(ms).toISOString().replace(/(\.000)?Z$/, '+00:00');
}

/**
 * The span from the beginning of one date to the end of another, both inclusive.
 *
 * @param startDate YYYY-MM-DD
 * @param endDate YYYY-MM-DD
 * @param zone IANA zone in which the dates are meant
 */
export function datesToInterval(startDate: string, endDate: string, zone: string): Interval {
	return {
		start: DateTime.fromISO(startDate, { zone }).toMillis(),
		end: DateTime.fromISO(endDate, { zone }).plus({ days: 1 }).toMillis(),
	};
}

/**
 * All slots of a calendar's working hours that begin in a span, booked or not, in order of time.
 * The step is the calendar's slot length. Working hours are wall-clock times of the calendar's
 * zone, so that a day with a clock change has fewer or more slots when its hours cover the change.
 */
export function slotsOf(calendar: Calendar, span: Interval): Interval[] {
	const zone = calendar.timeZone;
	const step = calendar.slotMinutes * 60_000;
	const slots: Interval[] = [];
	let day = DateTime.fromMillis(span.start, { zone }).startOf('day');
	while (day.toMillis() < span.end) {
		for (const { weekdays, start, end } of calendar.workingHours) {
			if (!weekdays.includes(day.weekday)) continue;
			const closes = wallClock(day, end);
			for (let at = wallClock(day, start); at + step <= closes; at += step) {
				if (at >= span.start && at < span.end) slots.push({ start: at, end: at + step });
			}
		}
		day = day.plus({ days: 1 });
	}
	return slots.sort((a, b) => a.start - b.start);
}

function wallClock(day: DateTime, time: string): number {
	const [hour, minute] = time.split(':').map(Number);
	if (hour === 24) return day.plus({ days: 1 }).toMillis();
	return day.set({ hour, minute }).toMillis();
}

/** Slots that can be booked: not in the past, and free of every booking. */
export function openSlots(
	calendar: Calendar,
	span: Interval,
	bookings: readonly Interval[],
	now: number,
): Interval[] {
	const near = bookings.filter((booking) => booking.end > span.start);
	return slotsOf(calendar, span).filter(
		(slot) => slot.start >= now && !near.some((booking) => overlaps(slot, booking)),
	);
}

/**
 * Whether a calendar offers exactly this span: one slot, or several that follow one another
 * without a gap. Bookings are not looked at.
 */
export function isOffered(calendar: Calendar, wanted: Interval): boolean {
	if (wanted.end <= wanted.start) return false;
	const slots = slotsOf(calendar, wanted);
	let reached = wanted.start;
	for (const slot of slots) {
		if (slot.start !== reached) return false;
		reached = slot.end;
	}
	return slots.length > 0 && reached === wanted.end;
}

/**
 * Groups slots under the date on which they begin in a zone. Contract: free-slots response.
 *
 * @param slots in order of time
 */
export function byDate(
	slots: readonly Interval[],
	zone: string,
): { _dates_: Record<string, FreeSlotWindow[]> } {
	const dates: Record<string, FreeSlotWindow[]> = {};
	let date = '';
	let dateEnds = Number.NEGATIVE_INFINITY;
	for (const { start, end } of slots) {
		// Zone arithmetic costs far more than the rest: once a date, not once a slot.
		if (start >= dateEnds) {
			const day = DateTime.fromMillis(start, { zone }).startOf('day');
			date = day.toFormat('yyyy-MM-dd');
			dateEnds = day.plus({ days: 1 }).toMillis();
		}
		(dates[date] ??= []).push({ startTime: toUtcText(start), endTime: toUtcText(end) });
	}
	return { _dates_: dates };
}
