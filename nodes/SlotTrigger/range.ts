import { addDays, formatInZone } from '../time/times';
import { zoneOffsetMs } from '../time/zones';
import type { Watch } from './parameters';

/** Which days one poll looks at; dates as `YYYY-MM-DD`, all included. */
export interface Range {
	startDate: string;
	/** The last day on which a slot starts the workflow. */
	lastDate: string;
	/** The last day that is read and remembered: it comes into the range before the next poll. */
	endDate: string;
	/** Epoch milliseconds at which `endDate` ends. */
	until: number;
}

const DAY_MS = 86_400_000;

/** @param now epoch milliseconds */
export function rangeOf({ daysAhead, pollDays, zone }: Watch, now: number): Range {
	const startDate = formatInZone(now, zone).slice(0, 10);
	const lastDate = addDays(startDate, daysAhead - 1);
	const endDate = addDays(lastDate, pollDays);
	return { startDate, lastDate, endDate, until: beginningOf(addDays(endDate, 1), zone) };
}

/**
 * The instant at which a date begins. Where clocks change at midnight the earlier of the two readings:
 * time that wrongly counts as not read yet can start nothing.
 */
function beginningOf(date: string, zone: string): number {
	const midnight = Date.parse(`${date}T00:00:00Z`);
	const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((near) => zoneOffsetMs(near, zone));
	return midnight - Math.max(...offsets);
}
