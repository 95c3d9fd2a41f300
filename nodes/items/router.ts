import {
	deepCopy,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { fieldsAt } from '../fields/parameters';
import { dropsFailures, hintsOf, runsAsTool } from '../n8n/execution';
import { attemptMemoryOf } from '../n8n/ledger';
import { tried } from '../utils/attempt';
import type { Operation, OperationResult, Resources } from './operation';
import { boundedForModel, failedItem, recordsOf, withItemIndex } from './outcome';

/** Reads in flight at once: enough to hide latency, few enough to spare the platform. */
const CONCURRENT_READS = 5;

/**
 * Runs each input item through the chosen operation, which n8n lets no expression choose. The output has the order of
 * the input. With "continue on fail", and for a caller that would drop what is thrown, a failed item becomes an item of its
 * own. Otherwise no further item is started, those in flight are waited for, and the failure of the lowest is thrown.
 *
 * @param readsAtOnce how many reads may be in flight
 * @throws NodeApiError or NodeOperationError with `context.itemIndex`, message ending in "[Item X]"
 */
export async function routeItems<Client>(
	context: IExecuteFunctions,
	resources: Resources<Client>,
	client: Client,
	readsAtOnce: (context: IExecuteFunctions) => number = () => CONCURRENT_READS,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const count = context.getInputData().length;
	const { execute, isRead, askForLess } = chosenOperation(context, resources);
	const workers = isRead ? tried(() => Math.max(1, readsAtOnce(context)), 1) : 1;
	const returnsFailures = context.continueOnFail() || dropsFailures(context);
	// Reads are cheap to repeat, and may be large.
	const attempts = isRead ? undefined : attemptMemoryOf<OperationResult>(context);
	const items: INodeExecutionData[][] = [];
	const failures: Array<{ error: unknown; itemIndex: number }> = [];
	let next = 0;

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const work = async () => {
		while (next < count && (returnsFailures || failures.length === 0)) {
			const itemIndex = next++;
			try {
				// An invalid 'Concurrent Requests' fails each item.
				readsAtOnce(context);
				const call = { ...fieldsAt(context, itemIndex), context, itemIndex, client };
				const result = attempts?.resultOf(itemIndex) ?? (await execute(call));
				attempts?.keepResult(itemIndex, result);
				// Copies: items that share a lookup must not share a record, which a later node may change.
				items[itemIndex] = recordsOf(result, node, askForLess).map((record) => ({
					json: deepCopy(record),
					pairedItem: { item: itemIndex },
				}));
			} catch (error) {
				failures.push({ error, itemIndex });
				items[itemIndex] = [failedItem(node, error, itemIndex)];
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	const [lowest] = failures.sort((a, b) => a.itemIndex - b.itemIndex);
	if (lowest && !returnsFailures) throw withItemIndex(node, lowest.error, lowest.itemIndex);
	if (!lowest) attempts?.forget(count);
	if (!runsAsTool(node)) return [items.flat()];
	const notes = [...hintsOf(context)].map((message) => ({
		json: { message },
		pairedItem: { item: 0 },
	}));
	return [[...boundedForModel(items.flat(), { isRead, askForLess }), ...notes]];
}

/** The chosen operation. An unknown one fails each item, so that "continue on fail" holds there, too. */
function chosenOperation<Client>(
	context: IExecuteFunctions,
	resources: Resources<Client>,
): Pick<Operation<Client>, 'askForLess' | 'execute' | 'isRead'> {
	const [resource, name] = ['resource', 'operation'].map((parameter) =>
		String(context.getNodeParameter(parameter, 0)),
	);
	const operation = resources[resource]?.operations?.[name];
	if (operation) return operation;
	const error = new NodeOperationError(
		context.getNode(),
		`The operation '${name}' is not available for the resource '${resource}'`,
		{
			description: "Choose a 'Resource' and an 'Operation' from the lists.",
		},
	);
	return { execute: async () => await Promise.reject(error) };
}
