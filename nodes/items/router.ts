import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../n8n/execution';
import { triesOf } from '../n8n/ledger';
import { tried } from '../utils/attempt';
import type { Operation, OperationResult, Resources, Run } from './operation';
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
export async function routeItems<Api>(
	context: IExecuteFunctions,
	resources: Resources<Api>,
	api: Api,
	readsAtOnce: (context: IExecuteFunctions) => number = () => CONCURRENT_READS,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const count = context.getInputData().length;
	const { execute, isRead, askForLess } = chosenOperation(context, resources);
	const workers = isRead ? tried(() => Math.max(1, readsAtOnce(context)), 1) : 1;
	const returnsFailures = context.continueOnFail() || dropsFailures(context);
	// Reads are cheap to repeat, and may be large.
	const tries = isRead ? undefined : triesOf<OperationResult>(context);
	const run: Run<Api> = { api, memoize: memoizer() };
	const emitted = new WeakSet<object>();
	const items: INodeExecutionData[][] = [];
	const failures: Array<{ error: unknown; itemIndex: number }> = [];
	let next = 0;

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const work = async () => {
		while (next < count && (returnsFailures || failures.length === 0)) {
			const itemIndex = next++;
			try {
				// An invalid 'Concurrent Requests' fails each item.
				if (isRead) readsAtOnce(context);
				const result = tries?.before(itemIndex) ?? (await execute(context, itemIndex, run));
				tries?.keep(itemIndex, result);
				items[itemIndex] = toItems(recordsOf(result, node, askForLess), itemIndex, emitted);
			} catch (error) {
				failures.push({ error, itemIndex });
				items[itemIndex] = [failedItem(node, error, itemIndex)];
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	const [lowest] = failures.sort((a, b) => a.itemIndex - b.itemIndex);
	if (lowest && !returnsFailures) throw withItemIndex(node, lowest.error, lowest.itemIndex);
	if (!lowest) tries?.forget(count);
	return [runsAsTool(node) ? boundedForModel(items.flat(), { isRead, askForLess }) : items.flat()];
}

/** @param emitted records that are an item of this run already, of which a copy goes out, so that no later node changes both */
function toItems(
	records: IDataObject[],
	itemIndex: number,
	emitted: WeakSet<object>,
): INodeExecutionData[] {
	return records.map((record) => {
		const json = emitted.has(record) ? deepCopy(record) : record;
		emitted.add(json);
		return { json, pairedItem: { item: itemIndex } };
	});
}

function memoizer(): Run<unknown>['memoize'] {
	const outcomes = new Map<string, Promise<unknown>>();
	return async <T>(key: string, load: () => Promise<T>): Promise<T> => {
		const outcome = (outcomes.get(key) as Promise<T> | undefined) ?? load();
		outcomes.set(key, outcome);
		return await outcome;
	};
}

/** The chosen operation. An unknown one fails each item, so that "continue on fail" holds there, too. */
function chosenOperation<Api>(
	context: IExecuteFunctions,
	resources: Resources<Api>,
): Pick<Operation<Api>, 'askForLess' | 'execute' | 'isRead'> {
	const [resource, name] = ['resource', 'operation'].map((parameter) =>
		String(context.getNodeParameter(parameter, 0)),
	);
	const operations = Object.hasOwn(resources, resource) ? resources[resource].operations : {};
	if (Object.hasOwn(operations, name)) return operations[name];
	const error = new NodeOperationError(
		context.getNode(),
		`The operation '${name}' is not available for the resource '${resource}'`,
		{
			description: "Choose a 'Resource' and an 'Operation' from the lists.",
		},
	);
	return { execute: async () => await Promise.reject(error) };
}
