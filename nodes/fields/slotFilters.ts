import type { INodeProperties } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import { listOf, textAs, wholeNumber, zeroOrMore } from './kinds';
import {
	collectionField,
	type Field,
	fieldOf,
	type FieldOf,
	fieldsAt,
	type ParameterContext,
	switchField,
	textField,
} from './parameters';

/** ISO 8601's numbers. In the order of the week, not of the alphabet. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
	(name, index) => ({ name, value: index + 1 }),
);

export const FILTERS: Field = { displayName: 'Filters', name: 'filters' };

const timeOfDay = textAs('a time of day', 'hours and minutes, such as 09:00 or 16:30', (time) =>
	/^([01]?\d|2[0-3]):[0-5]\d$/.test(time) ? time.padStart(5, '0') : undefined,
);

const EARLIEST = fieldOf(timeOfDay, textField('Earliest Start', 'earliestTime', {
	placeholder: 'e.g. 09:00',
	description: "Earliest time of day at which a slot may start, in 'Time Zone'",
}));

const LATEST = fieldOf(timeOfDay, textField('Latest Start', 'latestTime', {
	placeholder: 'e.g. 16:30',
	description: "Latest time of day at which a slot may start, in 'Time Zone'",
}));

/** Declares a filter for a length of time. */
export const minutesField = (displayName: string, name: string, byDefault: number, description: string): FieldOf<number> =>
	fieldOf(zeroOrMore('minutes'), { displayName, name, type: 'number', typeOptions: { minValue: 0 }, default: byDefault, description });

const NOTICE = minutesField(
	'Minimum Notice (Minutes)',
	'minimumNoticeMinutes',
	120,
	'Leave out slots that start in less than this number of minutes',
);

const WEEKDAYS = fieldOf(listOf(wholeNumber(1, 7), 'a list of weekdays', 'them by number: 1 (Monday) to 7 (Sunday)'), {
	displayName: 'Weekdays',
	name: 'weekdays',
	type: 'multiOptions',
	options: DAYS,
	default: [1, 2, 3, 4, 5],
	description: 'The days of the week to keep',
});

const FIRST = switchField('Only First of Each Day', 'firstOfDay', true, {
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** Which of a calendar's free slots count. Times of day and weekdays are those of 'Time Zone'. @param own a node's own filter */
export const slotFiltersField = (own: INodeProperties) => collectionField(FILTERS, 'Add filter', [EARLIEST, LATEST, NOTICE, WEEKDAYS, own]);

/** Which of a calendar's free slots to offer. */
export const freeSlotFiltersField = slotFiltersField(FIRST);

/** What 'Filters' says. @param notice where 'Minimum Notice' is not chosen @throws NodeOperationError that names a filter */
export function slotFiltersOf(context: ParameterContext, itemIndex: number, notice = 0): SlotFilters {
	const { read, refuse } = fieldsAt(context, itemIndex);
	const [earliestTime, latestTime] = [read(EARLIEST, FILTERS), read(LATEST, FILTERS)];
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
