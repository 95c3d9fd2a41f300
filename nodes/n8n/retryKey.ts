import type { IExecuteFunctions } from 'n8n-workflow';
import { runsAsTool } from './agentTool';

/** n8n's word for an execution that it has not recorded, such as that of a tool of the MCP Server Trigger. */
const NO_EXECUTION = '__UNKNOWN__';

/** A key for memory of this execution; undefined without one, since all sessions would share the memory. */
export function executionKey(context: IExecuteFunctions, ...parts: unknown[]): string | undefined {
	const id = context.getExecutionId();
	return !id || id === NO_EXECUTION ? undefined : JSON.stringify([id, context.getNode().id, ...parts]);
}

/** The same key for each attempt of n8n's Retry On Fail; undefined for a model's tool, whose calls may all be of one run. */
export function retryKey(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true || runsAsTool(node)) return undefined;
	return executionKey(context, 'run', context.getWorkflowDataProxy(0).$runIndex);
}
