import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import { listOf, onOrOff, textAs, wholeNumber, zeroOrMore } from './kinds';
import { collectionOf, readAs, refuserFor, type Field, type ParameterContext, type Refuse } from './parameters';

/** ISO 8601's numbers. In the order of the week, not of the alphabet. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
	(name, index) => ({ name, value: index + 1 }),
);

export const FILTERS = { displayName: 'Filters', name: 'filters' };
const EARLIEST = { displayName: 'Earliest Start', name: 'earliestTime' };
const LATEST = { displayName: 'Latest Start', name: 'latestTime' };
const FIRST = { displayName: 'Only First of Each Day', name: 'firstOfDay' };
const WEEKDAYS = { displayName: 'Weekdays', name: 'weekdays' };
const NOTICE = { displayName: 'Minimum Notice (Minutes)', name: 'minimumNoticeMinutes' };

/**
 * Which of a calendar's free slots count. Times of day and weekdays are those of 'Time Zone'.
 *
 * @param own a node's own filter; the collection is in the order of the alphabet
 */
export function slotFiltersField(own: INodeProperties): INodeProperties {
	const entries: INodeProperties[] = [
		{
			...EARLIEST,
			type: 'string',
			default: '',
			placeholder: 'e.g. 09:00',
			description: "Earliest time of day at which a slot may start, in 'Time Zone'",
		},
		{
			...LATEST,
			type: 'string',
			default: '',
			placeholder: 'e.g. 16:30',
			description: "Latest time of day at which a slot may start, in 'Time Zone'",
		},
		{
			...NOTICE,
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 120,
			description: 'Leave out slots that start in less than this number of minutes',
		},
		{
			...WEEKDAYS,
			type: 'multiOptions',
			options: DAYS,
			default: [1, 2, 3, 4, 5],
			description: 'The days of the week to keep',
		},
		own,
	];
	return {
		...FILTERS,
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const timeOfDay = textAs('a time of day', 'hours and minutes, such as 09:00 or 16:30', (given) =>
	TIME_OF_DAY.test(given) ? given.padStart(5, '0') : undefined,
);

const weekdayList = listOf(wholeNumber(1, 7), 'a list of weekdays', 'them by number: 1 (Monday) to 7 (Sunday)');

/** The minutes of a filter, 0 where it is not chosen. @throws what `refuse` makes, where it is no such number */
export function minutesIn(values: IDataObject, { name, displayName }: Field, refuse: Refuse): number {
	return readAs(zeroOrMore('minutes'), values[name], displayName, refuse) ?? 0;
}

/** What 'Filters' says. @throws what `refuse` makes, where a filter cannot be used */
export function readSlotFilters(values: IDataObject, refuse: Refuse): SlotFilters {
	const [earliestTime, latestTime] = [EARLIEST, LATEST].map(({ name, displayName }) =>
		readAs(timeOfDay, values[name], displayName, refuse),
	);
	if ((latestTime ?? '24:00') < (earliestTime ?? '00:00')) {
		throw refuse(
			`'${LATEST.displayName}' (${latestTime}) is before '${EARLIEST.displayName}' (${earliestTime})`,
			'No slot can meet both. Swap the two values.',
		);
	}
	return {
		earliestTime,
		latestTime,
		weekdays: readAs(weekdayList, values[WEEKDAYS.name], WEEKDAYS.displayName, refuse) ?? [],
		minimumNoticeMinutes: minutesIn(values, NOTICE, refuse),
		firstOfDay: readAs(onOrOff, values[FIRST.name], FIRST.displayName, refuse) ?? false,
	};
}

/** Which of a calendar's free slots to offer. */
export const freeSlotFiltersField = slotFiltersField({
	...FIRST,
	type: 'boolean',
	default: true,
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** What 'Filters' says. @throws NodeOperationError that names a filter which cannot be used */
export function freeSlotFiltersOf(context: ParameterContext, itemIndex: number): SlotFilters {
	return readSlotFilters(collectionOf(context, FILTERS, itemIndex), refuserFor(context, itemIndex));
}
