import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

/**
 * `context` is for code and language models. n8n replaces a message that contains the name of a socket code,
 * such as ECONNREFUSED, unless it is assigned afterwards.
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
