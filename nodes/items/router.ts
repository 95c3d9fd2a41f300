import {
	deepCopy,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';

import {
	adviceOnMore,
	messageForModel,
	NO_TOOL_FIELDS,
	toolFieldsOf,
} from '../fields/modelArguments';
import { fieldsAt } from '../fields/parameters';
import { dropsFailures, hintsOf, runsAsTool } from '../n8n/execution';
import { attemptMemoryOf } from '../n8n/ledger';
import type { Operation, OperationResult, Resources } from './operation';
import {
	cutForModel,
	failedItem,
	nothingFoundText,
	recordsOf,
	withItemIndex,
	withMessagesForModel,
} from './outcome';

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
	const node = context.getNode();
	const count = context.getInputData().length;
	let operation = chosenOperation(context, resources);
	let workers = 1;
	if (operation.isRead) {
		try {
			workers = Math.max(1, readsAtOnce(context));
		} catch (error) {
			operation = failsEachItem(error);
		}
	}
	const { execute, howToSeeMore, isRead, returnsBodies = false } = operation;
	const isTool = runsAsTool(node);
	const fields = isTool ? toolFieldsOf(node, operation.properties) : NO_TOOL_FIELDS;
	const howToSeeHidden = adviceOnMore(fields, true, howToSeeMore);
	const returnsFailures = context.continueOnFail() || dropsFailures(context);
	// Reads are cheap to repeat, and may be large.
	const attempts = isRead ? undefined : attemptMemoryOf<OperationResult>(context);
	const items: INodeExecutionData[][] = [];
	const failures: ItemFailure[] = [];
	let nextIndex = 0;
	let nothingFoundCount = 0;

	// A fixed number of workers that each take the next item: nothing is kept for waiting items.
	const takeItems = async () => {
		while (nextIndex < count && (returnsFailures || failures.length === 0)) {
			const itemIndex = nextIndex++;
			try {
				const call = { ...fieldsAt(context, itemIndex), context, itemIndex, client };
				const result = attempts?.resultOf(itemIndex) ?? (await execute(call));
				attempts?.keepResult(itemIndex, result);
				const nothingFound = nothingFoundText(result, itemIndex, count);
				if (nothingFound && !isTool) {
					nothingFoundCount++;
					if (nothingFoundCount <= MAX_NOTHING_FOUND_HINTS)
						context.addExecutionHints({ message: nothingFound, location: 'outputPane' });
				}
				// Copies: items that share a lookup must not share a record, which a later node may change.
				items[itemIndex] = recordsOf(result, node, howToSeeHidden).map((record) => ({
					json: deepCopy(record),
					pairedItem: { item: itemIndex },
				}));
			} catch (error) {
				failures.push({ error, itemIndex });
				items[itemIndex] = [failedItem(node, error, itemIndex, fields)];
			}
		}
	};
	await Promise.all(Array.from({ length: workers }, takeItems));
	if (nothingFoundCount > MAX_NOTHING_FOUND_HINTS) {
		const message = `Nothing was found for ${nothingFoundCount} of ${count} items.`;
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	if (failures.length === 0) attempts?.forget(count);
	if (failures.length > 0 && !returnsFailures) {
		const { error, itemIndex } = lowestOf(failures);
		throw withItemIndex(node, error, itemIndex, fields);
	}
	const output = items.flat();
	if (!isTool) return [output];
	const howToSeeRest =
		isRead || howToSeeMore !== undefined ? adviceOnMore(fields, false, howToSeeMore) : NOT_AGAIN;
	const fitting = cutForModel(output, howToSeeRest);
	const outputForModel = returnsBodies ? fitting : withMessagesForModel(fitting, fields);
	for (const fact of hintsOf(context)) {
		const message = messageForModel(fact, fields);
		if (message !== '') outputForModel.push({ json: { message }, pairedItem: { item: 0 } });
	}
	return [outputForModel];
}

/** Of several failures, that of the first item: which one came first hangs on chance. */
function lowestOf(failures: ItemFailure[]): ItemFailure {
	let lowest = failures[0];
	for (const failure of failures) {
		if (failure.itemIndex < lowest.itemIndex) lowest = failure;
	}
	return lowest;
}
