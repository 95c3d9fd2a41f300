import type { INodeProperties } from 'n8n-workflow';

import { getAll } from './getAll.operation';

export const operations = { getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['useCase'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many use case playbooks, optionally of one industry',
				action: 'Get many use case playbooks by industry',
				builderHint: {
					propertyHint:
						'Use it for "what can a business like mine do" questions. Set Vertical to the slug of the industry.',
				},
			},
		],
		default: 'getAll',
	},
	...getAll.properties,
];
