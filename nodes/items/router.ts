import {
	deepCopy,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import { adviceOnMore, messageForModel } from '../fields/textsForModel';
import { NO_TOOL_FIELDS, type ToolFields, toolFieldsOf } from '../fields/modelArguments';
import { fieldsAt } from '../fields/parameters';
import { dropsFailures, hintsOf, runsAsTool } from '../n8n/execution';
import { type AttemptMemory, attemptMemoryOf } from '../n8n/ledger';
import type { Operation, OperationResult, Resources } from './operation';
import { cutForModel, nothingFoundText, recordsOf, withMessagesForModel } from './results';
import { failedItem, withItemIndex } from './failures';

/** Reads in flight at once: enough to hide latency, few enough to spare the platform. */
const CONCURRENT_READS = 5;

/** How many items that brought nothing are named: n8n keeps each hint with the execution, and its editor shows each. */
const MAX_NOTHING_FOUND_HINTS = 10;

/** What a language model is told of a write whose result is too long. */
const NOT_AGAIN = 'Do not send the same again: it could be done twice.';

/** What runs: an operation, or the reason why none of the items can be carried out. */
type Runnable<Client> = Pick<
	Operation<Client>,
	'execute' | 'howToSeeMore' | 'isRead' | 'properties' | 'returnsBodies'
>;

/** The failure of an item. */
interface ItemFailure {
	error: unknown;
	itemIndex: number;
}

/** So that "continue on fail" holds for what concerns all items, it fails each of them. */
function failsEachItem(error: unknown): Runnable<unknown> {
	return { properties: [], execute: async () => await Promise.reject(error) };
}

/** The operation that is chosen in 'Resource' and 'Operation', for which n8n lets no expression choose. */
function chosenOperation<Client>(
	context: IExecuteFunctions,
	resources: Resources<Client>,
): Runnable<Client> {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = resources[resource]?.operations?.[name];
	if (operation) return operation;
	return failsEachItem(
		new NodeOperationError(
			context.getNode(),
			`The operation '${name}' is not available for the resource '${resource}'`,
			{ description: "Choose a 'Resource' and an 'Operation' from the lists." },
		),
	);
}

/** One run of the node: its operation, and what its items share. */
interface Run<Client> {
	context: IExecuteFunctions;
	node: INode;
	client: Client;
	operation: Runnable<Client>;
	/** How many items are carried out at once. */
	workers: number;
	itemCount: number;
	isTool: boolean;
	/** What a language model is told of the fields. */
	fields: ToolFields;
	/** True where a failed item becomes an item of its own, and the others go on. */
	returnsFailures: boolean;
	/** Undefined where n8n makes no further attempt, and for reads: they are cheap to repeat, and may be large. */
	attempts?: AttemptMemory<OperationResult>;
}

/** What an item has brought. */
interface ItemOutput {
	items: INodeExecutionData[];
	/** Tells a person that a list has brought nothing. */
	nothingFound?: string;
}

/**
 * Runs each input item through the chosen operation. The output has the order of the input. With "continue on fail", and for
 * a caller that would drop what is thrown, a failed item becomes an item of its own. Otherwise no further item is started,
 * those in flight are waited for, and the failure of the lowest is thrown.
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
	const run = readRun(context, resources, client, readsAtOnce);
	const items = await runItems(run);
	return [run.isTool ? outputForModel(run, items) : items];
}

/** Reads what is to be run. */
function readRun<Client>(
	context: IExecuteFunctions,
	resources: Resources<Client>,
	client: Client,
	readsAtOnce: (context: IExecuteFunctions) => number,
): Run<Client> {
	const node = context.getNode();
	let operation = chosenOperation(context, resources);
	let workers = 1;
	if (operation.isRead) {
		try {
			workers = Math.max(1, readsAtOnce(context));
		} catch (error) {
			operation = failsEachItem(error);
		}
	}
	const isTool = runsAsTool(node);
	return {
		context,
		node,
		client,
		operation,
		workers,
		itemCount: context.getInputData().length,
		isTool,
		fields: isTool ? toolFieldsOf(node, operation.properties) : NO_TOOL_FIELDS,
		returnsFailures: context.continueOnFail() || dropsFailures(context),
		attempts: operation.isRead ? undefined : attemptMemoryOf<OperationResult>(context),
	};
}

/** Carries out the items. @throws the failure of the first item that failed, unless failures are returned */
async function runItems<Client>(run: Run<Client>): Promise<INodeExecutionData[]> {
	const { node, workers, itemCount, fields, returnsFailures, attempts } = run;
	const outputs: ItemOutput[] = [];
	const failures: ItemFailure[] = [];
	let nextIndex = 0;

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const takeItems = async () => {
		while (nextIndex < itemCount && (returnsFailures || failures.length === 0)) {
			const itemIndex = nextIndex++;
			try {
				outputs[itemIndex] = await runItem(run, itemIndex);
			} catch (error) {
				failures.push({ error, itemIndex });
				outputs[itemIndex] = { items: [failedItem(node, error, itemIndex, fields)] };
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, takeItems));

	if (!run.isTool) hintNothingFound(run, outputs);
	if (failures.length === 0) attempts?.forget(itemCount);
	if (failures.length > 0 && !returnsFailures) {
		const { error, itemIndex } = lowestOf(failures);
		throw withItemIndex(node, error, itemIndex, fields);
	}
	return outputs.flatMap(({ items }) => items);
}

/** Carries out one item. */
async function runItem<Client>(
	{ context, node, client, operation, itemCount, fields, attempts }: Run<Client>,
	itemIndex: number,
): Promise<ItemOutput> {
	const call = { ...fieldsAt(context, itemIndex), context, itemIndex, client };
	const result = attempts?.resultOf(itemIndex) ?? (await operation.execute(call));
	attempts?.keepResult(itemIndex, result);
	const records = recordsOf(result, node, adviceOnMore(fields, true, operation.howToSeeMore));
	// Copies: items that share a lookup must not share a record, which a later node may change.
	const items = records.map((record) => ({
		json: deepCopy(record),
		pairedItem: { item: itemIndex },
	}));
	return { items, nothingFound: nothingFoundText(result, itemIndex, itemCount) };
}

/** Tells a person for which items a list has brought nothing. */
function hintNothingFound<Client>(
	{ context, itemCount }: Run<Client>,
	outputs: readonly ItemOutput[],
): void {
	const messages: string[] = [];
	for (const { nothingFound } of outputs) {
		if (nothingFound !== undefined) messages.push(nothingFound);
	}
	const shown = messages.slice(0, MAX_NOTHING_FOUND_HINTS);
	if (messages.length > shown.length)
		shown.push(`Nothing was found for ${messages.length} of ${itemCount} items.`);
	for (const message of shown) context.addExecutionHints({ message, location: 'outputPane' });
}

/** The items as a language model gets them: cut to what it can read, with its words, and with the hints of the run. */
function outputForModel<Client>(
	{ context, operation, fields }: Run<Client>,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	const { howToSeeMore, isRead, returnsBodies } = operation;
	const canAskForRest = isRead === true || howToSeeMore !== undefined;
	const howToSeeRest = canAskForRest ? adviceOnMore(fields, false, howToSeeMore) : NOT_AGAIN;
	const fitting = cutForModel(items, howToSeeRest);
	const output = returnsBodies ? fitting : withMessagesForModel(fitting, fields);
	for (const fact of hintsOf(context)) {
		const message = messageForModel(fact, fields);
		if (message !== '') output.push({ json: { message }, pairedItem: { item: 0 } });
	}
	return output;
}

/** Of several failures, that of the first item: which one came first hangs on chance. */
function lowestOf(failures: ItemFailure[]): ItemFailure {
	let lowest = failures[0];
	for (const failure of failures) {
		if (failure.itemIndex < lowest.itemIndex) lowest = failure;
	}
	return lowest;
}
