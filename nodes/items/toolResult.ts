import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { shortened } from '../utils/shortened';
import type { Listed } from './operation';

/** Characters of a result's JSON: some 6,000 tokens. A model that gets more forgets the rest of its talk. */
const MAX_CHARACTERS = 20_000;

/** Of them, what is left beside what the result says of itself. */
const ROOM = MAX_CHARACTERS - 500;

const ASK_FOR_LESS = 'Ask again for less, such as with a lower limit or a narrower search.';
const NOT_AGAIN = 'Do not send the same again: it could be done twice.';

/** What a language model gets of a list: its records and how many more there are, or that there are none. */
export function listedForModel({ records, nothing, hidden }: Listed, askForLess = ASK_FOR_LESS): IDataObject[] {
	if (records.length === 0) return [{ found: 0, message: nothing }];
	return hidden > 0 ? [...records, { message: `There are ${hidden} more, which are not shown. ${askForLess}` }] : records;
}

const lengthOf = (value: unknown) => JSON.stringify(value).length + 1;

/** How many of the values, from the first on, fit. */
function countThatFits(values: unknown[], room: number): number {
	let left = room;
	const tooMany = values.findIndex((value) => (left -= lengthOf(value)) < 0);
	return tooMany === -1 ? values.length : tooMany;
}

/**
 * What a language model gets of a result: the items that fit, in their order, and that there are more. Of a first item
 * that does not fit, its longest list as far as it fits, else the beginning of its JSON.
 */
export function boundedForModel(
	items: INodeExecutionData[],
	{ isRead, askForLess = isRead ? ASK_FOR_LESS : NOT_AGAIN }: { isRead?: boolean; askForLess?: string },
): INodeExecutionData[] {
	const shown = countThatFits(items.map(({ json }) => json), ROOM);
	// What fits with the message fits without it.
	if (shown === items.length) return items;
	const bound = `a tool returns at most ${MAX_CHARACTERS.toLocaleString('en-US')} characters. ${askForLess}`;
	const [{ json, pairedItem }] = items;
	const message = (text: string, more: IDataObject = {}) => ({ json: { message: `${text}: ${bound}`, ...more }, pairedItem });
	if (shown > 0) return [...items.slice(0, shown), message(`Only the first ${shown} are shown`)];
	const cut = withShorterList(json);
	if (cut) return [message(`Only the first ${cut.count} of '${cut.name}' are shown`, cut.json)];
	// As text in JSON, each quotation mark is two characters.
	return [message('The result is cut', { beginning: shortened(JSON.stringify(json), ROOM / 2) })];
}

/** A record with as much of its longest list as fits; undefined where that is nothing. */
function withShorterList(json: IDataObject) {
	const lists = Object.entries(json).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
	const [longest] = lists.sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
	if (!longest) return undefined;
	const [name, list] = longest;
	const count = countThatFits(list, ROOM - lengthOf({ ...json, [name]: [] }));
	return count === 0 ? undefined : { name, count, json: { ...json, [name]: list.slice(0, count) } as IDataObject };
}
