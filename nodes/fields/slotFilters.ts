import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import type { Field, ParameterContext, Refuse } from './parameters';
import { refuserFor, toBoolean, toFilledInText } from './parameters';

/** ISO 8601's numbers. In the order of the week, not of the alphabet. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
	(name, index) => ({ name, value: index + 1 }),
);

const EARLIEST = { displayName: 'Earliest Start', name: 'earliestTime' };
const LATEST = { displayName: 'Latest Start', name: 'latestTime' };
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
			displayName: 'Weekdays',
			name: 'weekdays',
			type: 'multiOptions',
			options: WEEKDAYS,
			default: [1, 2, 3, 4, 5],
			description: 'The days of the week to keep',
		},
		own,
	];
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** The minutes of a filter, 0 where it is not chosen. @throws what `refuse` makes, where it is no such number */
export function minutesIn(values: IDataObject, { name, displayName }: Field, refuse: Refuse): number {
	const minutes = Number(values[name] ?? 0);
	if (minutes >= 0) return minutes;
	throw refuse(`'${displayName}' must be 0 or more minutes`, 'Enter a number, such as 120.');
}

/**
 * What 'Filters' says.
 *
 * @throws what `refuse` makes, where a filter cannot be used
 */
export function readSlotFilters(values: IDataObject, refuse: Refuse): SlotFilters {
	const timeOf = ({ name, displayName }: typeof EARLIEST) => {
		const text = toFilledInText(values[name]);
		if (text === '') return undefined;
		if (TIME_OF_DAY.test(text)) return text.padStart(5, '0');
		throw refuse(`'${displayName}' is not a time of day`, 'Enter hours and minutes, such as 09:00 or 16:30.');
	};
	const [earliestTime, latestTime] = [timeOf(EARLIEST), timeOf(LATEST)];
	if ((latestTime ?? '24:00') < (earliestTime ?? '00:00')) {
		throw refuse(
			`'${LATEST.displayName}' (${latestTime}) is before '${EARLIEST.displayName}' (${earliestTime})`,
			'No slot can meet both. Swap the two values.',
		);
	}
	const weekdays = [values.weekdays ?? []].flat().map(Number);
	if (weekdays.some((day) => !(day >= 1 && day <= 7))) {
		throw refuse(
			"'Weekdays' is not a list of weekdays",
			'Choose them from the list, or enter 1 (Monday) to 7 (Sunday).',
		);
	}
	return {
		earliestTime,
		latestTime,
		weekdays,
		minimumNoticeMinutes: minutesIn(values, NOTICE, refuse),
		firstOfDay: toBoolean(values.firstOfDay, false),
	};
}

/** Which of a calendar's free slots to offer. */
export const freeSlotFiltersField = slotFiltersField({
	displayName: 'Only First of Each Day',
	name: 'firstOfDay',
	type: 'boolean',
	default: true,
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** What 'Filters' says. @throws NodeOperationError that names a filter which cannot be used */
export function freeSlotFiltersOf(context: ParameterContext, itemIndex: number): SlotFilters {
	const values = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return readSlotFilters(values, refuserFor(context, itemIndex));
}
