import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData, ITaskData } from 'n8n-workflow';

import type { Execution, ExecutionStatus } from './restTypes';

export type { Execution, ExecutionStatus } from './restTypes';

export const FINAL_STATUSES: ReadonlySet<ExecutionStatus> = new Set([
	'canceled',
	'crashed',
	'error',
	'success',
]);

/**
 * Reads an execution's data as n8n stores it: flattened, each shared value once. A queued execution has
 * none yet, stored as an empty array.
 * @throws SyntaxError when the text is not JSON
 */
export function parseExecutionData(stored: string): IRunExecutionData {
	const empty = { resultData: { runData: {} } };
	return (stored === '[]' ? empty : parse(stored)) as IRunExecutionData;
}

/** All runs of one node in an execution; empty when it did not run. */
export function nodeRuns(execution: Execution, nodeName: string): ITaskData[] {
	return execution.data.resultData.runData[nodeName] ?? [];
}

/** The items of a node's last run, of its first output. */
export function nodeItems(execution: Execution, nodeName: string): INodeExecutionData[] {
	const outputs = Object.values(nodeRuns(execution, nodeName).at(-1)?.data ?? {});
	return outputs.flatMap((connection) => connection[0] ?? []);
}

export function nodeJson(execution: Execution, nodeName: string): IDataObject[] {
	return nodeItems(execution, nodeName).map((item) => item.json);
}

/** What stopped the execution, as one text (message, description, node); undefined when nothing did. */
export function failureText(execution: Execution): string | undefined {
	const error = execution.data.resultData.error;
	if (!error) return undefined;
	const node = 'node' in error && error.node ? ` [node ${error.node.name}]` : '';
	return [error.message, error.description].filter(Boolean).join(' — ') + node;
}
