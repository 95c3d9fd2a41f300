import type { IDataObject } from 'n8n-workflow';

import { dateInZone, formatInZone, formatUtc, parseInstant } from '../time/times';

/** A span of time in epoch milliseconds; the end is not part of it. */
export interface Slot {
	start: number;
	end: number;
}

/** The windows of a free-slots response in order of time (sandbox/openapi.yaml, get_free_slots). */
export function readFreeSlots(body: IDataObject): Slot[] {
	return Object.values((body._dates_ ?? {}) as Record<string, IDataObject[]>)
		.flatMap((windows) => (Array.isArray(windows) ? windows : []))
		.filter(Boolean)
		.map(({ startTime, endTime }) => ({
			start: parseInstant(startTime, 'UTC'),
			end: parseInstant(endTime, 'UTC'),
		}))
		.sort((a, b) => a.start - b.start);
}

/** `YYYY-MM-DD` on which the slot begins in the zone. */
export function dateOfSlot({ start }: Slot, zone: string): string {
	return dateInZone(start, zone);
}

/** What an item says of a slot: what to send, and both times in local time. */
export function describeSlot({ start, end }: Slot, zone: string): IDataObject {
	return {
		startTime: formatUtc(start),
		endTime: formatUtc(end),
		startLocal: formatInZone(start, zone),
		endLocal: formatInZone(end, zone),
		timezone: zone,
	};
}

/** `Nov 23` in local time; with the year where it is not the present one. */
function dayText(instant: number, zone: string): string {
	const [date, today] = [instant, Date.now()].map((one) => dateInZone(one, zone));
	const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
	return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year });
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
