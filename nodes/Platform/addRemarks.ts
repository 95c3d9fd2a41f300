import type { IDataObject } from 'n8n-workflow';

import type { PlatformCall } from './platformOperation';

/**
 * Adds what the output alone does not say: for a model as `message` of the item, for a person as a hint at the node.
 *
 * @param remarks sentences; what is false or undefined is left out
 * @returns the item, for a model with the `message`
 */
export function addRemarks(
	{ context, itemIndex, isTool }: PlatformCall,
	item: IDataObject,
	remarks: Array<string | false | undefined>,
): IDataObject {
	const text = remarks.filter(Boolean).join(' ');
	if (text === '') return item;
	if (isTool) return { ...item, message: [item.message, text].filter(Boolean).join(' ') };
	const hasSeveralItems = context.getInputData().length > 1;
	const message = hasSeveralItems ? `${text} [Item ${itemIndex}]` : text;
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	return item;
}
