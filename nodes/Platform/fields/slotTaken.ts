import type { INodeProperties } from 'n8n-workflow';

/** What to do when the platform answers that the slot is not available. */
export const WHEN_TAKEN = {
	stop: 'stop',
	alternatives: 'alternatives',
	nextFree: 'nextFree',
} as const;

/** More than anybody chooses from, and few enough for a language model to read. */
export const MAX_ALTERNATIVES = 100;

/** Fields of Book and Reschedule; read by `booking/slotTaken.ts`. */
export const slotTakenFields: INodeProperties[] = [
	{
		displayName: 'When Slot Is Taken',
		name: 'whenTaken',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Return Alternatives',
				value: WHEN_TAKEN.alternatives,
				description: 'Return an item with booked (or rescheduled) false and the nearest free slots. Best for AI agents.',
			},
			{
				name: 'Stop',
				value: WHEN_TAKEN.stop,
				description: 'Stop with a message that lists the nearest free slots',
			},
			{
				name: 'Use Next Free Slot',
				value: WHEN_TAKEN.nextFree,
				description: 'Take the next free slot of the same length and return its times',
			},
		],
		default: 'stop',
		description: 'What to do when the slot is no longer free',
	},
	{
		displayName: 'Max Alternatives',
		name: 'maxAlternatives',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ALTERNATIVES },
		default: 5,
		description: 'How many free slots to offer, nearest first',
		displayOptions: { show: { whenTaken: [WHEN_TAKEN.alternatives] } },
	},
	{
		displayName: 'At Most Hours Later',
		name: 'withinHours',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description: 'How many hours after the wanted start the slot may begin',
		displayOptions: { show: { whenTaken: [WHEN_TAKEN.nextFree] } },
	},
];
