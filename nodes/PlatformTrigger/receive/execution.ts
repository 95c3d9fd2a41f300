import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { onlyOnce } from '../deduplicate/onlyOnce';
import { readSettings, selectedAs, selectedEvents } from '../parameters';

/** The trigger's `execute()`, first in each execution that `webhook()` has started. */
export async function startExecution(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const items = await onlyOnce(context, settings);
	if (!settings.outputPerEvent) return [items];
	const selected = selectedEvents(context, settings);
	return [...selected].map((event) => items.filter(({ json }) => selectedAs(json.type, selected) === event));
}
