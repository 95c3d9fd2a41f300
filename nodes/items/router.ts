import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../n8n/agentTool';
import { retryKey } from '../n8n/retryKey';
import { BoundedMap } from '../utils/boundedMap';
import { failedItem, withItemIndex } from './itemErrors';
import type { Operation, OperationResult, Resources, Run } from './operation';

type Runnable<Api> = Pick<Operation<Api>, 'execute' | 'nothingFound' | 'isRead'>;

/** Reads in flight at once: enough to hide latency, few enough to spare the platform. */
const CONCURRENT_READS = 5;

/** What the items of a run have put out, by their index. */
type CompletedItems = Map<number, OperationResult>;

/** Of runs that failed and may be tried again, by `retryKey`: what was written is not written again. */
const completedOfRuns = new BoundedMap<string | undefined, CompletedItems>(100);

/** Neighboring items that run the same operation. */
interface Batch {
	resource: string;
	operation: string;
	from: number;
	/** Exclusive. */
	to: number;
}

/**
 * Runs each input item through the operation that it selects, and puts out in the order of the input.
 *
 * Items of one operation overlap if it only reads. Where neighboring items select different
 * operations, the later one starts after the earlier one has ended: a reschedule followed by a
 * cancellation keeps its order.
 *
 * With "continue on fail", and for a caller that would drop what is thrown, a failed item becomes
 * one item `{ error, message? }`; otherwise no further item is started, those in flight are waited
 * for, and the failure of the lowest item is thrown. When n8n then tries the node again, items that
 * have written put out what they did, and write nothing.
 *
 * @param api what the operations call, shared by all items of the run
 * @param readsAtOnce how many reads may be in flight; what it throws is the failure of each item
 * @throws NodeApiError or NodeOperationError with `context.itemIndex`, message ending in "[Item X]"
 */
export async function routeItems<Api>(
	context: IExecuteFunctions,
	resources: Resources<Api>,
	api: Api,
	readsAtOnce: (context: IExecuteFunctions) => number = () => CONCURRENT_READS,
): Promise<INodeExecutionData[][]> {
	const itemCount = context.getInputData().length;
	const key = retryKey(context);
	const completed = completedOfRuns.get(key) ?? new Map<number, OperationResult>();
	if (key !== undefined) completedOfRuns.set(key, completed);
	const results: Results = { items: [], emitted: new WeakSet(), completed, hasFailed: false };
	const run: Run<Api> = { api, memoize: memoizer() };
	for (let from = 0; from < itemCount; ) {
		const batch = batchFrom(context, from, itemCount);
		await runBatch(context, operationOf(resources, batch), batch, run, results, readsAtOnce);
		from = batch.to;
	}
	if (!results.hasFailed) completedOfRuns.delete(key);
	return [results.items.flat()];
}

/** What has come of the items so far. */
interface Results {
	items: INodeExecutionData[][];
	/** Records that already are the `json` of an item. */
	emitted: WeakSet<object>;
	/** Of earlier tries too. */
	completed: CompletedItems;
	/** Whether an item has failed, and says so in its place. */
	hasFailed: boolean;
}

/**
 * Makes n8n's items of what an operation returned, each paired to the input item it came from.
 *
 * @param emitted records that already are the `json` of an item of this run; a second use is copied,
 *   so that a later node that changes one item never changes another
 */
function toItems(result: OperationResult, itemIndex: number, emitted: WeakSet<object>): INodeExecutionData[] {
	return [result].flat().map((record) => {
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

function batchFrom(context: IExecuteFunctions, from: number, itemCount: number): Batch {
	const resource = context.getNodeParameter('resource', from) as string;
	const operation = context.getNodeParameter('operation', from) as string;
	let to = from + 1;
	while (
		to < itemCount &&
		context.getNodeParameter('resource', to) === resource &&
		context.getNodeParameter('operation', to) === operation
	) {
		to++;
	}
	return { resource, operation, from, to };
}

async function runBatch<Api>(
	context: IExecuteFunctions,
	{ nothingFound, isRead, ...operation }: Runnable<Api>,
	{ from, to }: Batch,
	run: Run<Api>,
	results: Results,
	readsAtOnce: (context: IExecuteFunctions) => number,
): Promise<void> {
	let { execute } = operation;
	let workers = 1;
	try {
		if (isRead) workers = Math.min(Math.max(1, readsAtOnce(context)), to - from);
	} catch (error) {
		// Each item fails with the reason, so that "continue on fail" holds here too.
		execute = async () => await Promise.reject(error);
	}
	const explainsNothing = nothingFound !== undefined && runsAsTool(context.getNode());
	const returnsFailures = context.continueOnFail() || dropsFailures(context);
	const { emitted, completed } = results;
	const failures: Array<{ error: unknown; itemIndex: number }> = [];
	let next = from;

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const work = async () => {
		while (next < to && failures.length === 0) {
			const itemIndex = next++;
			try {
				const result = completed.get(itemIndex) ?? (await execute(context, itemIndex, run));
				// Reads are cheap to repeat, and may be large.
				if (!isRead) completed.set(itemIndex, result);
				const items = toItems(result, itemIndex, emitted);
				results.items[itemIndex] =
					items.length === 0 && explainsNothing
						? toItems({ found: 0, message: nothingFound(context, itemIndex) }, itemIndex, emitted)
						: items;
			} catch (error) {
				if (returnsFailures) {
					results.hasFailed = true;
					results.items[itemIndex] = [failedItem(context.getNode(), error, itemIndex)];
				} else {
					failures.push({ error, itemIndex });
				}
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, work));
	const [lowest] = failures.sort((a, b) => a.itemIndex - b.itemIndex);
	if (lowest) throw withItemIndex(context.getNode(), lowest.error, lowest.itemIndex);
}

function operationOf<Api>(resources: Resources<Api>, { resource, operation }: Batch): Runnable<Api> {
	const operations = Object.hasOwn(resources, resource) ? resources[resource].operations : {};
	if (Object.hasOwn(operations, operation)) return operations[operation];
	return {
		async execute(context) {
			throw new NodeOperationError(
				context.getNode(),
				`The operation '${operation}' is not available for the resource '${resource}'`,
				{ description: "Choose a 'Resource' and an 'Operation' from the lists." },
			);
		},
	};
}
