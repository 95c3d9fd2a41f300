import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField } from './declare';
import { fieldsAt, type ParameterContext } from './parameters';

const ALL = switchField('Return All', 'returnAll', false, {
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = numberField('Limit', 'limit', 50, {
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

export const limitFields: INodeProperties[] = [ALL, LIMIT];

/** How many results 'Return All' and 'Limit' let through. @throws NodeOperationError when one of them cannot be used */
export function limitOf(context: ParameterContext, itemIndex: number): number {
	const { read } = fieldsAt(context, itemIndex);
	return read(ALL) ? Infinity : (read(LIMIT) ?? Number(LIMIT.default));
}

/** Cuts a list that arrives as a whole, as {@link limitOf} says. */
export function limited<T>(context: ParameterContext, records: T[], itemIndex: number): T[] {
	return records.slice(0, limitOf(context, itemIndex));
}
