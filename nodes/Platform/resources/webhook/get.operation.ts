import { NodeOperationError } from 'n8n-workflow';

import { locationField, locationOf } from '../../../fields/account';
import { listField } from '../../../fields/lists';
import { requiredText } from '../../../fields/parameters';
import { readId } from '../../../http/body';
import { listCustomWebhooks } from '../../../platformApi/customWebhooks';
import type { PlatformOperation } from '../../operation';

const webhookField = listField(
	{ displayName: 'Webhook', name: 'webhookId', required: true, description: 'The webhook to get' },
	{ method: 'searchWebhooks', placeholder: 'e.g. New contacts to n8n' },
	{ placeholder: 'e.g. 5ef3a1b2c4d5e6f708192a3b' },
);

/** The platform shows no endpoint for one webhook, so it is taken from the list. */
export const get: PlatformOperation = {
	option: {
		name: 'Get',
		description: 'Get one webhook of the location',
		action: 'Get a webhook',
		builderHint: { propertyHint: 'Needs the ID of a webhook, as Get Many returns it.' },
	},
	properties: [locationField, webhookField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const locationId = await locationOf(context, api, itemIndex);
		const webhookId = requiredText(context, webhookField, itemIndex);
		const webhooks = await memoize(`webhooks ${locationId}`, async () =>
			await listCustomWebhooks(api, locationId),
		);
		const webhook = webhooks.find((record) => readId(record) === webhookId);
		if (!webhook) {
			throw new NodeOperationError(context.getNode(), `The webhook '${webhookId}' was not found`, {
				description: `Choose a 'Webhook' of the location '${locationId}' from the list.`,
				itemIndex,
			});
		}
		return webhook;
	},
};
