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
 * What a failure says of an item. A person sees "[Item X]" at the end of the message. To a language model
 * n8n's agents hand the message alone, so there it also says what to do, and the index, which means nothing
 * to a model, is left out; it also is where the failure is one of all items (`context.ofAllItems`). The MCP
 * Server Trigger would repeat a description.
 */
function textsOf(node: INode, { message: text, description, context }: NodeFailure, itemIndex: number) {
	// Of a text with a socket's code, n8n's callers of tools would make their own, which says to retry.
	const message = runsAsTool(node) ? text.replace(SOCKET_CODE, '') : text;
	const suffix = `[Item ${itemIndex}]`;
	if (!runsAsTool(node)) {
		if (context.ofAllItems) return { message, description };
		return { message: message.endsWith(suffix) ? message : `${message} ${suffix}`, description };
	}
	// Stands in place of a description that speaks of the editor.
	const whatToDo = typeof context.forModel === 'string' ? context.forModel : description;
	if (!whatToDo || message.includes(whatToDo)) return { message };
	return { message: /[.!?]$/.test(message) ? `${message} ${whatToDo}` : `${message}. ${whatToDo}` };
}

/**
 * The failure that ends a run, with the item that it belongs to in its message and its context.
 *
 * @param error anything that was thrown; what is not n8n's own becomes a NodeOperationError
 */
export function withItemIndex(node: INode, error: unknown, itemIndex: number): NodeFailure {
	const failure = asNodeFailure(node, error);
	const { message, description } = textsOf(node, failure, itemIndex);
	// n8n replaces a message that happens to contain a socket code; assigned afterwards it stays.
	failure.message = message;
	failure.description = description;
	if (!failure.context.ofAllItems) failure.context.itemIndex = itemIndex;
	return failure;
}

/**
 * The item that stands for a failed one under "continue on fail": what happened as `error`, what to
 * do as `message`. By exactly these two keys every version of n8n sorts items to an error output; the
 * error object itself stays out, since n8n would then replace the item's data by its message.
 *
 * Several items may have failed for one shared reason (a lookup that is sent once), so it is left as it is.
 */
export function failedItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
	const { message, description } = textsOf(node, asNodeFailure(node, error), itemIndex);
	const json: IDataObject = { error: message };
	if (description && !message.includes(description)) json.message = description;
	return { json, pairedItem: { item: itemIndex } };
}
