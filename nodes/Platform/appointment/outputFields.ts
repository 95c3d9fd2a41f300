import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../simplify';

const IDS = ['appointmentId', 'contactId', 'calendarId'];
const TIMES = ['startTime', 'endTime', 'startText', 'timezone'];
const OFFER = ['reason', 'message', 'alternatives'];
/** What each output has of an appointment, in this order. */
const APPOINTMENT = [
	...IDS,
	...TIMES,
	'wantedStartTime',
	'appointmentStatus',
	'title',
	'isRecurring',
	'assignedUserId',
	'address',
];

/** Links and a file, which are long, so they stand last. */
const CALENDAR_ENTRY = 'calendarEntry';

/** The fields that 'Simplify' keeps of each output: the first ten that it has. */
export const KEPT = {
	booked: ['booked', 'alreadyBooked', 'message', ...APPOINTMENT, CALENDAR_ENTRY],
	notBooked: ['booked', ...OFFER, ...IDS, ...TIMES],
	moved: ['rescheduled', 'message', ...APPOINTMENT],
	notMoved: ['rescheduled', ...OFFER, ...IDS, ...TIMES],
	canceled: ['canceled', 'alreadyCanceled', 'message', ...IDS, ...TIMES, 'title'],
	deleted: ['deleted', 'message', ...IDS, ...TIMES, 'title'],
	read: ['message', 'deleted', ...APPOINTMENT],
	updated: ['updated', 'canceled', 'message', ...APPOINTMENT],
	decided: ['outcome', 'message', 'note', ...APPOINTMENT, CALENDAR_ENTRY],
};

/** n8n's guideline for simplified outputs. */
const MAX_FIELDS = 10;

/** The first ten of the named fields that the item has, in their order. A calendar entry is always one of them. */
export function keepFields(item: IDataObject, names: readonly string[]): IDataObject {
	const hasEntry = names.includes(CALENDAR_ENTRY) && item[CALENDAR_ENTRY] !== undefined;
	const max = hasEntry ? MAX_FIELDS - 1 : MAX_FIELDS;
	const kept: IDataObject = {};
	for (const name of names) {
		if (name === CALENDAR_ENTRY || item[name] === undefined) continue;
		if (Object.keys(kept).length === max) break;
		kept[name] = item[name];
	}
	if (hasEntry) kept[CALENDAR_ENTRY] = item[CALENDAR_ENTRY];
	return kept;
}

/** The output as 'Simplify' asks for it. @param record of the platform, which a raw output has beside the fields */
export function showFields(
	{ isSimple }: Pick<Output, 'isSimple'>,
	item: IDataObject,
	names: readonly string[],
	record?: IDataObject,
): IDataObject {
	if (isSimple) return keepFields(item, names);
	return record === undefined ? item : { ...item, appointment: record };
}
