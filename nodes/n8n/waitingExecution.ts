import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

type Parameters = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/**
 * The parameters of a waiting node as its run sees them. n8n resolves expressions with the items that
 * the node waits with (n8n-core, WebhookContext), but its function takes no index of an item.
 */
export function parametersOf(context: IWebhookFunctions): Parameters {
	const read = (name: string, _itemIndex: number, fallback?: unknown, options?: object) =>
		context.getNodeParameter(name, fallback, options);
	return {
		getNode: () => context.getNode(),
		getTimezone: () => context.getTimezone(),
		getNodeParameter: read as IExecuteFunctions['getNodeParameter'],
	};
}

/**
 * Names one wait, by letters that can be shown. In a loop a node waits several times in the same
 * execution, at the same address, and n8n's function for the index of a run always says 0 in a webhook;
 * which run the items come from it does tell.
 */
export function waitOf(context: IWebhookFunctions): string {
	const source = context.evaluateExpression(
		'{{ [$prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join("/") }}',
	);
	const wait = JSON.stringify([context.getExecutionId(), context.getNode().id, source]);
	return createHash('sha256').update(wait).digest('base64url');
}
