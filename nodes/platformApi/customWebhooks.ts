import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { readOptionalObject } from '../http/body';
import type { PlatformClient, PlatformRequest } from './client';
import type { Wording } from './errors';

export interface NewCustomWebhook {
	name: string;
	url: string;
	/** Event types. */
	actions: string[];
}

/** What a caller knows better than the endpoint. */
type Overrides = Wording & Pick<PlatformRequest, 'whenMore'>;

const pathOf = (locationId: string) => `/locations/${pathSegment(locationId)}/customWebhooks`;

/** GET /locations/{locationId}/customWebhooks (sandbox/openapi.yaml, list_custom_webhooks). */
export async function listCustomWebhooks(client: PlatformClient, locationId: string, overrides: Overrides = {}): Promise<IDataObject[]> {
	const request = { method: 'GET', path: pathOf(locationId), right: 'readWebhooks', ...overrides } as const;
	return await client.requestList(request, 'customWebhooks', 'webhooks');
}

/**
 * POST /locations/{locationId}/customWebhooks (sandbox/openapi.yaml, create_custom_webhook).
 *
 * @returns the record with its `id`; empty where the platform sent none
 */
export async function createCustomWebhook(
	client: PlatformClient,
	locationId: string,
	{ name, url, actions }: NewCustomWebhook,
	overrides: Overrides = {},
): Promise<IDataObject> {
	const body = await client.request({
		method: 'POST',
		path: pathOf(locationId),
		body: { name, url, actions },
		right: 'writeWebhooks',
		howToCheck:
			'Before you create it again, list the webhooks with Webhook > Get Many: with two for the same URL, each event may arrive twice.',
		...overrides,
	});
	return readOptionalObject(body, 'webhook', 'customWebhook');
}
