import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ParameterContext } from './parameters';
import { isOn, toFilledInText } from './parameters';

const DEFAULT_LIMIT = 50;

/** Neither API shows paging: the whole list arrives, and the node cuts it. */
export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
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
 * @throws NodeOperationError when 'Limit' is no whole number from 1
 */
export function limited(context: ParameterContext, records: IDataObject[], itemIndex: number): IDataObject[] {
	if (isOn(context, 'returnAll', itemIndex, false)) return records;
	const given = toFilledInText(context.getNodeParameter('limit', itemIndex, DEFAULT_LIMIT));
	const limit = Number(given || DEFAULT_LIMIT);
	if (Number.isInteger(limit) && limit >= 1) return records.slice(0, limit);
	throw new NodeOperationError(context.getNode(), "'Limit' is not a whole number from 1", {
		description: "Set 'Limit' to a whole number from 1, or turn on 'Return All'.",
		itemIndex,
	});
}
