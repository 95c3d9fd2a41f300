import type { IDataObject } from 'n8n-workflow';

import { dateInZone, formatInZone, formatWithOffset, offsetMinutesIn } from '../time/times';
import { BoundedMap } from '../utils/boundedMap';

/** A span of time in epoch milliseconds; the end is not part of it. */
export interface Slot {
	start: number;
	end: number;
	/** Minutes ahead of UTC with which the platform has listed it, where that matters. */
	offset?: number;
	/** Whether an appointment can begin only where it begins, since the platform lists starts. */
	isStart?: boolean;
}

/** `YYYY-MM-DD` on which the slot begins in the zone. */
export function dateOfSlot({ start }: Slot, zone: string): string {
	return dateInZone(start, zone);
}

/** By zone, with the year and without. Making a formatter costs some 50 µs, and a list shows many slots of one zone. */
const startFormats = new BoundedMap<string, Intl.DateTimeFormat>(1_000);

/** How the year of a date is written: where it is the present one, not at all. */
function yearStyle(date: string, zone: string): 'numeric' | undefined {
	return date.slice(0, 4) === dateInZone(Date.now(), zone).slice(0, 4) ? undefined : 'numeric';
}

/** `Tuesday, Nov 24, 11:30 AM EST` in local time, to read; with the year where it is not the present one. */
export function startTextOf(start: number, zone: string): string {
	const year = yearStyle(dateInZone(start, zone), zone);
	const key = `${zone} ${year}`;
	const format =
		startFormats.get(key) ??
		new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			weekday: 'long',
			month: 'short',
			day: 'numeric',
			year,
			hour: 'numeric',
			minute: '2-digit',
			timeZoneName: 'short',
		});
	startFormats.set(key, format);
	// Some versions of Node.js write a narrow no-break space before AM.
	return format.format(start).replaceAll('\u202f', ' ');
}

/** What an item says of a slot: what to send, its start to read, and both times in local time. */
export function describeSlot({ start, end, offset }: Slot, zone: string): IDataObject {
	return {
		startTime: formatWithOffset(start, offset),
		endTime: formatWithOffset(end, offset),
		startText: startTextOf(start, zone),
		startLocal: formatInZone(start, zone),
		endLocal: formatInZone(end, zone),
		timezone: zone,
	};
}

/**
 * The slots as a language model reads them, by day: `{ Thu: ['2026-11-26T14:00-05:00/2026-11-26T14:30-05:00'] }`. A start
 * and an end that can be copied, in local time, and the weekday, in at most 60 characters a slot.
 *
 * @param slots in order of time
 */
export function slotsByWeekday(slots: readonly Slot[], zone: string): IDataObject[] {
	const days = new Map<string, string[]>();
	for (const { start, end, offset } of slots) {
		const date = dateInZone(start, zone);
		const [from, to] = [start, end].map((instant) => {
			const time = formatWithOffset(instant, offset ?? offsetMinutesIn(formatInZone(instant, zone)));
			return time.replace(/:00(?=[+-])/, '');
		});
		days.set(date, [...(days.get(date) ?? []), `${from}/${to}`]);
	}
	return [...days].map(([date, intervals]) => ({
		[new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short' })]: intervals,
	}));
}

/** `Nov 23` in local time; with the year where it is not the present one. */
function dayText(instant: number, zone: string): string {
	const date = dateInZone(instant, zone);
	const format = { timeZone: 'UTC', month: 'short', day: 'numeric', year: yearStyle(date, zone) } as const;
	return new Date(date).toLocaleDateString('en-US', format);
}

/** `9:30` in local time. */
function clockText(instant: number, zone: string): string {
	return formatInZone(instant, zone).slice(11, 16).replace(/^0/, '');
}

/** `Nov 23, 9:00 to 9:30`; the end's day only where it is another. */
export function spanText({ start, end }: Slot, zone: string): string {
	const [first, last] = [dayText(start, zone), dayText(end, zone)];
	const to = first === last ? clockText(end, zone) : `${last}, ${clockText(end, zone)}`;
	return `${first}, ${clockText(start, zone)} to ${to}`;
}

/** `Nov 23: 9:30, 10:30; Nov 24: 9:00`: the starts of slots in order of time, by day. */
export function startsText(slots: readonly Slot[], zone: string): string {
	const days = new Map<string, string[]>();
	for (const { start } of [...slots].sort((a, b) => a.start - b.start)) {
		const day = dayText(start, zone);
		days.set(day, [...(days.get(day) ?? []), clockText(start, zone)]);
	}
	return [...days].map(([day, starts]) => `${day}: ${starts.join(', ')}`).join('; ');
}

/** Which of a calendar's free slots to offer. What is left out does not restrict. */
export interface SlotFilters {
	/** `HH:mm`: the earliest and the latest start, both included. */
	earliestTime?: string;
	latestTime?: string;
	/** ISO 8601: 1 is Monday, 7 is Sunday. An empty list means all. */
	weekdays?: readonly number[];
	/** Leave out slots that start in less than this number of minutes. */
	minimumNoticeMinutes?: number;
	/** Only the first of the slots that are left on each day. */
	firstOfDay?: boolean;
}

/**
 * The slots that pass all filters, in the order of time.
 *
 * @param zone IANA name of the zone of times of day, weekdays and days
 * @param now epoch milliseconds
 */
export function filterSlots<Slot extends { start: number }>(
	slots: readonly Slot[],
	filters: SlotFilters,
	zone: string,
	now: number,
): Slot[] {
	const { earliestTime = '00:00', latestTime = '23:59', weekdays = [], firstOfDay = false } = filters;
	const notBefore = now + (filters.minimumNoticeMinutes ?? 0) * 60_000;
	const seen = new Set<string>();
	return [...slots]
		.sort((a, b) => a.start - b.start)
		.filter(({ start }) => {
			const local = formatInZone(start, zone);
			const [date, clock] = [local.slice(0, 10), local.slice(11, 16)];
			const weekday = new Date(date).getUTCDay() || 7;
			const fits =
				start >= notBefore &&
				clock >= earliestTime &&
				clock <= latestTime &&
				(weekdays.length === 0 || weekdays.includes(weekday));
			if (!fits || (firstOfDay && seen.has(date))) return false;
			seen.add(date);
			return true;
		});
}

/** Windows that touch or overlap as one: two free half hours make a free hour. @param windows in order of time */
export function joined(windows: readonly Slot[]): Slot[] {
	const spans: Slot[] = [];
	for (const { start, end } of windows) {
		const last = spans.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else spans.push({ start, end });
	}
	return spans;
}

/**
 * Starts closer together are no useful choice. It also bounds the work: a model
 * that gives a slot of one millisecond would otherwise cause millions of starts.
 */
const MIN_STEP_MS = 5 * 60_000;

/**
 * Slots of a certain length that fit into a free window and have not begun, in order of time. Adjacent
 * windows are not combined: the contract does not show whether a booking may span two.
 *
 * @param duration milliseconds
 * @param now epoch milliseconds
 */
export function slotsThatFit(windows: readonly Slot[], duration: number, now: number): Slot[] {
	const slots = new Map<number, Slot>();
	const step = Math.max(duration, MIN_STEP_MS);
	// A window's own beginning, and further ones by the length wanted; not all of them need fit.
	for (const { start, end, offset, isStart } of windows) {
		for (let next = start; next < (isStart ? start + 1 : end); next += step) {
			slots.set(next, { start: next, end: next + duration, offset, isStart });
		}
	}
	return [...slots.values()].sort((a, b) => a.start - b.start).filter((slot) => slot.start > now && covers(windows, slot));
}

/** Whether a free window covers the slot, so that a refusal must have another cause than a taken slot. */
export function covers(windows: readonly Slot[], slot: Slot): boolean {
	return windows.some(({ start, end }) => start <= slot.start && slot.end <= end);
}

/**
 * The slots nearest to the wanted one, nearest first; of two that are equally near, the later one,
 * which leaves more time to come. The wanted slot itself is left out: it was just refused.
 */
export function nearestTo(wanted: Slot, candidates: readonly Slot[], count: number): Slot[] {
	const distance = ({ start }: Slot) => Math.abs(start - wanted.start);
	return candidates
		.filter(({ start }) => start !== wanted.start)
		.sort((a, b) => distance(a) - distance(b) || b.start - a.start)
		.slice(0, count);
}

/** The slots that begin after the wanted one and at most so many hours later, soonest first. */
export function nextAfter(wanted: Slot, candidates: readonly Slot[], withinHours: number): Slot[] {
	const latest = wanted.start + withinHours * 3_600_000;
	return candidates
		.filter(({ start }) => start > wanted.start && start <= latest)
		.sort((a, b) => a.start - b.start);
}
