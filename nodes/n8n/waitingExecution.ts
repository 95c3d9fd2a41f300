import type {
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

type Parameters = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/** n8n's function takes no item index where there are no items. A waiting node's expressions see the items that it waits with. */
export function parametersOf(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): Parameters {
	const read = (name: string, _itemIndex: number, fallback?: unknown, options?: object) =>
		(context as IWebhookFunctions).getNodeParameter(name, fallback, options);
	return {
		getNode: () => context.getNode(),
		getTimezone: () => context.getTimezone(),
		getNodeParameter: read as IExecuteFunctions['getNodeParameter'],
	};
}

/** A public key of one wait. n8n's run index is always 0 in a webhook, so the run that the items come from tells waits in a loop apart. */
export function waitOf(context: IWebhookFunctions): string {
	const source = context.evaluateExpression(
		'{{ [$prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join("/") }}',
	);
	const wait = JSON.stringify([context.getExecutionId(), context.getNode().id, source]);
	return createHash('sha256').update(wait).digest('base64url');
}

/** n8n saves the node's context with the execution; a request to a waiting node is not told the end (n8n-core, `WebhookContext`). */
export function rememberEnd(context: IExecuteFunctions, end: Date): void {
	context.getContext('node').waitEnds = end.toISOString();
}

/** Epoch milliseconds; undefined where none is stored. */
export function endOfWait(context: IWebhookFunctions): number | undefined {
	const name = JSON.stringify(context.getNode().name);
	const end = Date.parse(
		String(context.evaluateExpression(`{{ $node[${name}].context.waitEnds }}`)),
	);
	return Number.isNaN(end) ? undefined : end;
}
