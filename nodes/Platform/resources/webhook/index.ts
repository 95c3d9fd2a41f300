import type { INodeProperties } from 'n8n-workflow';

import { create } from './create.operation';
import { getAll } from './getAll.operation';

export const operations = { create, getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhook'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description: 'Register a URL to which the platform sends events',
				action: 'Create a webhook',
				builderHint: {
					propertyHint:
						'To start a workflow on events use the Platform Trigger instead, which registers itself and verifies signatures.',
				},
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get the webhooks registered in the location',
				action: 'Get many webhooks',
				builderHint: {
					propertyHint:
						'Returns one item per registered webhook. Use it before Create, so that the same URL is not registered twice.',
				},
			},
		],
		default: 'create',
	},
	...create.properties,
	...getAll.properties,
];
