import type { INodeProperties } from 'n8n-workflow';

import { verify } from './verify.operation';

export const operations = { verify };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhookSignature'] } },
		options: [
			{
				name: 'Verify',
				value: 'verify',
				description: 'Check whether a delivery was really signed by the platform',
				action: 'Verify a webhook signature',
				builderHint: {
					propertyHint:
						'Needs the raw body exactly as received, the value of the header x-platform-signature and the public key as PEM. Returns valid, reason and explanation.',
				},
			},
		],
		default: 'verify',
	},
	...verify.properties,
];
