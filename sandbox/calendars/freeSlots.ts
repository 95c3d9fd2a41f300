import { DateTime } from 'luxon';

import type { Profile } from '../profile';
import type { Calendar } from '../seed';

/** A span of time, in milliseconds since 1970; the end is not part of it. */
export interface Interval {
	start: number;
	end: number;
}

export const overlaps = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end;

/** @returns for example `2030-05-06T13:00:00+00:00` */
export const toUtcText = (ms: number): string =>
	new Date(ms).toISOString().replace(/(\.000)?Z$/, '+00:00');

/** @returns for example `2026-12-01T09:00:00-05:00` */
export const toLocalText = (ms: number, zone: string): string =>
	DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

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
function slotsOf(calendar: Calendar, span: Interval): Interval[] {
	const length = slotLength(calendar);
	return openHours(calendar, span)
		.flatMap(({ start, end }) =>
			Array.from(
				{ length: Math.floor((end - start) / length) },
				(_, index) => start + index * length,
			),
		)
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
			if (weekdays.includes(day.weekday))
				hours.push({ start: localTime(day, start), end: localTime(day, end) });
		}
		day = day.plus({ days: 1 });
	}
	return hours;
}

function localTime(day: DateTime, time: string): number {
	const [hour, minute] = time.split(':').map(Number);
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

/** True where a calendar can be booked for exactly this span: one slot, or several in a row without a gap. */
export function isOffered(calendar: Calendar, { start, end }: Interval): boolean {
	const length = slotLength(calendar);
	const starts = new Set(slotsOf(calendar, { start, end }).map((slot) => slot.start));
	for (let at = start; at < end; at += length) if (!starts.has(at)) return false;
	return end > start && (end - start) % length === 0;
}

/** Groups slots under the date on which they begin in a zone. @param slots in order of time */
export function byDate<Shown>(
	slots: readonly Interval[],
	zone: string,
	shown: (slot: Interval) => Shown,
): Array<[string, Shown[]]> {
	const dates: Array<[string, Shown[]]> = [];
	let dateEnds = Number.NEGATIVE_INFINITY;
	for (const slot of slots) {
		// Zone arithmetic costs far more than the rest: once a date, not once a slot.
		if (slot.start >= dateEnds) {
			const day = DateTime.fromMillis(slot.start, { zone }).startOf('day');
			dates.push([day.toFormat('yyyy-MM-dd'), []]);
			dateEnds = day.plus({ days: 1 }).toMillis();
		}
		dates.at(-1)?.[1].push(shown(slot));
	}
	return dates;
}
