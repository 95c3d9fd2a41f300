import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { numberField, switchField } from './declare';
import { isOn, wholeNumberOf, type ParameterContext } from './parameters';

const ALL = switchField('Return All', 'returnAll', false, {
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = numberField('Limit', 'limit', 50, {
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** Neither API shows paging: the whole list arrives, and the node cuts it. */
export const limitFields: INodeProperties[] = [ALL, LIMIT];

/**
 * Cuts a list as 'Return All' and 'Limit' say. A limit that is not filled in is the usual one.
 *
 * @throws NodeOperationError when one of them cannot be used
 */
export function limited(context: ParameterContext, records: IDataObject[], itemIndex: number): IDataObject[] {
	if (isOn(context, ALL, itemIndex, false)) return records;
	return records.slice(0, wholeNumberOf(context, LIMIT, itemIndex));
}
