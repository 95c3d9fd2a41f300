import { calendarField, calendarOf } from '../../../fields/calendar';
import { simplified, simplifyField } from '../../../fields/simplify';
import { getCalendar } from '../../../platformApi/calendars';
import type { PlatformOperation } from '../../operation';

export const get: PlatformOperation = {
	option: {
		name: 'Get',
		description: 'Get one calendar',
		action: 'Get a calendar',
		builderHint: {
			propertyHint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
		},
	},
	properties: [calendarField, simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const calendarId = calendarOf(context, itemIndex);
		const calendar = await memoize(`calendar ${calendarId}`, async () => await getCalendar(api, calendarId));
		return simplified(context, itemIndex, calendar, 'id', 'name');
	},
};
