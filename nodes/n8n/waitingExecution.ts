import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

type Parameters = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/**
 * The parameters of a node that runs without items as a run sees them: n8n's function takes no index of an
 * item then. For a waiting node n8n resolves expressions with the items that it waits with (n8n-core, WebhookContext).
 */
export function parametersOf(context: IHookFunctions | IPollFunctions | IWebhookFunctions): Parameters {
	const read = (name: string, _itemIndex: number, fallback?: unknown, options?: object) =>
		(context as IWebhookFunctions).getNodeParameter(name, fallback, options);
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

/**
 * Keeps when a wait ends, in the node's context, which n8n saves with the execution: a request to a
 * waiting node is not told (n8n-core, `WebhookContext`).
 */
export function rememberEnd(context: IExecuteFunctions, end: Date | undefined): void {
	context.getContext('node').waitEnds = end?.toISOString();
}

/** When the wait ends, in epoch milliseconds; undefined where it does not, or began in an older version. */
export function endOfWait(context: IWebhookFunctions): number | undefined {
	const name = JSON.stringify(context.getNode().name);
	const end = Date.parse(String(context.evaluateExpression(`{{ $node[${name}].context.waitEnds }}`)));
	return Number.isNaN(end) ? undefined : end;
}
