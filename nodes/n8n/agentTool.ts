import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * True when a language model calls the node: n8n loads each `usableAsTool` node again as type + "Tool".
 * `isToolExecution()` returns false where the AI Agent has its tools run by the workflow engine.
 */
export function runsAsTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/** The AI Agent, and the AI Agent Tool, by which one agent is the tool of another. */
const AI_AGENT = /\.agent(Tool)?$/;

/** From this version on, the workflow engine runs the tools, and hands failures on. */
const FIRST_AGENT_WITH_FAILURES = 3;

/**
 * True for a tool of an AI Agent before version 3: LangChain's executor drops what it throws, so the model gets
 * an empty text. Every other caller needs the failure (the MCP Server Trigger makes `isError` of it).
 * n8n-core shows the caller as `parentNode`, which n8n-workflow does not declare, to sub-nodes only.
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
