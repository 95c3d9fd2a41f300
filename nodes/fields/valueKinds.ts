import { type IDataObject, jsonParse } from 'n8n-workflow';

import { isRecord } from '../http/body';
import { isMoment } from '../time/times';
import { countryCodeOf } from './countries';
import { idBehindName, interpretText, interpretWord, trimText, withoutMarks } from './modelMarks';

/** A text of a message, such as a mail in HTML with its styles. */
export const MAX_TEXT = 500_000;

/** An address on the web, with its query. */
const MAX_ADDRESS = 4_000;

/** An ID, a time, an email address, a number, a choice: all that has no sentences. */
export const MAX_WORD = 500;

/** True for a text that is longer than any value of the kind. No regular expression may look at it. */
export function isTooLong(value: unknown, { maxLength = MAX_TEXT }: Kind<unknown>): boolean {
	return typeof value === 'string' && value.length > maxLength;
}

/** Reads the value of a field, or rejects it. n8n converts no types: an expression or a language model can give anything. */
export interface Kind<T> {
	/** Follows the words "must be": `a whole number from 1`. */
	what: string;
	/** Follows the word "Enter", where `what` does not say enough. */
	enter?: string;
	/** True by default for no value, a blank text, and a model's words for nothing. */
	isEmpty?: (value: unknown) => boolean;
	/** The present time as a sentence, which a language model reads where a value of this kind is refused. */
	now?: () => string;
	/** What a language model means with what it wrote: by default the text without the marks around it. */
	interpret?: (written: unknown) => unknown;
	/** How many characters a text may have, {@link MAX_TEXT} by default. A longer text is refused unread. */
	maxLength?: number;
	/**
	 * Reads a value; undefined for a value of another kind.
	 *
	 * @param isTool true where a language model may have written it
	 * @throws Error whose message says what is wrong with the value, as a sentence
	 */
	read: (value: unknown, isTool?: boolean) => T | undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null;

const isBlank = (value: unknown) =>
	isNothing(value) || (typeof value === 'string' && trimText(value) === '');

/** True for no value, and for `null` and `undefined` in words: a model must fill in each field of a tool, and writes these for an empty one. */
export function isEmpty(value: unknown): boolean {
	if (isBlank(value)) return true;
	return typeof value === 'string' && ['null', 'undefined'].includes(trimText(value));
}

/** True for a number up to 2^53: JavaScript has rounded those beyond. */
export function isExact(value: unknown): value is number {
	return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A text without surrounding white space. A number, which an expression may give, counts as its digits. */
export const text: Kind<string> = {
	what: 'a text',
	read(value) {
		if (typeof value !== 'string') return isExact(value) ? String(value) : undefined;
		// n8n writes an object inside a text as [object Object].
		return value.includes('object Object') ? undefined : trimText(value);
	},
};

/** A country. HighLevel documents codes of two capital letters; words that are no country's name are left to the platform. */
export const country: Kind<string> = {
	...text,
	read(value) {
		const words = text.read(value);
		return words === undefined ? undefined : (countryCodeOf(words) ?? words);
	},
};

/** A text that can be the word `null` or `true`, such as words to search for. */
export const anyWords: Kind<string> = {
	...text,
	isEmpty: isBlank,
	interpret: withoutMarks,
	read(value) {
		if (typeof value === 'string' || typeof value === 'boolean') return trimText(String(value));
		return text.read(value);
	},
};

/** A text as it is, with its white space. */
export const wholeText: Kind<string> = {
	what: 'a text',
	isEmpty: isNothing,
	interpret: (written) => written,
	read: (value) => (typeof value === 'string' ? value : undefined),
};

/**
 * Makes the kind of texts of a certain form.
 *
 * @param what follows "must be"
 * @param enter follows "Enter", where `what` does not say enough
 * @param read reads a trimmed text; undefined for a text of another form
 */
export function textAs<T>(
	what: string,
	enter: string | undefined,
	read: (value: string) => T | undefined,
	maxLength = MAX_WORD,
): Kind<T> {
	function readText(value: unknown): T | undefined {
		const words = text.read(value);
		return words === undefined ? undefined : read(words);
	}

	return { what, enter, maxLength, interpret: interpretWord, read: readText };
}

/** An ID. A model may copy it with the name that lists show: `Onboarding call (cal-1)`. */
export const id: Kind<string> = {
	...text,
	maxLength: MAX_WORD,
	read(value, isTool = false) {
		const words = text.read(value);
		if (words === undefined) return undefined;
		if (/^https?:\/\//i.test(words))
			throw new Error('It is a web address. Enter the ID alone, which may be a part of it.');
		if (words.includes('{{'))
			throw new Error(
				isTool
					? 'It is a placeholder. Send the ID itself, as a tool or the person gave it.'
					: "It is an expression that was not evaluated. Switch the field to 'Expression'.",
			);
		return words;
	},
	interpret(written) {
		const words = interpretWord(written);
		return typeof words === 'string' ? idBehindName(words) : words;
	},
};

/** @throws Error for several addresses in one text */
function readWebAddress(address: string): string | undefined {
	if (/^https?:/i.test(address) && /[\s;|]https?:\/\//i.test(address))
		throw new Error(
			'It has several addresses. Separate them by commas where a field takes a list.',
		);
	// A line break is refused: a URL would drop it, and join what stands before and after it.
	const hasHost = /^https?:\/\/[^\s/][^\r\n\t]*$/i.test(address);
	return hasHost && URL.canParse(address) ? address : undefined;
}

/** A web address with its scheme. */
export const webAddress = textAs(
	'a web address',
	'the whole address, beginning with https://',
	readWebAddress,
	MAX_ADDRESS,
);

/** A choice in the spelling in which choices are compared: `No Show` and `no-show` become `noshow`, and a double l counts once. */
function comparableChoice(choice: string): string {
	return choice
		.toLowerCase()
		.replace(/[\s_-]/g, '')
		.replaceAll('ll', 'l');
}

/**
 * Makes the kind of a choice: one of the values, written as people write it or its name.
 *
 * @param names the labels of the values, in the same order
 */
export function oneOf<const Value extends string>(
	values: readonly Value[],
	names: readonly string[] = values,
): Kind<Value> {
	const what = `one of ${values.join(', ')}`;
	const comparableValues = values.map(comparableChoice);
	const comparableNames = names.map(comparableChoice);
	return textAs(what, undefined, (chosen) => {
		const choice = comparableChoice(chosen);
		return values[comparableValues.indexOf(choice)] ?? values[comparableNames.indexOf(choice)];
	});
}

/** JavaScript alone would also read `0x10`. */
const DECIMAL_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** What keeps a text from being a number, as a sentence; undefined where that cannot be told. */
function faultOfNumber(written: string): string | undefined {
	if (/(?=\D)\p{N}/u.test(written)) return 'It has other digits than 0 to 9. Enter it with those.';
	if (!/\d/.test(written)) return undefined;
	const others = written.replace(/[\s,.'’\d+-]/g, '');
	if (others !== '')
		return `It has '${others.slice(0, 20)}' beside its digits. Enter the digits alone.`;
	if (written.includes(','))
		return 'It has a comma. Enter digits alone, with a point before decimals: 1200.50, not 1,200.50 or 1200,50.';
	if (/\d[\s'’]+\d/.test(written))
		return 'It has a space or an apostrophe among its digits. Enter digits alone, such as 1200.50.';
	if (written.split('.').length > 2)
		return 'It has several points. Enter digits alone, with one point before decimals, such as 1200.50.';
	return undefined;
}

/**
 * Makes the kind of numbers between two bounds, both included.
 *
 * @param what follows "must be"
 */
export function numberWithin(
	what: string,
	min: number,
	max: number,
	mustBeWhole = false,
): Kind<number> {
	/** @throws Error whose message says what keeps a text from being a number */
	function read(value: unknown): number | undefined {
		let number = value;
		if (typeof value === 'string') {
			const written = trimText(value);
			const fault = DECIMAL_NUMBER.test(written) ? undefined : faultOfNumber(written);
			if (fault !== undefined) throw new Error(fault);
			number = Number(written);
		}
		if (!isExact(number) || number < min || number > max) return undefined;
		return mustBeWhole && !Number.isInteger(number) ? undefined : number;
	}

	return { what, maxLength: MAX_WORD, interpret: interpretWord, read };
}

/** Makes the kind of numbers from 0. @param unit what is counted, such as minutes */
export const zeroOrMore = (unit: string) => numberWithin(`0 or more ${unit}`, 0, Infinity);

/** Makes the kind of whole numbers between two bounds, both included. */
export function wholeNumber(min: number, max = Infinity): Kind<number> {
	const what =
		max === Infinity ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`;
	return numberWithin(what, min, max, true);
}

/** A switch. The words yes, on and 1 and their opposites count, too, as where n8n itself converts a text. */
export const onOrOff: Kind<boolean> = {
	what: 'true or false',
	maxLength: MAX_WORD,
	interpret: interpretWord,
	read(value) {
		if (typeof value === 'object') return undefined;
		const word = trimText(String(value)).toLowerCase();
		if (['true', 'yes', 'on', '1'].includes(word)) return true;
		if (['false', 'no', 'off', '0'].includes(word)) return false;
		return undefined;
	},
};

/** The values of a collection by the names of its fields. */
export const group: Kind<IDataObject> = {
	what: 'a group of fields',
	read: (value) => (isRecord(value) && !isMoment(value) ? value : undefined),
};

/** A longer list is none that somebody meant to send. */
const MAX_ENTRIES = 1_000;

/**
 * The entries of a list that somebody has typed: between commas or line breaks, or in JSON, as models write lists.
 *
 * @throws Error for a list in JSON that cannot be read, and for too many entries
 */
export function typedEntries(typed: string): unknown[] {
	const words = trimText(typed);
	// A bracket before a quote, a digit, another bracket or the end begins a list in JSON; `[VIP] guests` is a text.
	const isJson = /^\[\s*(["'[{\d]|\]$)/.test(words);
	if (/^\{\s*"/.test(words) && jsonParse<unknown>(words, { fallbackValue: null }) !== null)
		throw new Error('It is an object in JSON. Give the list, or its entries separated by commas.');
	if (!isJson) return checkLength(typed.split(/[,\n]/));
	// Python's lists have single quotes.
	const inPython = words.replaceAll("'", '"');
	const parsed =
		jsonParse<unknown>(words, { fallbackValue: null }) ??
		jsonParse<unknown>(inPython, { fallbackValue: null });
	if (Array.isArray(parsed)) return checkLength(parsed);
	throw new Error(
		"It begins with '[' like a list in JSON, but cannot be read as one. Check its quotation marks and commas, or enter the entries without brackets.",
	);
}

/** @throws Error for a list that is too long */
function checkLength(entries: unknown[]): unknown[] {
	if (entries.length <= MAX_ENTRIES) return entries;
	throw new Error(`It has ${entries.length} entries. At most ${MAX_ENTRIES} are possible.`);
}

/** The entries of a list, each of which is one value whatever it contains; a typed text has several. */
function entriesIn(value: unknown): unknown[] {
	if (typeof value === 'string') return typedEntries(value);
	return Array.isArray(value) ? checkLength(value.flat()) : [value];
}

/** An entry without the sign of a Markdown list before it: `- VIP` is `VIP`. */
function withoutListSign(entry: unknown): unknown {
	return typeof entry === 'string' ? trimText(entry).replace(/^[-*•]\s+/, '') : entry;
}

/**
 * Makes the kind of lists. Empty entries are left out. Only a text is split: an entry of a list is one value.
 *
 * @param kind of the entries
 * @param what follows "must be"
 * @param enter follows "Enter", where `what` does not say enough
 */
export function listOf<T>(kind: Kind<T>, what: string, enter?: string): Kind<T[]> {
	const isNone = kind.isEmpty ?? isEmpty;
	const interpretValue = kind.interpret ?? interpretText;

	function interpret(written: unknown): unknown {
		// In a typed text, an entry may have the sign of a Markdown list before it.
		const interpretOne =
			typeof written === 'string'
				? (entry: unknown) => interpretValue(withoutListSign(entry))
				: interpretValue;
		const entries = entriesIn(withoutMarks(written)).map(interpretOne);
		return entries.every(isNone) ? '' : entries;
	}

	/** @throws Error that names the entry that is of another kind */
	function read(value: unknown): T[] | undefined {
		const values: T[] = [];
		for (const [index, entry] of entriesIn(value).entries()) {
			if (isNone(entry)) continue;
			values.push(readEntry(entry, `Its entry ${index + 1}`));
		}
		return values;
	}

	/** @param place begins the message of an entry that cannot be used */
	function readEntry(entry: unknown, place: string): T {
		let fault: string | undefined;
		try {
			const found = isTooLong(entry, kind) ? undefined : kind.read(entry);
			if (found !== undefined) return found;
		} catch (error) {
			fault = (error as Error).message;
		}
		if (fault !== undefined)
			throw new Error(`${place}, ${describeValue(entry)}, cannot be used. ${fault}`);
		throw new Error(`${place} must be ${kind.what}, not ${describeValue(entry)}.`);
	}

	return { what, enter, interpret, read };
}

/** A value as it stands in a query; undefined for a value that no query can hold. */
function queryText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return anyWords.read(isMoment(value) ? value.toJSON() : value);
}

/** The values of a query parameter: one, or several in a list. */
export const queryValues: Kind<string[]> = {
	what: 'a text or a list of texts',
	isEmpty: isNothing,
	// A model has to fill in each field of a tool, so its words for nothing leave the parameter out.
	interpret: (written) => (isEmpty(interpretText(written)) ? undefined : withoutMarks(written)),
	read(value) {
		const texts: string[] = [];
		for (const entry of [value].flat()) {
			if (isNothing(entry)) continue;
			const text = queryText(entry);
			if (text === undefined) return undefined;
			texts.push(text);
		}
		return texts;
	},
};

/** The name of an event. A registration cannot be removed, so names with the quotes or brackets that models add are refused. */
const eventName = textAs('an event name', undefined, (name) =>
	/^[^"'`{}[\]]+$/.test(name) ? name : undefined,
);

/** The names of events, of which the platform may have others than the node knows. */
export const eventNames = listOf(
	eventName,
	'a list of event names',
	'them as on the platform, such as ContactCreate',
);

/** A longer value would hide what the message says. */
const MAX_QUOTED = 80;

/** A value as a message names it: `a list`, `'ten'`, `a text of 120 characters`. */
export function describeValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isMoment(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'number' && Number.isFinite(value) && !isExact(value))
		return 'a number of more than 15 digits, which was rounded';
	if (typeof value !== 'string') return String(value);
	if (value.slice(0, MAX_WORD).includes('[object Object]'))
		return 'a text with [object Object], which is an object that an expression put into a text';
	return value.length > MAX_QUOTED ? `a text of ${value.length} characters` : `'${value.trim()}'`;
}
