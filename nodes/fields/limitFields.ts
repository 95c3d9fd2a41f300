import type { INodeProperties } from 'n8n-workflow';

import { fieldOf, type Fields } from './parameters';
import { onOrOff, wholeNumber } from './valueKinds';

const ALL = fieldOf(onOrOff, {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
	hint: "Where nothing is found, no item is put out. To go on all the same, turn on 'Always Output Data' in the settings; with several items, inside a Loop Over Items",
});

export const limitField = fieldOf(wholeNumber(1), {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** 'Return All' and 'Limit'. */
export const limitFields: INodeProperties[] = [ALL, limitField];

/** How many results 'Return All' and 'Limit' ask for; Infinity for all. @throws NodeOperationError where one cannot be used */
export function limitOf({ read }: Fields): number {
	if (read(ALL)) return Infinity;
	return read(limitField) ?? Number(limitField.default);
}
