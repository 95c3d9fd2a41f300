import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { PathSegmentError } from '../http/address';
import { UnexpectedResponseError } from '../http/body';
import { freeSlotsOn } from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { addDays, formatInZone, TimeFormatError } from '../time/times';
import { zoneOffsetMs } from '../time/zones';
import type { Watch, WatchedCalendar } from './parameters';

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

export type Failure = NodeApiError | NodeOperationError;

export interface Reading {
	free?: Slot[];
	failure?: Failure;
	/** The next calendar would fail as well: the platform is out of reach, or refuses the token. */
	concernsAll?: boolean;
}

/** Reads the free slots of one calendar. A failure is returned: it concerns this calendar or all. */
export async function readCalendar(
	client: PlatformClient,
	{ id }: WatchedCalendar,
	{ zone }: Watch,
	{ startDate, endDate }: Range,
): Promise<Reading> {
	try {
		return { free: await freeSlotsOn(client, { calendarId: id, startDate, endDate, zone }) };
	} catch (error) {
		if (error instanceof NodeApiError) return { failure: error, concernsAll: concernsAll(error) };
		if (error instanceof NodeOperationError) return { failure: error, concernsAll: true };
		const message = `The free slots of the calendar '${id}' cannot be read`;
		const failure = new NodeOperationError(client.node, message, {
			description: error instanceof Error ? error.message : String(error),
		});
		const ofResponse = [UnexpectedResponseError, TimeFormatError, PathSegmentError];
		return { failure, concernsAll: !ofResponse.some((type) => error instanceof type) };
	}
}

/** No response, 401, 429, a redirect and 5xx say nothing about the one calendar. */
function concernsAll({ httpCode }: NodeApiError): boolean {
	const status = Number(httpCode);
	return !(status >= 400 && status < 500) || status === 401 || status === 408 || status === 429;
}
