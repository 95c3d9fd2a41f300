import { locationField, locationOf } from '../../../fields/account';
import { limited, limitFields } from '../../../fields/limit';
import { simplified, simplifyField } from '../../../fields/simplify';
import { listCalendars } from '../../../platformApi/calendars';
import type { PlatformOperation } from '../../operation';

export const getAll: PlatformOperation = {
	option: {
		name: 'Get Many',
		description: 'Get the calendars of the location',
		action: 'Get many calendars',
		builderHint: {
			propertyHint:
				'Returns one item per calendar with id and name. Use it to find the calendarId for the other operations.',
		},
	},
	properties: [locationField, ...limitFields, simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const locationId = await locationOf(context, api, itemIndex);
		const calendars = await memoize(`calendars ${locationId}`, async () =>
			await listCalendars(api, locationId),
		);
		return simplified(context, itemIndex, limited(context, calendars, itemIndex), 'id', 'name');
	},
};
