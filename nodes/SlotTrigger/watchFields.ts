import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { SlotFilters } from '../booking/slots';
import {
	authenticationField,
	authenticationOf,
	calendarField,
	locationField,
} from '../fields/accountFields';
import { group, listOf, wholeNumber, zeroOrMore } from '../fields/valueKinds';
import { languageField } from '../fields/language';
import { fieldOf, type Fields, fieldsAt, KIND, OPTIONS, optionsField } from '../fields/parameters';
import { FILTERS, FIRST, slotFiltersField, slotFiltersOf } from '../fields/slotFilters';
import { timeZoneField, usableZone } from '../fields/timeZoneField';
import { parametersOf } from '../n8n/parameters';
import type { Authentication } from '../platformApi/credential';

/** A poll reads the calendars in turn, and should end before the next one, a minute later. */
const MAX_CALENDARS = 20;

const CALENDARS = { displayName: 'Calendars', name: 'calendars' };

const LENGTH = fieldOf(zeroOrMore('minutes'), {
	displayName: 'Minimum Length (Minutes)',
	name: 'minimumLengthMinutes',
	type: 'number',
	default: 30,
	typeOptions: { minValue: 0 },
	description: 'Leave out slots with less free time around them than this number of minutes',
});

const DAYS_AHEAD = fieldOf(wholeNumber(1, 60), {
	displayName: 'Days Ahead',
	name: 'daysAhead',
	type: 'number',
	default: 14,
	typeOptions: { minValue: 1, maxValue: 60 },
	description:
		'How many days to watch, including today. When a new day comes into this range, its free slots do not start the workflow. Slots that become free on it later do.',
});

const OFFERS = fieldOf(wholeNumber(1), {
	displayName: 'Calendar Offers (Days)',
	name: 'calendarOffersDays',
	type: 'number',
	default: 30,
	typeOptions: { minValue: 1 },
	description:
		'How many days can be booked in advance, including today, if that is less than Days Ahead. Otherwise, each day that the calendar adds at its end looks freed. HighLevel tells it by itself.',
});

/** The fields of the node. */
export const slotTriggerProperties: INodeProperties[] = [
	authenticationField,
	{
		displayName:
			'The first poll only remembers which slots are free. After that, a slot starts the workflow each time it becomes free.',
		name: 'openedNotice',
		type: 'notice',
		default: '',
	},
	{
		...CALENDARS,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Calendar' },
		placeholder: 'Add Calendar',
		default: { values: [{ calendarId: { mode: 'list', value: '' } }] },
		required: true,
		description: `The calendars to watch, up to ${MAX_CALENDARS}. They are read one after the other.`,
		options: [{ displayName: 'Calendar', name: 'values', values: [calendarField] }],
	},
	DAYS_AHEAD,
	{
		...timeZoneField,
		description: 'Time zone for the days, the filters and the local times in the output',
	},
	slotFiltersField(LENGTH, FIRST),
	optionsField(OFFERS, languageField, locationField),
];

/** A calendar that is chosen in the node. */
export interface WatchedCalendar {
	id: string;
	/** The name that the list showed when the calendar was chosen. */
	name?: string;
}

/** What the node's fields say. */
export interface SlotWatch {
	authentication: Authentication;
	calendars: WatchedCalendar[];
	daysAhead: number;
	/** For how many days the calendars can be booked, where a person says it. */
	offeredDays?: number;
	/** The location's ID, where it is not the credential's own. */
	location?: string;
	/** False where 'Time Zone' is empty, so that the location's zone counts. */
	hasOwnZone: boolean;
	/** The zone that was chosen, else the workflow's. */
	zone: string;
	/** The language of startText, where one is chosen. */
	language?: string;
	minimumLengthMinutes: number;
	filters: SlotFilters;
}

/** Reads the fields of the node. @throws NodeOperationError that names a field which is empty or cannot be used */
export function readWatch(poll: IPollFunctions): SlotWatch {
	const fields = fieldsAt(parametersOf(poll), 0);
	const { read } = fields;
	const ownZone = read(timeZoneField);
	return {
		authentication: authenticationOf(poll),
		calendars: readCalendars(fields),
		daysAhead: read(DAYS_AHEAD) ?? Number(DAYS_AHEAD.default),
		offeredDays: read(OFFERS, OPTIONS),
		location: read(locationField, OPTIONS),
		hasOwnZone: ownZone !== undefined,
		zone: usableZone(fields, ownZone),
		language: read(languageField, OPTIONS),
		minimumLengthMinutes: read(LENGTH, FILTERS) ?? 0,
		filters: slotFiltersOf(fields),
	};
}

function readCalendars({ collection, readValue, refuse }: Fields): WatchedCalendar[] {
	const { values } = collection(CALENDARS);
	const rows = readValue(listOf(group, 'a list of calendars'), values, CALENDARS.displayName) ?? [];
	const calendars = new Map<string, WatchedCalendar>();
	for (const { calendarId } of rows) {
		const id = readValue(calendarField[KIND], calendarId, calendarField.displayName);
		if (id !== undefined) calendars.set(id, { id, name: nameInList(calendarId, id) });
	}
	if (calendars.size === 0)
		throw refuse("'Calendar' is empty", 'Choose at least one calendar from the list.');
	if (calendars.size > MAX_CALENDARS)
		throw refuse(
			`'Calendars' has ${calendars.size} calendars, but one node watches at most ${MAX_CALENDARS}`,
			'Split them between several workflows.',
		);
	return [...calendars.values()];
}

/** The list shows "Name (id)", or the ID alone. */
function nameInList(locator: unknown, id: string): string | undefined {
	const shown = String((locator as IDataObject).cachedResultName);
	const ending = ` (${id})`;
	return shown.endsWith(ending) ? shown.slice(0, -ending.length) : undefined;
}
