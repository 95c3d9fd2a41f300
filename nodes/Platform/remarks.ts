import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runsAsTool } from '../n8n/execution';

/** Says what the output alone does not: to a model as `message` of the item, to a person as a hint at the node. */
export function withRemarks(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
	remarks: Array<string | false | undefined>,
): IDataObject {
	const said = remarks.filter(Boolean).join(' ');
	if (said === '') return item;
	if (runsAsTool(context.getNode()))
		return { ...item, message: [item.message, said].filter(Boolean).join(' ') };
	const of = context.getInputData().length > 1 ? ` [Item ${itemIndex}]` : '';
	const hint = { message: `${said}${of}`, type: 'warning', location: 'outputPane' } as const;
	context.addExecutionHints(hint);
	return item;
}
