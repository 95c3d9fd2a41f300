/*
 * What language models write around a value, taken off layer by layer. A model, or a stranger through it, can send a text of
 * any length, so no layer looks at a character more than a few times.
 */

/** A text that has more layers than this is none that somebody meant. */
const MAX_LAYERS = 10;

/** White space, and characters of no width, which copied texts bring along. */
const WHITE = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/;

const OPENING_MARK = /[*`"'“‘«<]/;
const CLOSING_MARK = /[*`"'”’»>]/;
const ANY_MARK = /[*`"'“”‘’«»<>]/;

const PUNCTUATION = /[.,;:!?]/;

/** How many characters of a kind a text begins with. */
function countLeading(text: string, kind: RegExp): number {
	let count = 0;
	while (kind.test(text.charAt(count))) count++;
	return count;
}

/** How many characters of a kind a text ends with. */
function countTrailing(text: string, kind: RegExp): number {
	let count = 0;
	while (kind.test(text.charAt(text.length - 1 - count))) count++;
	return count;
}

function withoutTrailing(text: string, kind: RegExp): string {
	return text.slice(0, text.length - countTrailing(text, kind));
}

/** A text without white space, and without characters of no width, at both ends. */
export function trimText(text: string): string {
	return withoutTrailing(text.slice(countLeading(text, WHITE)), WHITE);
}

/** What stands between two lines of three backticks. */
function withoutFence(text: string): string {
	if (!text.startsWith('```') || !text.endsWith('```')) return text;
	const firstLineEnd = text.indexOf('\n');
	if (firstLineEnd === -1) return text;
	// The first line may name a language.
	const language = text.slice(3, firstLineEnd).trim();
	return /\W/.test(language) ? text : text.slice(firstLineEnd + 1, -3);
}

/** The text of a link that leads to what its text says: `[x](mailto:x)`. */
function withoutLink(text: string): string {
	if (!text.startsWith('[') || !text.endsWith(')')) return text;
	const labelEnd = text.indexOf(']');
	if (text[labelEnd + 1] !== '(') return text;
	const label = text.slice(1, labelEnd);
	const target = text.slice(labelEnd + 2, -1);
	return label !== '' && target.endsWith(label) && !/[\s)]/.test(target) ? label : text;
}

/** What stands between two signs for bold: `__x__`. */
function withoutUnderscores(text: string): string {
	const inner = text.slice(2, -2);
	const isBold = text.startsWith('__') && text.endsWith('__');
	return isBold && inner !== '' && !inner.includes('__') ? inner : text;
}

/** What stands between quotes, brackets of a tag, and other signs of Markdown: `**x**`, `"x"`, `<x>`. */
function withoutQuotes(text: string): string {
	const openingCount = countLeading(text, OPENING_MARK);
	const closingCount = countTrailing(text, CLOSING_MARK);
	const inner = text.slice(openingCount, text.length - closingCount);
	const isQuoted = openingCount > 0 && closingCount > 0 && inner !== '';
	return isQuoted && !ANY_MARK.test(inner) ? inner : text;
}

/** A text without `.`, `,` and the like at its end. */
function withoutPunctuation(text: string): string {
	return withoutTrailing(text, PUNCTUATION);
}

/** What stands in the only parentheses or brackets, which are around all of it: `(x)`. */
function withoutParentheses(text: string): string {
	return /^[([][^()[\]]*[)\]]$/.test(text) ? text.slice(1, -1) : text;
}

/** The longest words that name an ID before it. */
const MAX_LABEL = 60;

/** What stands behind `ID:`, `Appointment ID =` and the like. */
function withoutIdLabel(text: string): string {
	const [label] = /^[\w ]*id\s*[:=]/i.exec(text.slice(0, MAX_LABEL)) ?? [''];
	return text.slice(label.length);
}

/** Takes the layers off, the outermost first. */
function withoutLayers(written: string, layers: Array<(text: string) => string>): string {
	let text = trimText(written);
	for (let layer = 0; layer < MAX_LAYERS; layer++)
		for (const withoutLayer of layers) text = trimText(withoutLayer(text));
	return text;
}

const AROUND_A_TEXT = [withoutFence, withoutLink, withoutUnderscores, withoutQuotes];

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

/** Empty for the words with which language models say that there is nothing. */
function unlessNothing(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const isOnlyQuotes = /^["'`“”‘’]+$/.test(value);
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
	const isBehindName = text.endsWith(')') && WHITE.test(text.charAt(open - 1));
	return isBehindName && /\d/.test(id) && !/[\s)]/.test(id) ? id : text;
}
