import type { IExecuteFunctions } from 'n8n-workflow';

import { runsAsTool } from './agentTool';

/** n8n's word for an execution that it has not recorded, such as that of a tool of the MCP Server Trigger. */
const NO_EXECUTION = '__UNKNOWN__';

/**
 * Names what the node keeps for this execution. Undefined where there is none: what is kept then
 * would belong to every session, and to the next one.
 */
export function executionKey(context: IExecuteFunctions, ...parts: unknown[]): string | undefined {
	const id = context.getExecutionId();
	return !id || id === NO_EXECUTION ? undefined : JSON.stringify([id, context.getNode().id, ...parts]);
}

/**
 * Names a run of the node, the same for each of its tries: n8n's Retry On Fail runs the whole node
 * again, with the items that were done. Undefined where no further try can come, and for a language
 * model's tool, whose calls may all be of one run.
 */
export function retryKey(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true || runsAsTool(node)) return undefined;
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return executionKey(context, 'run', $runIndex);
}
