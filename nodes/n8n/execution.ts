import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { RequestContext } from './requestContext';

/** True where a language model calls the node. `isToolExecution()` is false where the workflow engine runs the tools of an AI Agent. */
export const runsAsTool = (node: INode) => node.type.endsWith('Tool');

/** By the context of their run. */
const hints = new WeakMap<object, Set<string>>();

/** The hints of a run, for a language model, to which n8n shows none. */
export const hintsOf = (context: object) => hints.get(context) ?? new Set<string>();

/**
 * Tells once what a result does not show: a person beside it, or in n8n's log.
 *
 * @param whatToDo in the editor, which no language model is told
 */
export function hint(context: RequestContext, fact: string, whatToDo = ''): void {
	const node = context.getNode();
	const said = hintsOf(context);
	if (said.has(fact)) return;
	hints.set(context, said.add(fact));
	if (runsAsTool(node)) return;
	const message = `${fact} ${whatToDo}`.trim();
	if ('addExecutionHints' in context) context.addExecutionHints({ message });
	else context.logger.warn(`${node.name}: ${message}`);
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

/** n8n's word for an execution that it has not recorded, such as that of a tool of the MCP Server Trigger. */
const NO_EXECUTION = '__UNKNOWN__';

/** A key for memory of this execution; undefined without one, since all sessions would share the memory. */
export function executionKey(context: IExecuteFunctions, ...parts: unknown[]): string | undefined {
	const id = context.getExecutionId();
	return !id || id === NO_EXECUTION
		? undefined
		: JSON.stringify([id, context.getNode().id, ...parts]);
}

/** The same key for each attempt of n8n's Retry On Fail; undefined for a model's tool, whose calls may all be of one run. */
export function retryKey(context: IExecuteFunctions): string | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true || runsAsTool(node)) return undefined;
	return executionKey(context, 'run', context.getWorkflowDataProxy(0).$runIndex);
}
