import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { dateOfSlot, readFreeSlots } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isRecord, readObject, UnexpectedResponseError } from '../http/body';
import { addDays } from '../time/times';
import type { PlatformClient } from './client';
import type { Explanation } from './tokenErrors';

const SCOPE = 'calendars.readonly';

function calendarNotFound(calendarId: string): Explanation {
	return {
		message: `The calendar '${calendarId}' was not found in the location of the credential`,
		whatToDo:
			"Choose a 'Calendar' of that location from the list. A calendar ID is not a location ID.",
		forModel: 'Use the ID of a calendar as a tool returned it. A calendar ID is not a location ID.',
	};
}

/** GET /calendars/, with the slash at the end (sandbox/openapi.yaml, list_calendars). */
export async function listCalendars(
	client: PlatformClient,
	locationId: string,
): Promise<IDataObject[]> {
	return await client.requestList(
		{ method: 'GET', path: '/calendars/', query: { locationId }, scope: SCOPE },
		'calendars',
	);
}

/** GET /calendars/{calendarId} (sandbox/openapi.yaml, get_calendar). */
export async function getCalendar(
	client: PlatformClient,
	calendarId: string,
	withinMs?: number,
): Promise<IDataObject> {
	const body = await client.request({
		method: 'GET',
		withinMs,
		path: `/calendars/${pathSegment(calendarId, 'Calendar')}`,
		scope: SCOPE,
		statuses: { 404: calendarNotFound(calendarId) },
	});
	return readObject(body, 'calendar');
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
 * @returns the object that carries `_dates_`: the body itself, or one wrapped in it
 * @throws {UnexpectedResponseError} where there is none
 */
export async function getFreeSlots(
	client: PlatformClient,
	{ calendarId, startDate, endDate, zone, withinMs }: FreeSlotsQuery,
): Promise<IDataObject> {
	const body = await client.request({
		method: 'GET',
		withinMs,
		path: `/calendars/${pathSegment(calendarId, 'Calendar')}/free-slots`,
		query: { startDate, endDate, timezone: zone },
		scope: SCOPE,
		statuses: { 404: calendarNotFound(calendarId) },
	});
	const found = [body, ...Object.values(body ?? {})].find((value) => isRecord(value) && '_dates_' in value);
	if (!found) throw new UnexpectedResponseError("a list of free slots under '_dates_'");
	return found as IDataObject;
}

/**
 * The free slots that begin on the dates in local time, in order of time.
 *
 * The contract calls `timezone` "used for display" and does not show whether the end date is included.
 * So days more are asked for, two at the end since both may take one, and the slots' own times decide.
 */
export async function freeSlotsOn(client: PlatformClient, query: FreeSlotsQuery): Promise<Slot[]> {
	const { startDate, endDate, zone } = query;
	const body = await getFreeSlots(client, {
		...query,
		startDate: addDays(startDate, -1),
		endDate: addDays(endDate, 2),
	});
	return readFreeSlots(body).filter((slot) => {
		const date = dateOfSlot(slot, zone);
		return date >= startDate && date <= endDate;
	});
}
