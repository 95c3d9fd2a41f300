import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

export interface ExecutionFilter {
	workflowId?: string;
	status?: readonly ExecutionStatus[];
	/** At most this many, newest first (default 100, n8n's own bound). */
	limit?: number;
}

/** As `GET /rest/executions` lists it. */
export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

export const FINAL_STATUSES: ReadonlySet<ExecutionStatus> = new Set([
	'canceled',
	'crashed',
	'error',
	'success',
]);

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

/** The failure that stopped the execution, as one text (message, description, node); undefined for none. */
export function failureText(execution: Execution): string | undefined {
	const error = execution.data.resultData.error;
	if (!error) return undefined;
	const node = 'node' in error && error.node ? ` [node ${error.node.name}]` : '';
	return [error.message, error.description].filter(Boolean).join(' — ') + node;
}
