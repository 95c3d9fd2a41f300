import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { shortened } from '../utils/shortened';
import type { Listed } from './operation';

/** Characters of a result's JSON: some 6,000 tokens. A model that gets more forgets the rest of its talk. */
const MAX_CHARACTERS = 20_000;

/** Of them, for what the result says of itself. */
const FOR_MESSAGE = 500;

const ASK_FOR_LESS = 'Ask again for less, such as with a lower limit or a narrower search.';
const NOT_AGAIN = 'Do not send the same again: it could be done twice.';

/** What a language model gets of a list: its records and how many more there are, or that there are none. */
export function listedForModel({ records, nothing, hidden }: Listed, askForLess = ASK_FOR_LESS): IDataObject[] {
	if (records.length === 0) return [{ found: 0, message: nothing }];
	return hidden > 0 ? [...records, { message: `There are ${hidden} more, which are not shown. ${askForLess}` }] : records;
}

/**
 * What a language model gets of a result: the items that fit, in their order, and that there are more.
 * Of a first item that does not fit, the beginning of its JSON.
 *
 * @param operation whether it changes nothing; what the model can do, as a sentence
 */
export function boundedForModel(
	items: INodeExecutionData[],
	{ isRead, askForLess = isRead ? ASK_FOR_LESS : NOT_AGAIN }: { isRead?: boolean; askForLess?: string } = {},
): INodeExecutionData[] {
	let left = MAX_CHARACTERS - FOR_MESSAGE;
	const firstTooMany = items.findIndex(({ json }) => (left -= JSON.stringify(json).length + 1) < 0);
	// What fits with the message fits without it.
	if (firstTooMany === -1) return items;
	const shown = items.slice(0, firstTooMany);
	const bound = `a tool returns at most ${MAX_CHARACTERS.toLocaleString('en-US')} characters. ${askForLess}`;
	const message = (text: string, more: IDataObject = {}): INodeExecutionData => ({
		json: { message: `${text}: ${bound}`, ...more },
		pairedItem: items[0].pairedItem,
	});
	if (shown.length > 0) return [...shown, message(`Only the first ${shown.length} are shown`)];
	const cut = withShorterList(items[0].json, MAX_CHARACTERS - FOR_MESSAGE);
	if (cut) return [message(`Only the first ${cut.shown} of '${cut.name}' are shown`, cut.json)];
	// As text in JSON, each quotation mark is two characters.
	const beginning = shortened(JSON.stringify(items[0].json), (MAX_CHARACTERS - FOR_MESSAGE) / 2);
	return [message('The result is cut', { beginning })];
}

/** A record with as much of its longest list as fits; undefined where that is nothing. */
function withShorterList(json: IDataObject, room: number) {
	const lengthOf = (value: unknown) => JSON.stringify(value).length + 1;
	const lists = Object.entries(json).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
	const [longest] = lists.sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
	if (!longest) return undefined;
	const [name, list] = longest;
	let left = room - lengthOf({ ...json, [name]: [] });
	const tooMany = list.findIndex((entry) => (left -= lengthOf(entry)) < 0);
	const shown = tooMany === -1 ? list.length : tooMany;
	return shown === 0 ? undefined : { name, shown, json: { ...json, [name]: list.slice(0, shown) } as IDataObject };
}
