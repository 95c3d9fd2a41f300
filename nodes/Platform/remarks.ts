import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runsAsTool } from '../n8n/execution';

/** A value that was asked for, and what the platform has, under the label of the field. */
export type Compared = [label: string, asked: unknown, present: unknown];

/** A sentence about what differs, where both are known; undefined where nothing does. */
export function differenceText(compared: Compared[]): string | undefined {
	const texts = compared
		.filter(
			([, asked, present]) => asked !== undefined && present !== undefined && asked !== present,
		)
		.map(([label, asked, present]) => `${label} is ${String(present)}, not ${String(asked)}`);
	return texts.length === 0
		? undefined
		: `The platform has other values than were sent: ${texts.join('; ')}.`;
}

/** Says what the output alone does not: to a model as `message` of the item, to a person as a hint at the node. */
export function withRemarks(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
	remarks: Array<string | undefined>,
): IDataObject {
	const said = [item.message, ...remarks].filter(Boolean).join(' ');
	if (remarks.every((remark) => remark === undefined)) return item;
	if (runsAsTool(context.getNode())) return { ...item, message: said };
	const of = context.getInputData().length > 1 ? ` [Item ${itemIndex}]` : '';
	const message = `${remarks.filter(Boolean).join(' ')}${of}`;
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	return item;
}
