import type { IDataObject } from 'n8n-workflow';

import { dateOfSlot, type Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isRecord, readObject, UnexpectedResponseError } from '../http/body';
import type { Explanation } from '../http/explain';
import { tried } from '../utils/attempt';
import { addDays, parseInstant } from '../time/times';
import type { PlatformClient } from './client';

const SCOPE = 'calendars.readonly';

/** What requests for one calendar have in common. @param withinMs see {@link PlatformRequest} */
function ofCalendar(calendarId: string, withinMs?: number, below = '') {
	const notFound: Explanation = {
		message: `The calendar '${calendarId}' was not found in the location of the credential`,
		whatToDo: 'Choose a calendar of that location from the list. A calendar ID is not a location ID.',
		forModel: 'Use the ID of a calendar as a tool returned it. A calendar ID is not a location ID.',
	};
	const path = `/calendars/${pathSegment(calendarId)}${below}`;
	return { method: 'GET' as const, path, withinMs, scope: SCOPE, statuses: { 404: notFound } };
}

/** GET /calendars/, with the slash at the end (sandbox/openapi.yaml, list_calendars). */
export async function listCalendars(client: PlatformClient, locationId: string): Promise<IDataObject[]> {
	const request = { method: 'GET', path: '/calendars/', query: { locationId }, scope: SCOPE } as const;
	return await client.requestList(request, 'calendars');
}

/** GET /calendars/{calendarId} (sandbox/openapi.yaml, get_calendar). */
export async function getCalendar(client: PlatformClient, calendarId: string, withinMs?: number): Promise<IDataObject> {
	return readObject(await client.request(ofCalendar(calendarId, withinMs)), 'calendar');
}

export interface FreeSlotsQuery {
	calendarId: string;
	/** Both `YYYY-MM-DD`, both included. */
	startDate: string;
	endDate: string;
	/** IANA name. */
	zone: string;
	withinMs?: number;
}

/**
 * GET /calendars/{calendarId}/free-slots (sandbox/openapi.yaml, get_free_slots).
 *
 * @returns the object that carries `_dates_`: the body itself, or its `data`
 * @throws {UnexpectedResponseError} where there is none
 */
export async function getFreeSlots(
	client: PlatformClient,
	{ calendarId, startDate, endDate, zone, withinMs }: FreeSlotsQuery,
): Promise<IDataObject> {
	const query = { startDate, endDate, timezone: zone };
	const body = await client.request({ ...ofCalendar(calendarId, withinMs, '/free-slots'), query });
	const found = [body, isRecord(body) && body.data].find((value) => isRecord(value) && '_dates_' in value);
	if (!found) throw new UnexpectedResponseError("a list of free slots under '_dates_'");
	return found as IDataObject;
}

/** Long enough to recognize what came. */
const MAX_SHOWN = 80;

/** Undefined for what is no window. */
function windowOf(window: unknown): Slot | undefined {
	const [start, end] = isRecord(window) ? [window.startTime, window.endTime] : [];
	return tried(() => ({ start: parseInstant(start, 'UTC'), end: parseInstant(end, 'UTC') }), undefined);
}

/**
 * The windows of a free-slots response in order of time, each once; those of no length are none.
 *
 * @throws {UnexpectedResponseError} for what is no list of windows: to pass it over would call a day full
 */
function windowsIn(body: IDataObject): Slot[] {
	const windows = new Map<string, Slot>();
	for (const [date, listed] of Object.entries(body._dates_ ?? {})) {
		// Such as a trace ID beside the dates.
		if (typeof listed !== 'object' && !/^\d/.test(date)) continue;
		for (const window of [listed ?? []].flat().map(windowOf)) {
			if (window === undefined) {
				const shown = JSON.stringify(listed).slice(0, MAX_SHOWN);
				throw new UnexpectedResponseError(
					`a list of free slots with 'startTime' and 'endTime' in ISO 8601: for ${date} the platform sent ${shown}`,
					"To see all of it, set 'Output' of Calendar > Get Free Slots to 'Raw Response'.",
				);
			}
			if (window.end > window.start) windows.set(`${window.start} ${window.end}`, window);
		}
	}
	return [...windows.values()].sort((a, b) => a.start - b.start);
}

/**
 * The free slots that begin on the dates in local time, in order of time.
 *
 * The contract calls `timezone` "used for display" and does not show whether the end date is included.
 * So days more are asked for, two at the end since both may take one, and the slots' own times decide.
 */
export async function freeSlotsOn(client: PlatformClient, query: FreeSlotsQuery): Promise<Slot[]> {
	const { startDate, endDate, zone } = query;
	const wider = { ...query, startDate: addDays(startDate, -1), endDate: addDays(endDate, 2) };
	return windowsIn(await getFreeSlots(client, wider)).filter((slot) => {
		const date = dateOfSlot(slot, zone);
		return date >= startDate && date <= endDate;
	});
}
