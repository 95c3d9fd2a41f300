import type { INodeProperties } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import { collectionField, type Field, fieldOf, type Fields } from './parameters';
import { listOf, onOrOff, textAs, wholeNumber, zeroOrMore } from './valueKinds';

/** Numbers as in ISO 8601. */
const WEEKDAY_OPTIONS = [
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
	'Sunday',
].map((name, index) => ({ name, value: index + 1 }));

/** 'Filters', of slots as of records. */
export const FILTERS: Field = { displayName: 'Filters', name: 'filters' };

const timeOfDay = textAs('a time of day', 'hours and minutes, such as 09:00 or 16:30', (time) =>
	/^([01]?\d|2[0-3]):[0-5]\d$/.test(time) ? time.padStart(5, '0') : undefined,
);

const EARLIEST = fieldOf(timeOfDay, {
	displayName: 'Earliest Start',
	name: 'earliestTime',
	type: 'string',
	default: '',
	placeholder: 'e.g. 09:00',
	description: "Earliest time of day at which a slot may start, in 'Time Zone'",
});

const LATEST = fieldOf(timeOfDay, {
	displayName: 'Latest Start',
	name: 'latestTime',
	type: 'string',
	default: '',
	placeholder: 'e.g. 16:30',
	description: "Latest time of day at which a slot may start, in 'Time Zone'",
});

const NOTICE = fieldOf(zeroOrMore('minutes'), {
	displayName: 'Minimum Notice (Minutes)',
	name: 'minimumNoticeMinutes',
	type: 'number',
	default: 120,
	typeOptions: { minValue: 0 },
	description: 'Leave out slots that start in less than this number of minutes',
});

const WEEKDAYS = fieldOf(
	listOf(wholeNumber(1, 7), 'a list of weekdays', 'them by number: 1 (Monday) to 7 (Sunday)'),
	{
		displayName: 'Weekdays',
		name: 'weekdays',
		type: 'multiOptions',
		options: WEEKDAY_OPTIONS,
		default: [1, 2, 3, 4, 5],
		description: 'The days of the week to keep',
	},
);

/** Keeps one slot a day. */
export const FIRST = fieldOf(onOrOff, {
	displayName: 'Only First of Each Day',
	name: 'firstOfDay',
	type: 'boolean',
	default: true,
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** 'Filters' of free slots. Times of day and weekdays are those in 'Time Zone'. @param others filters that only some nodes have */
export function slotFiltersField(...others: INodeProperties[]): INodeProperties {
	return collectionField(FILTERS, 'Add filter', [EARLIEST, LATEST, NOTICE, WEEKDAYS, ...others]);
}

/** 'Filters' of the operations that list or offer free slots. */
export const freeSlotFiltersField = slotFiltersField(FIRST);

/**
 * Reads 'Filters'.
 *
 * @param notice in minutes, where 'Minimum Notice' is not chosen
 * @throws NodeOperationError that names a filter which cannot be used
 */
export function slotFiltersOf({ read, refuse }: Fields, notice = 0): SlotFilters {
	const earliestTime = read(EARLIEST, FILTERS);
	const latestTime = read(LATEST, FILTERS);
	if ((latestTime ?? '24:00') < (earliestTime ?? '00:00')) {
		throw refuse(
			`'${LATEST.displayName}' (${latestTime}) is before '${EARLIEST.displayName}' (${earliestTime})`,
			'No slot can meet both. Swap the two values.',
		);
	}
	return {
		earliestTime,
		latestTime,
		weekdays: read(WEEKDAYS, FILTERS) ?? [],
		minimumNoticeMinutes: read(NOTICE, FILTERS) ?? notice,
		firstOfDay: read(FIRST, FILTERS) ?? false,
	};
}
