import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Whether a language model calls the node. `isToolExecution()` is false where the workflow engine runs the tools of an AI Agent. */
export function runsAsTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/** The AI Agent, and the AI Agent Tool, by which one agent is the tool of another. */
const AI_AGENT = /\.agent(Tool)?$/;

/** From this version on, the workflow engine runs the tools. */
const FIRST_AGENT_WITH_FAILURES = 3;

/**
 * AI Agents before version 3 give the model an empty text for what a tool throws; every other caller needs the failure.
 * n8n-core shows the caller to sub-nodes only, as `parentNode`, which n8n-workflow does not declare.
 */
export function dropsFailures(context: IExecuteFunctions): boolean {
	const { parentNode } = context as { parentNode?: INode };
	if (parentNode === undefined || !runsAsTool(context.getNode())) return false;
	return AI_AGENT.test(parentNode.type) && parentNode.typeVersion < FIRST_AGENT_WITH_FAILURES;
}
