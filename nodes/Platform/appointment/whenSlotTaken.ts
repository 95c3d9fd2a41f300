import type { INodeProperties } from 'n8n-workflow';

import { numberWithin, wholeNumber } from '../../fields/valueKinds';
import { choiceOf, fieldOf, type Fields, shownTo } from '../../fields/parameters';

/** A message should stay readable. */
const MAX_IN_MESSAGE = 3;

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
const SEARCH_DAYS = 7;

/** Ninety days: more is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 2_160;

const WHEN_TAKEN = choiceOf({
	displayName: 'When Slot Is Taken',
	name: 'whenTaken',
	type: 'options',
	default: 'stop',
	description: 'What to do when the slot is no longer free',
	options: [
		{
			name: 'Return Alternatives',
			value: 'alternatives',
			description: 'Return the nearest free slots instead. Best for AI agents.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop and list the nearest free slots in the message',
		},
		{
			name: 'Use Next Free Slot',
			value: 'nextFree',
			description: 'Use the next free slot of the same length',
		},
	],
	noDataExpression: true,
	...shownTo(false),
});

/** A model can offer the slots that it gets, but takes a stop for a failure. */
const WHEN_TAKEN_AS_TOOL: INodeProperties = {
	...WHEN_TAKEN,
	default: 'alternatives',
	...shownTo(true),
};

const MAX = fieldOf(wholeNumber(1, 100), {
	displayName: 'Max Alternatives',
	name: 'maxAlternatives',
	type: 'number',
	default: 5,
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Max number of free slots to return, nearest first',
	displayOptions: { show: { whenTaken: ['alternatives'] } },
});

const hours = numberWithin(
	`more than 0 and at most ${MAX_HOURS_LATER} hours`,
	Number.MIN_VALUE,
	MAX_HOURS_LATER,
);

const DELAY = fieldOf(hours, {
	displayName: 'Max Delay (Hours)',
	name: 'withinHours',
	type: 'number',
	default: 24,
	typeOptions: { minValue: 0 },
	description: 'How much later than requested the slot may start, in hours',
	displayOptions: { show: { whenTaken: ['nextFree'] } },
});

/** The fields of Book and Reschedule for a slot that is no longer free. */
export const slotTakenFields: INodeProperties[] = [WHEN_TAKEN_AS_TOOL, WHEN_TAKEN, MAX, DELAY];

/** What is to be done where the wanted slot is no longer free. */
export interface WhenSlotTaken {
	kind: 'stop' | 'alternatives' | 'nextFree';
	/** How many other slots to name or to offer, nearest first. */
	maxSlots: number;
	/** How much later than the wanted one another slot may begin. */
	withinHours: number;
	/** The same span in words, for messages. */
	withinText: string;
}

/** Reads 'When Slot Is Taken' and the field that belongs to it. @throws NodeOperationError that names a field which cannot be used */
export function readWhenSlotTaken({ read }: Fields): WhenSlotTaken {
	const kind = read(WHEN_TAKEN) ?? 'stop';
	if (kind === 'nextFree') {
		const withinHours = read(DELAY) ?? Number(DELAY.default);
		return { kind, maxSlots: MAX_IN_MESSAGE, withinHours, withinText: `${withinHours} hours` };
	}
	const maxSlots = kind === 'alternatives' ? (read(MAX) ?? Number(MAX.default)) : MAX_IN_MESSAGE;
	return { kind, maxSlots, withinHours: SEARCH_DAYS * 24, withinText: `${SEARCH_DAYS} days` };
}
