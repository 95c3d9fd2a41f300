import type { INodeProperties } from 'n8n-workflow';

import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getFreeSlots } from './getFreeSlots.operation';

export const operations = { get, getAll, getFreeSlots };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['calendar'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get one calendar',
				action: 'Get a calendar',
				builderHint: {
					propertyHint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
				},
			},
			{
				name: 'Get Free Slots',
				value: 'getFreeSlots',
				description: 'Get the times at which a calendar can still be booked',
				action: 'Get free slots of a calendar',
				builderHint: {
					propertyHint:
						'Returns one item per slot with startTime and endTime, which Appointment > Book takes as they are.',
				},
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get the calendars of the location',
				action: 'Get many calendars',
				builderHint: {
					propertyHint:
						'Returns one item per calendar with id and name. Use it to find the calendarId for the other operations.',
				},
			},
		],
		default: 'getAll',
	},
	...get.properties,
	...getAll.properties,
	...getFreeSlots.properties,
];
