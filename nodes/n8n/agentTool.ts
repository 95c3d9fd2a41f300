import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * True when a language model calls the node. n8n loads each `usableAsTool` node a second time under
 * its type with "Tool" appended. `isToolExecution()` cannot be asked: it returns false where the AI
 * Agent has its tools run by the workflow engine.
 */
export function runsAsTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/** The AI Agent, and the AI Agent Tool, by which one agent is the tool of another. */
const AI_AGENT = /\.agent(Tool)?$/;

/** From here on the agent has its tools run by the workflow engine, which hands failures on. */
const FIRST_AGENT_WITH_FAILURES = 3;

/**
 * True when the node is a tool of an AI Agent before version 3. LangChain's executor, which runs the
 * tools of those, drops what a tool throws, and the model gets an empty text. Every other caller has
 * to get the failure itself: the MCP Server Trigger makes `isError` of it.
 *
 * n8n-core shows the caller as `parentNode`, in its context for sub-nodes only; n8n-workflow does not
 * declare it. An unknown caller counts as one that hands failures on.
 */
export function dropsFailures(context: IExecuteFunctions): boolean {
	const { parentNode } = context as { parentNode?: INode };
	return (
		parentNode !== undefined &&
		runsAsTool(context.getNode()) &&
		AI_AGENT.test(parentNode.type) &&
		parentNode.typeVersion < FIRST_AGENT_WITH_FAILURES
	);
}
