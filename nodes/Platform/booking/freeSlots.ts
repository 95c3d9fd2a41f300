import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../../shared/pathSegment';
import { UnexpectedAnswerError } from '../../shared/read';
import { formatInZone, formatUtc, parseInstant } from '../../shared/times';
import type { PlatformContext } from '../../shared/transport';
import { platformRequest } from '../../shared/transport';
import { calendarNotFound } from './meanings';

/** A span of time in epoch milliseconds; the end is not part of it. */
export interface Slot {
	start: number;
	end: number;
}

/** A free slot under the date that the platform lists it under. */
export interface DatedSlot extends Slot {
	/** `YYYY-MM-DD` in the zone that was asked for. */
	date: string;
}

export interface FreeSlotsQuery {
	calendarId: string;
	/** Both `YYYY-MM-DD`, both included. */
	startDate: string;
	endDate: string;
	/** IANA name. */
	zone: string;
	itemIndex?: number;
}

/** Contract: GET /calendars/{calendarId}/free-slots; the answer as it came. */
export async function requestFreeSlots(
	this: PlatformContext,
	{ calendarId, startDate, endDate, zone, itemIndex }: FreeSlotsQuery,
): Promise<IDataObject> {
	const body = await platformRequest.call(this, {
		method: 'GET',
		path: `/calendars/${pathSegment(calendarId, 'Calendar')}/free-slots`,
		query: { startDate, endDate, timezone: zone },
		scope: 'calendars.readonly',
		meanings: { 404: calendarNotFound(calendarId) },
		itemIndex,
	});
	const answer = answerIn(body);
	if (!answer) throw new UnexpectedAnswerError("a list of free slots under '_dates_'");
	return answer;
}

function hasDates(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && '_dates_' in value;
}

/** The object that carries `_dates_`: the body itself, or one wrapped in it. */
function answerIn(body: unknown): IDataObject | undefined {
	if (hasDates(body)) return body;
	return typeof body === 'object' && body !== null ? Object.values(body).find(hasDates) : undefined;
}

/** The windows by date. A platform without a free slot may send no dates at all. */
export function windowsByDate(answer: IDataObject): Array<[string, IDataObject[]]> {
	return Object.entries((answer._dates_ ?? {}) as Record<string, IDataObject[]>);
}

/** The windows of a free-slots answer in order of time. Contract: Free-slots response. */
export function readFreeSlots(answer: IDataObject): DatedSlot[] {
	return windowsByDate(answer)
		.flatMap(([date, windows]) =>
			(Array.isArray(windows) ? windows : []).filter(Boolean).map(({ startTime, endTime }) => ({
				date,
				start: parseInstant(startTime, 'UTC'),
				end: parseInstant(endTime, 'UTC'),
			})),
		)
		.sort((a, b) => a.start - b.start);
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
