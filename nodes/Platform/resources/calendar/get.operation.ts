import type { Operation } from '../../../items/operation';
import { simplify } from '../../../items/simplify';
import { getCalendar } from '../../../platformApi/calendars';
import type { PlatformClient } from '../../../platformApi/client';
import { calendarField } from '../../../fields/calendar';
import { simplifyField } from '../../fields/simplify';
import { CONCURRENT_READS, isOn, requiredText } from '../../parameters';

export const get: Operation<PlatformClient> = {
	option: {
		name: 'Get',
		description: 'Get one calendar',
		action: 'Get a calendar',
		builderHint: {
			propertyHint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
		},
	},
	properties: [calendarField(), simplifyField],
	concurrency: () => CONCURRENT_READS,
	async execute(itemIndex, { api, memoize }) {
		const calendarId = requiredText.call(this, { name: 'calendarId', label: 'Calendar' }, itemIndex);
		const calendar = await memoize(`calendar ${calendarId}`, async () => await getCalendar(api, calendarId));
		return isOn.call(this, 'simplify', itemIndex, true) ? simplify(calendar, 'id', 'name') : calendar;
	},
};
