import type {
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** The part of a context with which a node's fields are read. */
export type ParameterContext = Pick<
	IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'getTimezone'
>;

/** The readers of a trigger, a hook or a webhook: there, n8n's function takes no item index. A waiting node's expressions see the items that it waits with. */
export function parametersOf(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): ParameterContext {
	const read = (name: string, _itemIndex: number, fallback?: unknown, options?: object) =>
		(context as IWebhookFunctions).getNodeParameter(name, fallback, options);
	return {
		getNode: () => context.getNode(),
		getTimezone: () => context.getTimezone(),
		getNodeParameter: read as IExecuteFunctions['getNodeParameter'],
	};
}
