import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from './agentTool';
import { failedItem, withItemIndex } from './itemErrors';
import { toItems } from './items';
import { createRunScope, type RunScope } from './runScope';

export type { RunScope } from './runScope';

/** One record, several records, or finished items; the router makes items of them and pairs them. */
export type OperationResult = IDataObject | IDataObject[] | INodeExecutionData[];

/** What one operation file exports as `{ properties, execute }`. */
export interface Operation {
	/** Fields of the operation, already passed through updateDisplayOptions. */
	properties: INodeProperties[];
	execute: (
		this: IExecuteFunctions,
		itemIndex: number,
		run: RunScope,
	) => Promise<OperationResult>;
	/**
	 * What a language model is told when the operation found nothing. As a node of a workflow the
	 * operation then puts out no item; n8n would hand that to the model as an empty text.
	 */
	nothingFound?: (this: IExecuteFunctions, itemIndex: number) => string;
}

/** Resource value -> operation value -> operation. */
export type OperationTable = Record<string, Record<string, Operation>>;

export interface RouteOptions {
	/**
	 * Items of this operation worked on at the same time; values below 1 count as 1. What it throws
	 * counts as the failure of each of these items.
	 */
	concurrency: (resource: string, operation: string) => number;
}

/** Neighbouring items that run the same operation. */
interface Stretch {
	resource: string;
	operation: string;
	from: number;
	/** Exclusive. */
	to: number;
}

/**
 * Runs each input item through the operation that it selects, and answers in the order of the input.
 *
 * Items of one operation overlap up to its concurrency. Where neighbouring items select different
 * operations, the later one starts after the earlier one has ended: a reschedule followed by a
 * cancellation keeps its order.
 *
 * With "continue on fail", and for a caller that would drop what is thrown, a failed item becomes
 * one item `{ error, message? }`; otherwise no further item is started, those in flight are waited
 * for, and the failure of the lowest item is thrown.
 *
 * @throws NodeApiError or NodeOperationError with `context.itemIndex`, message ending in "[Item X]"
 */
export async function routeItems(
	this: IExecuteFunctions,
	table: OperationTable,
	options: RouteOptions,
): Promise<INodeExecutionData[][]> {
	const itemCount = this.getInputData().length;
	const results = new Array<INodeExecutionData[]>(itemCount);
	const run = createRunScope();
	for (let from = 0; from < itemCount; ) {
		const stretch = stretchFrom.call(this, from, itemCount);
		const { operation, limit } = prepare(table, stretch, options);
		await runStretch.call(this, operation, stretch, limit, run, results);
		from = stretch.to;
	}
	return [inOrder(results)];
}

function stretchFrom(this: IExecuteFunctions, from: number, itemCount: number): Stretch {
	const resource = this.getNodeParameter('resource', from) as string;
	const operation = this.getNodeParameter('operation', from) as string;
	let to = from + 1;
	while (
		to < itemCount &&
		this.getNodeParameter('resource', to) === resource &&
		this.getNodeParameter('operation', to) === operation
	) {
		to++;
	}
	return { resource, operation, from, to };
}

/** What to run, and how many at once; where that cannot be told, every item fails with the reason. */
function prepare(
	table: OperationTable,
	{ resource, operation }: Stretch,
	options: RouteOptions,
): { operation: Operation; limit: number } {
	try {
		return {
			operation: operationOf(table, resource, operation),
			limit: Math.max(1, options.concurrency(resource, operation)),
		};
	} catch (error) {
		const execute = async () => await Promise.reject(error);
		return { operation: { properties: [], execute }, limit: 1 };
	}
}

async function runStretch(
	this: IExecuteFunctions,
	{ execute, nothingFound }: Operation,
	{ from, to }: Stretch,
	limit: number,
	run: RunScope,
	results: INodeExecutionData[][],
): Promise<void> {
	const explainsNothing = nothingFound !== undefined && runsAsTool(this.getNode());
	const answersFailures = this.continueOnFail() || dropsFailures(this);
	const emitted = new WeakSet<object>();
	let next = from;
	const failures: Array<{ error: unknown; itemIndex: number }> = [];

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const work = async () => {
		while (next < to && failures.length === 0) {
			const itemIndex = next++;
			try {
				const result = await execute.call(this, itemIndex, run);
				const items = toItems(result, itemIndex, emitted);
				results[itemIndex] =
					items.length === 0 && explainsNothing
						? toItems({ found: 0, message: nothingFound.call(this, itemIndex) }, itemIndex, emitted)
						: items;
			} catch (error) {
				if (answersFailures) {
					results[itemIndex] = [failedItem(this.getNode(), error, itemIndex)];
				} else {
					failures.push({ error, itemIndex });
				}
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, to - from) }, work));
	const [lowest] = failures.sort((a, b) => a.itemIndex - b.itemIndex);
	if (lowest) throw withItemIndex(this.getNode(), lowest.error, lowest.itemIndex);
}

function operationOf(table: OperationTable, resource: string, operation: string): Operation {
	const operations = Object.hasOwn(table, resource) ? table[resource] : {};
	if (Object.hasOwn(operations, operation)) return operations[operation];
	return {
		properties: [],
		async execute() {
			throw new NodeOperationError(
				this.getNode(),
				`The operation '${operation}' is not available for the resource '${resource}'`,
				{ description: "Choose a 'Resource' and an 'Operation' from the lists." },
			);
		},
	};
}

function inOrder(results: INodeExecutionData[][]): INodeExecutionData[] {
	// Array.prototype.flat and spreading into push are slow, or overflow, at tens of thousands of items.
	const items: INodeExecutionData[] = [];
	for (const result of results) {
		for (const item of result) items.push(item);
	}
	return items;
}
