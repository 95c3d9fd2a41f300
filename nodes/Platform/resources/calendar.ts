import { calendarField } from '../../fields/accountFields';
import { CHOICES } from '../../platformApi/pickLists';
import { resourceOf } from '../rows/resourceOf';
import { getFreeSlots } from './getFreeSlots';

export const calendar = resourceOf(
	'Calendar',
	{ toRead: 'readCalendars', first: ['id', 'name', 'isActive'], keepsId: true },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the calendars of the location',
			action: 'Get many calendars',
			hint: 'Returns one item per calendar with id and name. Use it to find the calendarId for the other operations.',
			...CHOICES.calendarId,
			fields: [],
			nothing: 'The location has no calendars.',
		},
		get: {
			name: 'Get',
			description: 'Get one calendar',
			hint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
			method: 'GET',
			path: '/calendars/{calendarId}',
			fields: [calendarField],
		},
	},
	{ getFreeSlots },
);
