import type { INodeProperties } from 'n8n-workflow';

import { get } from './get.operation';

export const operations = { get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['accessToken'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get location, expiry and scopes of the access token',
				action: 'Get details of the access token',
				builderHint: {
					propertyHint:
						"Returns location, level, scopes and expiry of the credential's token. Leave 'Include Access Token' off unless the token itself is needed.",
				},
			},
		],
		default: 'get',
	},
	...get.properties,
];
