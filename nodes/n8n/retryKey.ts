import type { IExecuteFunctions } from 'n8n-workflow';

import { runsAsTool } from './agentTool';

/**
 * Names a run of the node, the same for each of its tries: n8n's Retry On Fail runs the whole node
 * again, with the items that were done. Undefined where no further try can come, and for a language
 * model's tool, whose calls may all be of one run.
 */
export function retryKey(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	const executionId = context.getExecutionId();
	if (node.retryOnFail !== true || runsAsTool(node) || !executionId) return undefined;
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return JSON.stringify([executionId, node.id, $runIndex]);
}
