import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

/** What an operation returns for one item: one record or several. */
export type OperationResult = IDataObject | IDataObject[];

/**
 * Makes n8n's items of what an operation returned, each paired to the input item it came from.
 *
 * @param emitted records that already are the `json` of an item of this run; a second use is copied,
 *   so that a later node that changes one item never changes another
 */
export function toItems(
	result: OperationResult,
	itemIndex: number,
	emitted: WeakSet<object>,
): INodeExecutionData[] {
	return [result].flat().map((record) => {
		const json = emitted.has(record) ? deepCopy(record) : record;
		emitted.add(json);
		return { json, pairedItem: { item: itemIndex } };
	});
}
