import type { INodeProperties } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import { formatInZone } from '../time/times';
import { timeZoneNames, zoneNamed } from '../time/zones';
import { dayIn, listOf, onOrOff, textAs, wholeNumber, zeroOrMore } from './kinds';
import { matching, searched } from './lists';
import { collectionField, type Field, fieldOf, type Fields } from './parameters';

/** Names are sent as IANA writes them, since other servers compare their case. EST and the like stand for several zones. */
const timeZone = textAs(
	'an IANA time zone',
	'the zone of a city, such as America/New_York',
	// Lists show `America/New_York (UTC-05:00)`.
	(typed) => zoneNamed(typed.split('(')[0].trim().replaceAll(' ', '_')),
);

export const timeZoneField = fieldOf(timeZone, {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Time zone for times without an offset and for local times in the output',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. America/New_York',
			typeOptions: { searchListMethod: 'searchTimeZones', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. America/New_York',
			hint: 'An IANA time zone name',
		},
	],
	hint: "Leave empty to use the location's (HighLevel), else the workflow's",
});

/** All IANA zones with their present offset, the workflow's own first; "new york" finds America/New_York. */
export const searchTimeZones = searched(async (context, filter) => {
	const now = Date.now();
	const zoneOfWorkflow = context.getTimezone();
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === zoneOfWorkflow) - Number(a === zoneOfWorkflow))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return await Promise.resolve(matching(entries, filter.trim().replaceAll(' ', '_')));
});

/** The zone that was chosen, else the workflow's. @throws NodeOperationError for one that cannot be used */
export const usableZone = (
	{ readValue, timezone }: Pick<Fields, 'readValue' | 'timezone'>,
	chosen: string | undefined,
): string => chosen ?? readValue(timeZone, timezone(), timeZoneField.displayName) ?? 'UTC';

const START_DATE: INodeProperties = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $today }}',
	placeholder: 'e.g. 2027-03-08',
	description: 'First day, as YYYY-MM-DD. With a time of day, what is earlier is left out.',
};

const END_DATE: INodeProperties = {
	displayName: 'End Date',
	name: 'endDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $today.plus(7, "days") }}',
	placeholder: 'e.g. 2027-03-12',
	description:
		'Last day, as YYYY-MM-DD. It is included. With a time of day, what is later is left out.',
};

/** The first and the last day of a search. */
export const dayFields: INodeProperties[] = [START_DATE, END_DATE];

/** The first and the last day of a search, both included. */
export interface Days {
	/** As `YYYY-MM-DD`. */
	startDate: string;
	endDate: string;
	/** Epoch milliseconds, where 'Start Date' has a time of day. */
	from: number | undefined;
	/** Epoch milliseconds, where 'End Date' has a time of day. */
	to: number | undefined;
	/** 'Start Date' and 'End Date' for messages, each with its time of day where it has one. */
	start: string;
	end: string;
}

/** The first and the last day in a zone. @throws NodeOperationError for a date that cannot be read, and an end before the start */
export function daysOf({ refuse, required }: Fields, zone: string): Days {
	const first = required(fieldOf(dayIn(zone), START_DATE));
	const last = required(fieldOf(dayIn(zone), END_DATE));
	const days: Days = {
		startDate: first.date,
		endDate: last.date,
		from: first.moment,
		to: last.moment,
		start: first.moment === undefined ? first.date : formatInZone(first.moment, zone),
		end: last.moment === undefined ? last.date : formatInZone(last.moment, zone),
	};
	const isEarlierTime = days.from !== undefined && days.to !== undefined && days.to < days.from;
	if (days.endDate < days.startDate || isEarlierTime) {
		throw refuse(
			`'End Date' (${days.end}) is before 'Start Date' (${days.start})`,
			'Enter an end that is the same or later.',
		);
	}
	return days;
}

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

export const FIRST = fieldOf(onOrOff, {
	displayName: 'Only First of Each Day',
	name: 'firstOfDay',
	type: 'boolean',
	default: true,
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** 'Filters' of free slots. Times of day and weekdays are those in 'Time Zone'. @param others filters that only some nodes have */
export const slotFiltersField = (...others: INodeProperties[]) =>
	collectionField(FILTERS, 'Add filter', [EARLIEST, LATEST, NOTICE, WEEKDAYS, ...others]);

export const freeSlotFiltersField = slotFiltersField(FIRST);

/** The values in 'Filters'. @param notice where 'Minimum Notice' is not chosen @throws NodeOperationError that names a filter */
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
