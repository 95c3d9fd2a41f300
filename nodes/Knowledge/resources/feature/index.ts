import type { INodeProperties } from 'n8n-workflow';

import { get } from './get.operation';

export const operations = { get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['feature'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get one feature of the platform and the plans that include it',
				action: 'Get a feature and the plans that include it',
				builderHint: {
					propertyHint: 'Use it for "which plan has it" questions. Needs the slug of the feature.',
				},
			},
		],
		default: 'get',
	},
	...get.properties,
];
