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

/** What an item says of a slot: what to send, and both times as clocks in the zone show them. */
export function describeSlot({ start, end }: Slot, zone: string): IDataObject {
	return {
		startTime: formatUtc(start),
		endTime: formatUtc(end),
		startLocal: formatInZone(start, zone),
		endLocal: formatInZone(end, zone),
		timezone: zone,
	};
}

/** `Nov 23` as calendars in the zone show it; with the year where it is not the present one. */
function dayText(instant: number, zone: string): string {
	const [date, today] = [instant, Date.now()].map((one) => dateInZone(one, zone));
	const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
	return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year });
}

/** `9:30` as clocks in the zone show it. */
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
