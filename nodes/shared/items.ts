import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { OperationResult } from './router';

/** The keys of n8n's item; a record with a field `json` of its own has others beside it. */
const ITEM_KEYS = new Set([
	'json',
	'binary',
	'error',
	'pairedItem',
	'metadata',
	'evaluationData',
	'redaction',
	'sendMessage',
	'index',
]);

function isFinishedItem(value: IDataObject | INodeExecutionData): value is INodeExecutionData {
	return (
		typeof value.json === 'object' &&
		value.json !== null &&
		Object.keys(value).every((key) => ITEM_KEYS.has(key))
	);
}

/**
 * Makes n8n's items of what an operation answered, each paired to the input item it came from.
 *
 * @param emitted objects that already are the `json` of an item of this run; a second use is copied,
 *   so that a later node that changes one item never changes another
 */
export function toItems(
	result: OperationResult,
	itemIndex: number,
	emitted: WeakSet<object>,
): INodeExecutionData[] {
	const entries: Array<IDataObject | INodeExecutionData> = Array.isArray(result)
		? result
		: [result];
	return entries.map((entry) => {
		const item = isFinishedItem(entry) ? entry : { json: entry };
		const json = emitted.has(item.json) ? deepCopy(item.json) : item.json;
		emitted.add(json);
		return { ...item, json, pairedItem: { item: itemIndex } };
	});
}
