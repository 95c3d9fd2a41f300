import { NodeApiError, NodeOperationError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { runsAsTool } from '../n8n/agentTool';

/** ` (ECONNRESET)`, or the code at the end of such a note. Codes are longer than time zones, such as EEST. */
const SOCKET_CODE = / \(E[A-Z_]{4,}\)|, E[A-Z_]{4,}(?=\))/g;

type NodeFailure = NodeApiError | NodeOperationError;

/** What was thrown as an error of n8n's, which names the node. */
export function asNodeFailure(node: INode, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}

/**
 * What a failure says of an item. For a person, "[Item X]" ends the message, but where all items failed together
 * (`context.ofAllItems`). A language model gets the message alone from n8n's agents, so there the message says what to
 * do, too, and no index, which means nothing to a model. The MCP Server Trigger would repeat a description.
 */
function textsOf(node: INode, { message, description, context }: NodeFailure, itemIndex: number) {
	if (!runsAsTool(node)) {
		const suffix = ` [Item ${itemIndex}]`;
		return { message: context.ofAllItems || message.endsWith(suffix) ? message : `${message}${suffix}`, description };
	}
	// n8n's callers of tools replace a text with a socket's code by one that says to retry.
	const text = message.replace(SOCKET_CODE, '');
	const whatToDo = typeof context.forModel === 'string' ? context.forModel : description;
	if (!whatToDo || text.includes(whatToDo)) return { message: text, description: undefined };
	return { message: `${text}${/[.!?]$/.test(text) ? '' : '.'} ${whatToDo}`, description: undefined };
}

/** The failure that ends a run, with its item in its message and its context. @param error anything that was thrown */
export function withItemIndex(node: INode, error: unknown, itemIndex: number): NodeFailure {
	const failure = asNodeFailure(node, error);
	// n8n replaces a message that happens to contain a socket code; assigned afterwards it stays.
	Object.assign(failure, textsOf(node, failure, itemIndex));
	if (!failure.context.ofAllItems) failure.context.itemIndex = itemIndex;
	return failure;
}

/**
 * The item that stands for a failed one under "continue on fail". By exactly these keys n8n sorts items to an error
 * output. The failure is left as it is: items that share a lookup share it, too.
 */
export function failedItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
	const { message, description } = textsOf(node, asNodeFailure(node, error), itemIndex);
	const json: IDataObject = { error: message };
	if (description && !message.includes(description)) json.message = description;
	return { json, pairedItem: { item: itemIndex } };
}
