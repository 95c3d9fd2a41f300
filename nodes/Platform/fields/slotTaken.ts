import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { TakenPolicy } from '../../booking/takenSlot';
import { optionalText } from '../parameters';

const WHEN_TAKEN = {
	stop: 'stop',
	alternatives: 'alternatives',
	nextFree: 'nextFree',
} as const;

/** Enough to choose from, and few enough for a language model to read. */
const MAX_ALTERNATIVES = 100;

/** Ninety days: more is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 2_160;

/** What Book and Reschedule do when the platform answers that the slot is not available. */
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
				description: 'Return the nearest free slots instead. Best for AI agents.',
			},
			{
				name: 'Stop',
				value: WHEN_TAKEN.stop,
				description: 'Stop and list the nearest free slots in the message',
			},
			{
				name: 'Use Next Free Slot',
				value: WHEN_TAKEN.nextFree,
				description: 'Use the next free slot of the same length',
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
		description: 'Max number of free slots to return, nearest first',
		displayOptions: { show: { whenTaken: [WHEN_TAKEN.alternatives] } },
	},
	{
		displayName: 'Max Delay (Hours)',
		name: 'withinHours',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description: 'How much later than requested the slot may start, in hours',
		displayOptions: { show: { whenTaken: [WHEN_TAKEN.nextFree] } },
	},
];

/** An entry of an 'Options' collection. */
export const combineOption: INodeProperties = {
	displayName: 'Combine Adjacent Slots',
	name: 'combineSlots',
	type: 'boolean',
	default: false,
	description:
		'Whether adjacent free slots count as one longer slot. The platform may refuse to book it.',
};

/** What 'When Slot Is Taken' says; numbers that an expression left unusable are their defaults. */
export function takenPolicyOf(this: IExecuteFunctions, itemIndex: number): TakenPolicy {
	const positive = (name: string, fallback: number, max: number) => {
		const value = Number(this.getNodeParameter(name, itemIndex, fallback));
		return value > 0 ? Math.min(value, max) : fallback;
	};
	switch (optionalText.call(this, 'whenTaken', itemIndex)) {
		case WHEN_TAKEN.alternatives:
			return { kind: 'alternatives', max: Math.ceil(positive('maxAlternatives', 5, MAX_ALTERNATIVES)) };
		case WHEN_TAKEN.nextFree:
			return { kind: 'nextFree', withinHours: positive('withinHours', 24, MAX_HOURS_LATER) };
		default:
			return { kind: 'stop' };
	}
}
