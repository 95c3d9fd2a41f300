import type { INodeProperties } from 'n8n-workflow';

import { getAll } from './getAll.operation';

export const operations = { getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['changelogEntry'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many changes of the platform, optionally since a date',
				action: 'Get many changelog entries since a date',
				builderHint: {
					propertyHint:
						'Use it for "what is new" questions and digests. Set Since to the date of the last run.',
				},
			},
		],
		default: 'getAll',
	},
	...getAll.properties,
];
