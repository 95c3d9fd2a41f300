import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { ToolFields } from '../fields/modelArguments';
import { messageForModel } from '../fields/textsForModel';
import { runsAsTool } from '../n8n/execution';
import { shorten } from '../utils/shorten';
import { Listed, type OperationResult } from './operation';

/** The items of a tool, with messages that a language model can follow. */
export function withMessagesForModel(
	items: INodeExecutionData[],
	fields: ToolFields,
): INodeExecutionData[] {
	return items.map((item) => {
		const { message, ...rest } = item.json;
		if (typeof message !== 'string') return item;
		const shown = messageForModel(message, fields);
		return { ...item, json: shown === '' ? rest : { ...rest, message: shown } };
	});
}

/** Characters of a result's JSON: some 6,000 tokens. A model that gets more forgets what was said before. */
const MAX_CHARACTERS = 20_000;

/** The rest is for the message that not all is shown. */
const MAX_CHARACTERS_OF_ITEMS = MAX_CHARACTERS - 500;

/**
 * The records of a result; a language model also gets how many more there are, or that there are none.
 *
 * @param adviceOnMore says how to get those that a limit has left out
 */
export function recordsOf(
	result: OperationResult,
	node: INode,
	adviceOnMore: string,
): IDataObject[] {
	if (!(result instanceof Listed)) return [result].flat();
	const { records, nothing, hidden } = result;
	if (!runsAsTool(node)) return records;
	if (records.length === 0) return [{ found: 0, message: nothing }];
	if (hidden === 0) return records;
	return [...records, { message: `${hiddenText(hidden)} ${adviceOnMore}` }];
}

function hiddenText(hidden: number): string {
	if (hidden === Infinity) return 'There are more, which are not shown.';
	if (hidden === 1) return 'There is one more, which is not shown.';
	return `There are ${hidden} more, which are not shown.`;
}

/**
 * What to say to a person of a list that brought nothing: of which item, where there are several, and how to go on all the
 * same. Undefined where it brought something.
 *
 * @param count of the items of the run
 */
export function nothingFoundText(
	result: OperationResult,
	itemIndex: number,
	count: number,
): string | undefined {
	if (!(result instanceof Listed) || result.records.length > 0) return undefined;
	if (count === 1)
		return `${result.nothing} To go on without one, turn on 'Always Output Data' in the settings of the node.`;
	// n8n adds one item for the whole output, and none where another item has brought something.
	return `${result.nothing} To go on without one, turn on 'Always Output Data' in the settings of the node, and put it into a Loop Over Items with a batch size of 1: the setting adds an item only where nothing at all comes out. [Item ${itemIndex}]`;
}

/** Other people write names and titles; one of any length would take the place of all else. */
const MAX_NAME = 120;

/** A copy of a record in which long names and titles are cut. */
function withShortNames(record: IDataObject): IDataObject {
	const cutNames = (key: string, value: unknown): unknown => {
		const isLongName =
			typeof value === 'string' && value.length > MAX_NAME && /(name|title)$/i.test(key);
		return isLongName ? `${shorten(value, MAX_NAME)}…` : value;
	};
	return JSON.parse(JSON.stringify(record, cutNames)) as IDataObject;
}

/** How many of the first items fit into a result for a language model. */
function countThatFit(items: INodeExecutionData[]): number {
	let characters = 0;
	for (const [index, { json }] of items.entries()) {
		characters += JSON.stringify(json).length + 1;
		if (characters > MAX_CHARACTERS_OF_ITEMS) return index;
	}
	return items.length;
}

/**
 * Cuts a result for a language model: names and titles to a line, the items to those that fit, with a message that there
 * are more. Of a first item that does not fit, the beginning of its JSON is left.
 *
 * @param adviceOnMore says how to get the rest
 */
export function cutForModel(
	items: INodeExecutionData[],
	adviceOnMore: string,
): INodeExecutionData[] {
	const withShort = items.map((item) => ({ ...item, json: withShortNames(item.json) }));
	const count = countThatFit(withShort);
	if (count === withShort.length) return withShort;
	const limit = `a tool returns at most ${MAX_CHARACTERS.toLocaleString('en-US')} characters`;
	const [{ json, pairedItem }] = withShort;
	if (count > 0) {
		const message = `Only the first ${count} are shown: ${limit}. ${adviceOnMore}`;
		return [...withShort.slice(0, count), { json: { message }, pairedItem }];
	}
	// As text in JSON, each quotation mark is two characters.
	const beginning = shorten(JSON.stringify(json), MAX_CHARACTERS_OF_ITEMS / 2);
	const message = `The result is cut: ${limit}. ${adviceOnMore}`;
	return [{ json: { beginning, message }, pairedItem }];
}
