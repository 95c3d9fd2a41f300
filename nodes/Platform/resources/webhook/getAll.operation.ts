import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { resolveLocationId } from '../../../shared/location';
import { pathSegment } from '../../../shared/pathSegment';
import { readId, readList } from '../../../shared/read';
import type { Operation, RunScope } from '../../../shared/router';
import type { PlatformContext } from '../../../shared/transport';
import { platformRequest } from '../../../shared/transport';
import { limited, limitFields } from '../../fields/limit';
import { locationField } from '../../fields/location';
import { optionalText } from '../../parameters';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['webhook'], operation: ['getAll'] } },
	[
		locationField,
		...limitFields,
		{
			displayName: 'Webhook',
			name: 'webhookId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Only return this webhook. Leave empty to return all of the location.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'e.g. New contacts to n8n',
					typeOptions: { searchListMethod: 'searchWebhooks', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 5ef3a1b2c4d5e6f708192a3b',
				},
			],
		},
	],
);

/** Contract: GET /locations/{locationId}/customWebhooks; the shape of the answer is not shown. */
export async function listWebhooks(
	this: PlatformContext,
	locationId: string,
): Promise<IDataObject[]> {
	const body = await platformRequest.call(this, {
		method: 'GET',
		path: `/locations/${pathSegment(locationId, 'Location')}/customWebhooks`,
		scope: 'webhooks.readonly',
	});
	return readList(body, 'webhooks', 'customWebhooks');
}

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	run: RunScope,
): Promise<IDataObject[]> {
	const locationId = await resolveLocationId.call(this, {
		locationId: optionalText.call(this, 'locationId', itemIndex),
		itemIndex,
	});
	const webhookId = optionalText.call(this, 'webhookId', itemIndex);
	const webhooks = await run.once(`webhooks ${locationId}`, async () =>
		await listWebhooks.call(this, locationId),
	);
	const wanted = webhookId
		? webhooks.filter((webhook) => readId(webhook) === webhookId)
		: webhooks;
	return limited.call(this, wanted, itemIndex);
}

export const getAll: Operation = { properties, execute };
