import type { INodeProperties } from 'n8n-workflow';

import { book } from './book.operation';
import { cancel } from './cancel.operation';
import { reschedule } from './reschedule.operation';

export const operations = { book, cancel, reschedule };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['appointment'] } },
		options: [
			{
				name: 'Book',
				value: 'book',
				description: 'Book a free slot of a calendar for a contact',
				action: 'Book an appointment',
				builderHint: {
					propertyHint:
						"Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents set 'When Slot Is Taken' to Return Alternatives.",
				},
			},
			{
				name: 'Cancel',
				value: 'cancel',
				description: 'Cancel an appointment and free its slot',
				action: 'Cancel an appointment',
				builderHint: {
					propertyHint:
						'Needs the eventId that Book returned. Returns deleted: true.',
				},
			},
			{
				name: 'Reschedule',
				value: 'reschedule',
				description: 'Move an appointment to another time',
				action: 'Reschedule an appointment',
				builderHint: {
					propertyHint:
						'Needs the eventId that Book returned, and both a new start and a new end. The status stays unless one is chosen in the options.',
				},
			},
		],
		default: 'book',
	},
	...book.properties,
	...cancel.properties,
	...reschedule.properties,
];
