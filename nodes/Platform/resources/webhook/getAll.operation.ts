import type { Operation } from '../../../items/operation';
import type { PlatformClient } from '../../../platformApi/client';
import { listCustomWebhooks } from '../../../platformApi/customWebhooks';
import { resolveLocation } from '../../../platformApi/location';
import { limited, limitFields } from '../../../items/limit';
import { locationField } from '../../fields/location';
import { CONCURRENT_READS, optionalText } from '../../parameters';

export const getAll: Operation<PlatformClient> = {
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
	concurrency: () => CONCURRENT_READS,
	async execute(itemIndex, { api, memoize }) {
		const locationId = await resolveLocation(api, optionalText.call(this, 'locationId', itemIndex));
		const webhooks = await memoize(`webhooks ${locationId}`, async () =>
			await listCustomWebhooks(api, locationId),
		);
		return limited.call(this, webhooks, itemIndex);
	},
};
