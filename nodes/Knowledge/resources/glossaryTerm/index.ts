import type { INodeProperties } from 'n8n-workflow';

import { get } from './get.operation';

export const operations = { get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['glossaryTerm'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get the definition of one term of the platform',
				action: 'Get the definition of a CRM platform term',
				builderHint: {
					propertyHint: 'Use it for "what does it mean" questions. Needs the slug of the term.',
				},
			},
		],
		default: 'get',
	},
	...get.properties,
];
