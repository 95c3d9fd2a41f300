import type {
	IDataObject,
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

/** n8n saves the node's context with the execution; a request to a waiting node is not told its times (n8n-core, `WebhookContext`). */
export function rememberWait(context: IExecuteFunctions, began: Date, ends: Date): void {
	const [waitBegan, waitEnds] = [began, ends].map((date) => date.toISOString());
	Object.assign(context.getContext('node'), { waitBegan, waitEnds });
}

/** A request to a waiting node. */
export function readWaiting(context: IWebhookFunctions) {
	const kept = `$node[${JSON.stringify(context.getNode().name)}].context`;
	// n8n's run index is always 0 in a webhook, so the run that the items come from tells waits in a loop apart.
	const [source, ...times] = [
		'[$prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join("/")',
		`${kept}.waitBegan`,
		`${kept}.waitEnds`,
	].map((expression) => context.evaluateExpression(`{{ ${expression} }}`));
	const wait = JSON.stringify([context.getExecutionId(), context.getNode().id, source]);
	const [began, ends] = times.map((time) => Date.parse(String(time)));
	const { method = 'GET' } = context.getRequestObject();
	return {
		parameters: parametersOf(context),
		method,
		query: context.getQueryData() as IDataObject,
		body: method === 'POST' ? context.getBodyData() : {},
		languages: context.getHeaderData()['accept-language'],
		/** A public key of the wait. */
		wait: createHash('sha256').update(wait).digest('base64url'),
		/** Epoch milliseconds; NaN where none is stored. */
		began,
		ends,
	};
}
