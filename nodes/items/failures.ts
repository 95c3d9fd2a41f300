import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { nameArguments, NO_TOOL_FIELDS, type ToolFields } from '../fields/modelArguments';
import { adviceForModel } from '../fields/textsForModel';
import { runsAsTool } from '../n8n/execution';

/** Matches ` (ECONNRESET)`, or the code at the end of such a note. Codes are longer than time zones, such as EEST. */
const SOCKET_CODE = / \(E[A-Z_]{4,}\)|, E[A-Z_]{4,}(?=\))/g;

type NodeFailure = NodeApiError | NodeOperationError;

/** Anything that was thrown, as an error of n8n's, which names the node. */
export function asNodeFailure(node: INode, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}

/** The words of a failure for whoever started the node. */
interface FailureTexts {
	message: string;
	description: string | null | undefined;
}

/**
 * The texts of a failed item. For a person, "[Item X]" ends the message, unless all items failed together
 * (`context.ofAllItems`). n8n's agents give a language model the message alone, so there it also says what to do, without
 * an index, which means nothing to a model. The MCP Server Trigger would repeat a description.
 */
function textsOf(
	node: INode,
	{ message, description, context }: NodeFailure,
	itemIndex: number,
	fields: ToolFields,
): FailureTexts {
	if (!runsAsTool(node)) {
		const suffix = ` [Item ${itemIndex}]`;
		const isComplete = context.ofAllItems || message.endsWith(suffix);
		return { message: isComplete ? message : `${message}${suffix}`, description };
	}
	// n8n's callers of tools replace a text with a socket's code by one that says to retry.
	const whatHappened = message.replace(SOCKET_CODE, '');
	const whatToDo = typeof context.forModel === 'string' ? context.forModel : (description ?? '');
	const named = nameArguments(whatHappened, fields);
	if (whatHappened.includes(whatToDo)) return { message: named, description: undefined };
	const advice = adviceForModel(whatHappened, whatToDo, fields);
	return { message: `${asSentence(named)} ${advice}`, description: undefined };
}

/** The text with a period at its end, where it has no other end of a sentence. */
function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The failure that ends a run, with its item in its message and its context. @param error anything that was thrown */
export function withItemIndex(
	node: INode,
	error: unknown,
	itemIndex: number,
	fields = NO_TOOL_FIELDS,
): NodeFailure {
	const failure = asNodeFailure(node, error);
	// n8n replaces a message that happens to contain a socket code; assigned afterwards it stays.
	Object.assign(failure, textsOf(node, failure, itemIndex, fields));
	if (!failure.context.ofAllItems) failure.context.itemIndex = itemIndex;
	return failure;
}

/**
 * The item in place of a failed one under "continue on fail". n8n sorts items to an error output by exactly these keys.
 * The failure itself is not changed: items that share a lookup share it, too.
 */
export function failedItem(
	node: INode,
	error: unknown,
	itemIndex: number,
	fields = NO_TOOL_FIELDS,
): INodeExecutionData {
	const { message, description } = textsOf(node, asNodeFailure(node, error), itemIndex, fields);
	const json: IDataObject = { error: message };
	if (description && !message.includes(description)) json.message = description;
	return { json, pairedItem: { item: itemIndex } };
}
