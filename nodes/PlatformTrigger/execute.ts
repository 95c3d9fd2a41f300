import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { confirm } from './deduplicate/confirm';
import { readSettings, selectedEvents } from './parameters';

/** n8n evaluates it in the editor and in each execution; see `startExecution` for the other half. */
export const OUTPUTS =
	'={{ $parameter["settings"]["outputPerEvent"] ? [...new Set([...$parameter["events"], ...$parameter["additionalEvents"].map((name) => name.trim()).filter((name) => name)])].map((name) => ({ type: "main", displayName: name })) : ["main"] }}';

/** What n8n runs the trigger with, in the execution that `webhook()` has started. */
export async function startExecution(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const item = await confirm.call(this);
	const items = item ? [item] : [];
	if (!readSettings(this).outputPerEvent) return [items];
	return [...selectedEvents(this)].map((event) =>
		items.filter(({ json }) => json.type === event),
	);
}
