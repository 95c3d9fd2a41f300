import { locationField, locationOf } from '../../../fields/account';
import { limited, limitFields } from '../../../fields/limit';
import { listCustomWebhooks } from '../../../platformApi/customWebhooks';
import type { PlatformOperation } from '../../operation';

export const getAll: PlatformOperation = {
	option: {
		name: 'Get Many',
		description: 'Get the webhooks of the location',
		action: 'Get many webhooks',
		builderHint: {
			propertyHint:
				'Returns one item per registered webhook. Use it before Create, so that the same URL is not registered twice.',
		},
	},
	properties: [locationField, ...limitFields],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const locationId = await locationOf(context, api, itemIndex);
		const webhooks = await memoize(`webhooks ${locationId}`, async () =>
			await listCustomWebhooks(api, locationId),
		);
		return limited(context, webhooks, itemIndex);
	},
};
