import type { INodeProperties } from 'n8n-workflow';

import { authenticationField } from '../fields/account';
import { calendarField } from '../fields/calendar';
import { slotFiltersField } from '../fields/slotFilters';
import { timeZoneField } from '../fields/timeZone';

/** They are read one after the other, and a poll should end before the next one, a minute later. */
export const MAX_CALENDARS = 20;

/** As many as Offer Slots and Wait offers. */
export const MAX_DAYS_AHEAD = 60;

export const LENGTH = { displayName: 'Minimum Length (Minutes)', name: 'minimumLengthMinutes' };

/** The trigger's parameters below n8n's own 'Poll Times', in the order in which a person fills them in. */
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
		displayName: 'Calendars',
		name: 'calendars',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Calendar' },
		placeholder: 'Add Calendar',
		default: { values: [{ calendarId: { mode: 'list', value: '' } }] },
		required: true,
		description: `The calendars to watch, up to ${MAX_CALENDARS}. They are read one after the other.`,
		options: [{ displayName: 'Calendar', name: 'values', values: [calendarField] }],
	},
	{
		displayName: 'Days Ahead',
		name: 'daysAhead',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_DAYS_AHEAD },
		default: 14,
		description:
			'How many days to watch, including today. When a new day comes into this range, its free slots do not start the workflow. Slots that become free on it later do.',
	},
	{
		...timeZoneField,
		description: 'Time zone for the days, the filters and the local times in the output',
	},
	slotFiltersField({
		...LENGTH,
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 30,
		description: 'Leave out slots shorter than this number of minutes',
	}),
];
