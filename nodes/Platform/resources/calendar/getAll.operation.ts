import type { Operation } from '../../../items/operation';
import { simplify } from '../../../items/simplify';
import { listCalendars } from '../../../platformApi/calendars';
import type { PlatformClient } from '../../../platformApi/client';
import { resolveLocation } from '../../../platformApi/location';
import { limited, limitFields } from '../../../items/limit';
import { locationField } from '../../fields/location';
import { simplifyField } from '../../fields/simplify';
import { CONCURRENT_READS, isOn, optionalText } from '../../parameters';

export const getAll: Operation<PlatformClient> = {
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
	concurrency: () => CONCURRENT_READS,
	async execute(itemIndex, { api, memoize }) {
		const locationId = await resolveLocation(api, optionalText.call(this, 'locationId', itemIndex));
		const calendars = await memoize(`calendars ${locationId}`, async () =>
			await listCalendars(api, locationId),
		);
		const chosen = limited.call(this, calendars, itemIndex);
		return isOn.call(this, 'simplify', itemIndex, true)
			? chosen.map((calendar) => simplify(calendar, 'id', 'name'))
			: chosen;
	},
};
