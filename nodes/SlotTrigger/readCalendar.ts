import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { UnexpectedResponseError } from '../http/body';
import { PathSegmentError } from '../http/pathSegment';
import { freeSlotsOn } from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { TimeFormatError } from '../time/times';
import type { Watch, WatchedCalendar } from './parameters';
import type { Range } from './range';

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
