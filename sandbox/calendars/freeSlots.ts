import { DateTime } from 'luxon';

import type { Profile } from '../profile';
import { inOrder } from '../responses';
import type { Calendar } from '../seed';

/** A span of time, in milliseconds since 1970; the end is not part of it. */
export interface Interval {
	start: number;
	end: number;
}

export const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end;

/** @returns for example `2030-05-06T13:00:00+00:00` */
export function toUtcText(ms: number): string {
	return new Date(ms).toISOString().replace(/(\.000)?Z$/, '+00:00');
}

/** Zone in which dates are meant and slots are grouped. @param asked the query's `timezone` */
export function zoneOfDates({ slotDates }: Profile, { timeZone }: Calendar, asked = timeZone): string {
	return { utc: 'UTC', calendar: timeZone, timezone: asked }[slotDates];
}

/**
 * The span from the beginning of one date to another. In dates of UTC, the second is not part of it.
 *
 * @param startDate YYYY-MM-DD, as `endDate`
 * @param zone IANA zone in which the dates are meant
 */
export function datesToInterval(
	startDate: string,
	endDate: string,
	zone: string,
	{ slotDates }: Pick<Profile, 'slotDates'>,
): Interval {
	const days = slotDates === 'utc' ? 0 : 1;
	return {
		start: DateTime.fromISO(startDate, { zone }).toMillis(),
		end: DateTime.fromISO(endDate, { zone }).plus({ days }).toMillis(),
	};
}

/**
 * All slots of a calendar's working hours that begin in a span, booked or not, in order of time.
 * Working hours are local times of the calendar's zone, so that a day with a clock change has fewer
 * or more slots when its hours cover the change.
 */
export function slotsOf(calendar: Calendar, span: Interval): Interval[] {
	const length = slotLength(calendar);
	const step = (calendar.everyMinutes ?? calendar.slotMinutes) * 60_000;
	return openHours(calendar, span)
		.flatMap(({ start, end }) => {
			const count = Math.max(0, Math.floor((end - length - start) / step) + 1);
			return Array.from({ length: count }, (_, index) => start + index * step);
		})
		.filter((start) => start >= span.start && start < span.end)
		.sort((a, b) => a - b)
		.map((start) => ({ start, end: start + length }));
}

const slotLength = ({ slotMinutes }: Calendar) => slotMinutes * 60_000;

/** The working hours of every day that a span touches. */
function openHours(calendar: Calendar, span: Interval): Interval[] {
	const hours: Interval[] = [];
	let day = DateTime.fromMillis(span.start, { zone: calendar.timeZone }).startOf('day');
	while (day.toMillis() < span.end) {
		for (const { weekdays, start, end } of calendar.workingHours) {
			if (!weekdays.includes(day.weekday)) continue;
			hours.push({ start: localTime(day, start), end: localTime(day, end) });
		}
		day = day.plus({ days: 1 });
	}
	return hours;
}

function localTime(day: DateTime, time: string): number {
	const [hour, minute] = time.split(':').map(Number);
	if (hour === 24) return day.plus({ days: 1 }).toMillis();
	return day.set({ hour, minute }).toMillis();
}

/** Slots that are free of every booking and, unless the profile lists them, not in the past. */
export function openSlots(
	calendar: Calendar,
	span: Interval,
	bookings: readonly Interval[],
	now: number,
	profile: Pick<Profile, 'pastSlots'>,
): Interval[] {
	const near = bookings.filter((booking) => booking.end > span.start);
	const first = profile.pastSlots === 'listed' ? span.start : now;
	return slotsOf(calendar, span).filter(
		(slot) => slot.start >= first && !near.some((booking) => overlaps(slot, booking)),
	);
}

/** Free time as whole windows: slots that follow one another without a gap are one. @param slots in order of time */
export function spansOf(slots: readonly Interval[]): Interval[] {
	const spans: Interval[] = [];
	for (const { start, end } of slots) {
		const last = spans.at(-1);
		if (last?.end === start) last.end = end;
		else spans.push({ start, end });
	}
	return spans;
}

/**
 * Whether a calendar takes bookings of exactly this span: one slot, or several that follow one
 * another without a gap. Bookings are not looked at.
 */
export function isOffered(calendar: Calendar, { start, end }: Interval): boolean {
	const length = slotLength(calendar);
	const count = (end - start) / length;
	const starts = new Set(slotsOf(calendar, { start, end }).map((slot) => slot.start));
	for (let at = start; at < end; at += length) if (!starts.has(at)) return false;
	return count >= 1 && Number.isInteger(count);
}

/**
 * Groups slots under the date on which they begin in a zone (get_free_slots).
 *
 * @param slots in order of time
 */
export function byDate(slots: readonly Interval[], zone: string, profile: Profile): { _dates_: object } {
	const dates: Record<string, object[]> = {};
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
	const ordered = Object.entries(dates).map(([day, ofDay]) => [day, inOrder(profile, ofDay)]);
	return { _dates_: Object.fromEntries(inOrder(profile, ordered)) };
}
