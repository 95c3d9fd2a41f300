import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { runsAsTool } from '../n8n/agentTool';

type NodeFailure = NodeApiError | NodeOperationError;

function asNodeFailure(node: INode, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}

/**
 * The same failure as the one that belongs to an item: index in its context, "[Item X]" at the end of
 * its message. Several items may have failed for one shared reason (a lookup that is sent once), so
 * the given object is left as it is.
 *
 * To a language model n8n's agents hand the message alone, so there it also says what to do, and the index,
 * which means nothing to a model, is left out. The MCP Server Trigger would repeat a description.
 *
 * @param error anything that was thrown; what is not n8n's own becomes a NodeOperationError
 */
export function withItemIndex(node: INode, error: unknown, itemIndex: number): NodeFailure {
	const failure = asNodeFailure(node, error);
	const own = copyOf(node, failure, itemIndex);
	// n8n replaces a message that happens to contain a socket code; assigned afterwards it stays.
	own.message = runsAsTool(node) ? messageForModel(failure) : messageForPerson(failure, itemIndex);
	if (runsAsTool(node)) own.description = undefined;
	return own;
}

function messageForPerson({ message }: NodeFailure, itemIndex: number): string {
	const suffix = `[Item ${itemIndex}]`;
	return message.endsWith(suffix) ? message : `${message} ${suffix}`;
}

/** `context.forModel` stands in place of a description that speaks of the editor. */
function messageForModel({ message, context, ...failure }: NodeFailure): string {
	const description = typeof context.forModel === 'string' ? context.forModel : failure.description;
	if (!description || message.includes(description)) return message;
	return /[.!?]$/.test(message) ? `${message} ${description}` : `${message}. ${description}`;
}

function copyOf(node: INode, failure: NodeFailure, itemIndex: number): NodeFailure {
	const { message, level, functionality } = failure;
	const description = failure.description ?? undefined;
	const own =
		failure instanceof NodeApiError
			? new NodeApiError(node, (failure.errorResponse ?? { message }) as JsonObject, {
					message,
					description,
					httpCode: failure.httpCode ?? undefined,
					level,
					functionality,
				})
			: new NodeOperationError(node, message, { description, level, functionality });
	own.description = failure.description;
	own.messages = failure.messages;
	own.failure = failure.failure;
	own.context = { ...failure.context, itemIndex };
	return own;
}

/**
 * The item that stands for a failed one under "continue on fail": what happened as `error`, what to
 * do as `message`. By exactly these two keys every version of n8n sorts items to an error output; the
 * error object itself stays out, since n8n would then replace the item's data by its message.
 */
export function failedItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
	const { message, description } = withItemIndex(node, error, itemIndex);
	const json: IDataObject = { error: message };
	if (description && !message.includes(description)) json.message = description;
	return { json, pairedItem: { item: itemIndex } };
}
