import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

/** n8n replaces a message that names a socket code, unless it is assigned afterwards (n8n-workflow 2.41.0, node.error.js). */
export function apiError(
	node: INode,
	message: string,
	{ description, httpCode, context }: { description?: string; httpCode?: string; context?: IDataObject } = {},
): NodeApiError {
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	error.message = message;
	Object.assign(error.context, context);
	return error;
}
