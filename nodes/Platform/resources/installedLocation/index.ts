import type { INodeProperties } from 'n8n-workflow';

import { getAll } from './getAll.operation';

export const operations = { getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['installedLocation'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get the locations where the app is installed',
				action: 'Get many installed locations',
				builderHint: {
					propertyHint:
						'Returns one item per location. Other operations take the location from the credential, so it is rarely needed before them.',
				},
			},
		],
		default: 'getAll',
	},
	...getAll.properties,
];
