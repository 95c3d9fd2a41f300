import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { wholeNumber } from './kinds';
import { isOn, valueOf, type ParameterContext } from './parameters';

const DEFAULT_LIMIT = 50;
const ALL = { displayName: 'Return All', name: 'returnAll' };
const LIMIT = { displayName: 'Limit', name: 'limit' };

/** Neither API shows paging: the whole list arrives, and the node cuts it. */
export const limitFields: INodeProperties[] = [
	{
		...ALL,
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...LIMIT,
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * Cuts a list as 'Return All' and 'Limit' say. A limit that is not filled in is the usual one.
 *
 * @throws NodeOperationError when one of them cannot be used
 */
export function limited(context: ParameterContext, records: IDataObject[], itemIndex: number): IDataObject[] {
	if (isOn(context, ALL, itemIndex, false)) return records;
	return records.slice(0, valueOf(context, LIMIT, itemIndex, wholeNumber(1)) ?? DEFAULT_LIMIT);
}
