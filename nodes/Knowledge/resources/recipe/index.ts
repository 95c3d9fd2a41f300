import type { INodeProperties } from 'n8n-workflow';

import { search } from './search.operation';

export const operations = { search };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['recipe'] } },
		options: [
			{
				name: 'Search',
				value: 'search',
				description: 'Search the how-to recipes by words, best match first',
				action: 'Search recipes for the CRM platform',
				builderHint: {
					propertyHint: 'Use it for "how do I" questions about the platform. Returns one item per recipe.',
				},
			},
		],
		default: 'search',
	},
	...search.properties,
];
