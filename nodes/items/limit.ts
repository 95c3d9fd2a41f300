import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from './looseValues';

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

/** Cuts a list as 'Return All' and 'Limit' say. */
export function limited(
	this: IExecuteFunctions,
	records: IDataObject[],
	itemIndex: number,
): IDataObject[] {
	if (toBoolean(this.getNodeParameter('returnAll', itemIndex, false), false)) return records;
	const limit = Number(this.getNodeParameter('limit', itemIndex, 50));
	return records.slice(0, Math.max(1, limit || 1));
}
