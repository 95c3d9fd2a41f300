import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

/**
 * A NodeApiError with just this message; `context` is what code decides by, or language models read. n8n replaces a message that happens to contain the name of a
 * socket code, such as ECONNREFUSED, by a text of its own; assigned afterwards it stays.
 * (n8n-workflow 2.41.0, errors/abstract/node.error.js: setDescriptiveErrorMessage.)
 */
export function apiError(
	node: INode,
	message: string,
	{ description, httpCode, context = {} }: { description?: string; httpCode?: string; context?: IDataObject } = {},
): NodeApiError {
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	error.message = message;
	Object.assign(error.context, context);
	return error;
}
