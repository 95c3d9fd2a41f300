/*
 * What language models write around a value, taken off layer by layer. A model, or a stranger through it, can send a text of
 * any length, so nothing here looks at a character more than a few times.
 */

/** A text that has more layers than this is none that somebody meant. */
const MAX_LAYERS = 10;

/** White space, and characters of no width, which copied texts bring along. */
const WHITE = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/;

const OPENING_MARKS = '*`"\'“‘«<';
const CLOSING_MARKS = '*`"\'”’»>';
const ANY_MARK = /[*`"'“”‘’«»<>]/;

const PUNCTUATION = '.,;:!?';

/** A text without white space, and without characters of no width, at both ends. */
export function trimText(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && WHITE.test(text[start])) start++;
	while (end > start && WHITE.test(text[end - 1])) end--;
	return text.slice(start, end);
}

/** What stands between two lines of three backticks. */
function withoutFence(text: string): string {
	const firstLineEnd = text.indexOf('\n');
	const isFenced = text.startsWith('```') && text.endsWith('```') && firstLineEnd !== -1;
	if (!isFenced) return text;
	// The first line may name a language.
	const language = text.slice(3, firstLineEnd).trim();
	return /\W/.test(language) ? text : trimText(text.slice(firstLineEnd + 1, -3));
}

/** The text of a link that leads to what its text says: `[x](mailto:x)`. */
function withoutLink(text: string): string {
	const labelEnd = text.indexOf(']');
	if (!text.startsWith('[') || !text.endsWith(')') || text[labelEnd + 1] !== '(') return text;
	const label = text.slice(1, labelEnd);
	const target = text.slice(labelEnd + 2, -1);
	return label !== '' && target.endsWith(label) && !/[\s)]/.test(target) ? label : text;
}

/** What stands between quotes, brackets of a tag, and signs of Markdown: `**x**`, `__x__`, `"x"`, `<x>`. */
function withoutQuotes(text: string): string {
	let start = text.startsWith('__') ? 2 : 0;
	let end = text.endsWith('__') ? text.length - 2 : text.length;
	while (!text.startsWith('__') && start < end && OPENING_MARKS.includes(text[start])) start++;
	while (!text.endsWith('__') && start < end && CLOSING_MARKS.includes(text[end - 1])) end--;
	const inner = text.slice(start, end);
	const isQuoted = start > 0 && end < text.length && inner !== '' && !ANY_MARK.test(inner);
	return isQuoted ? inner : text;
}

/** A text without `.`, `,` and the like at its end. */
function withoutPunctuation(text: string): string {
	let end = text.length;
	while (end > 0 && PUNCTUATION.includes(text[end - 1])) end--;
	return text.slice(0, end);
}

/** What stands in the only parentheses or brackets, which are around all of it: `(x)`. */
function withoutParentheses(text: string): string {
	const isInside = /^[([]/.test(text) && /[)\]]$/.test(text);
	const inner = text.slice(1, -1);
	return isInside && !/[()[\]]/.test(inner) ? inner : text;
}

/** The longest words that name an ID before it. */
const MAX_LABEL = 60;

/** What stands behind `ID:`, `Appointment ID =` and the like. */
function withoutIdLabel(text: string): string {
	const beginning = text.slice(0, MAX_LABEL);
	const labelEnd = beginning.search(/[:=]/);
	const isLabel = labelEnd !== -1 && /^[\w ]*id\s*$/i.test(beginning.slice(0, labelEnd));
	return isLabel ? trimText(text.slice(labelEnd + 1)) : text;
}

/** Takes the layers off, the outermost first, until none is left. */
function withoutLayers(written: string, layers: Array<(text: string) => string>): string {
	let text = trimText(written);
	for (let layer = 0; layer < MAX_LAYERS; layer++) {
		let inner = text;
		for (const withoutLayer of layers) inner = withoutLayer(inner);
		inner = trimText(inner);
		if (inner === text) break;
		text = inner;
	}
	return text;
}

const AROUND_A_TEXT = [withoutFence, withoutLink, withoutQuotes];

const AROUND_A_WORD = [...AROUND_A_TEXT, withoutPunctuation, withoutParentheses, withoutIdLabel];

/** A value without `**x**`, `` `x` ``, `<x>`, `[x](mailto:x)` and quotes. */
export function withoutMarks(written: unknown): unknown {
	return typeof written === 'string' ? withoutLayers(written, AROUND_A_TEXT) : written;
}

/** How language models write that there is no value. `Null` is somebody's name, and `NA` too. */
const NOTHING = new Set([
	...['null', 'NULL', 'undefined', 'none', 'None', 'NONE', 'nil'],
	...['n/a', 'n/A', 'N/a', 'N/A', '[]', '{}'],
]);

/** Longer ones are no quotes around nothing. */
const MAX_QUOTES = 20;

/** Empty for the words with which language models say that there is nothing. */
function unlessNothing(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const isOnlyQuotes = value.length <= MAX_QUOTES && /^["'`“”‘’]+$/.test(value);
	return isOnlyQuotes || NOTHING.has(value) ? '' : value;
}

/** A text without marks; empty for the words with which language models say that there is none. */
export function interpretText(written: unknown): unknown {
	return unlessNothing(withoutMarks(written));
}

/** The same for what has no punctuation of its own, such as an ID, a number or a time: `(x)`, `x.` and `ID: x` are x. */
export function interpretWord(written: unknown): unknown {
	return unlessNothing(
		typeof written === 'string' ? withoutLayers(written, AROUND_A_WORD) : written,
	);
}

/** The ID behind a name, as lists show it: `Onboarding call (cal-1)` is `cal-1`. */
export function idBehindName(text: string): string {
	const open = text.lastIndexOf('(');
	const id = text.slice(open + 1, -1);
	const isBehindName = open > 0 && text.endsWith(')') && WHITE.test(text[open - 1]);
	return isBehindName && /\d/.test(id) && !/[\s)]/.test(id) ? id : text;
}
