import { jsonParse, type IDataObject } from 'n8n-workflow';

import { momentText } from '../booking/slots';
import { isRecord } from '../http/body';
import {
	formatInZone,
	formatUtc,
	isMoment,
	parseCalendarDay,
	parseDay,
	parseInstant,
	TIME_EXAMPLE,
} from '../time/times';
import { bareWord, idBehindName, trimmed, unmarked, withoutMarks } from './modelMarks';

/** A text of a message, such as a mail in HTML with its styles. */
export const MAX_TEXT = 500_000;

/** An address on the web, with its query. */
const MAX_ADDRESS = 4_000;

/** An ID, a time, an email address, a number, a choice: all that has no sentences. */
export const MAX_WORD = 500;

/** True for a text that nobody meant, and at which no pattern is to look. */
export function isTooLong(value: unknown, { maxLength = MAX_TEXT }: Kind<unknown>): boolean {
	return typeof value === 'string' && value.length > maxLength;
}

/** Reads a value or rejects it. n8n converts no types: an expression or a language model can give anything. */
export interface Kind<T> {
	/** Follows the words "must be": `a whole number from 1`. */
	what: string;
	/** Follows the word "Enter", where `what` does not say enough. */
	enter?: string;
	/** True by default for no value, a blank text, and a model's words for nothing. */
	isEmpty?: (value: unknown) => boolean;
	/** Tells a language model the present time, where a value of this kind is refused. */
	now?: () => string;
	/** What a language model means with what it wrote; without its marks by default. */
	meant?: (written: unknown) => unknown;
	/** Characters of a text at most, {@link MAX_TEXT} by default. Nothing else looks at a longer one. */
	maxLength?: number;
	/**
	 * Returns undefined for a value of another kind.
	 *
	 * @param isTool true where a language model may have written it
	 * @throws Error whose message says what is wrong with it, as a sentence
	 */
	read: (value: unknown, isTool?: boolean) => T | undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null;
const isBlank = (value: unknown) =>
	isNothing(value) || (typeof value === 'string' && trimmed(value) === '');

/** A model must fill in each field of a tool, and writes `null` or `undefined` for an empty value. */
export const isEmpty = (value: unknown) =>
	isBlank(value) || (typeof value === 'string' && /^(null|undefined)$/.test(trimmed(value)));

/** True for a number up to 2^53: JavaScript has rounded those beyond. */
export const isExact = (value: unknown): value is number =>
	typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** A text without surrounding white space. A number, which an expression may give, counts as its digits. */
export const text: Kind<string> = {
	what: 'a text',
	read(value) {
		if (typeof value !== 'string') return isExact(value) ? String(value) : undefined;
		// n8n writes an object inside a text as [object Object].
		return value.includes('object Object') ? undefined : trimmed(value);
	},
};

/** A text that can be the word `null` or `true`, such as words to search for. */
export const anyWords: Kind<string> = {
	...text,
	isEmpty: isBlank,
	meant: withoutMarks,
	read: (value) =>
		/^(boolean|string)$/.test(typeof value) ? trimmed(String(value)) : text.read(value),
};

/** A text as it is, with its white space. */
export const wholeText: Kind<string> = {
	what: 'a text',
	isEmpty: isNothing,
	meant: (written) => written,
	read: (value) => (typeof value === 'string' ? value : undefined),
};

/** A text of a certain form. @param read returns undefined for a text of another form */
export function textAs<T>(
	what: string,
	enter: string | undefined,
	read: (value: string) => T | undefined,
	maxLength = MAX_WORD,
): Kind<T> {
	const readText = (value: unknown) => {
		const words = text.read(value);
		return words === undefined || words.length > maxLength ? undefined : read(words);
	};
	return { what, enter, maxLength, meant: bareWord, read: readText };
}

/** An ID. Lists show it behind a name: `Onboarding call (cal-1)`. */
export const id: Kind<string> = {
	...text,
	maxLength: MAX_WORD,
	meant(written) {
		const words = bareWord(written);
		return typeof words === 'string' ? idBehindName(words) : words;
	},
};

export const webAddress = textAs(
	'a web address',
	'the whole address, beginning with https://',
	// A URL drops line breaks, and would join what stands before and after one.
	(address) =>
		/^https?:\/\/[^\s/][^\r\n\t]*$/i.test(address) && URL.canParse(address) ? address : undefined,
	MAX_ADDRESS,
);

/** What is compared of a choice: `No Show` and `no-show` are `noshow`, `Canceled` is `cancelled`. */
const keyOf = (choice: string) =>
	choice
		.toLowerCase()
		.replace(/[\s_-]/g, '')
		.replaceAll('ll', 'l');

/** One of some values, as it or its name is written by people. @param names in the same order */
export function oneOf<const Value extends string>(
	values: readonly Value[],
	names: readonly string[] = values,
): Kind<Value> {
	const what = `one of ${values.join(', ')}`;
	return textAs(what, undefined, (chosen) => {
		const placeIn = (list: readonly string[]) => list.map(keyOf).indexOf(keyOf(chosen));
		return values[placeIn(values)] ?? values[placeIn(names)];
	});
}

/** What keeps a text from being a number, as a sentence; undefined where that cannot be told. */
function faultOfNumber(written: string): string | undefined {
	const digits = written.replace(/[^\d]/g, '');
	if (digits === '') return undefined;
	const bare = written.replace(/[\s,.'’\d+-]/g, '');
	if (bare !== '')
		return `It has '${bare.slice(0, 20)}' beside its digits. Enter the digits alone.`;
	if (written.includes(','))
		return 'It has a comma. Enter digits alone, with a point before decimals: 1200.50, not 1,200.50 or 1200,50.';
	if (/\d[\s'’]+\d/.test(written))
		return 'It has a space or an apostrophe among its digits. Enter digits alone, such as 1200.50.';
	if (written.split('.').length > 2)
		return 'It has several points. Enter digits alone, with one point before decimals, such as 1200.50.';
	return undefined;
}

/** A number between bounds, both included. @param bounds in words */
export function numberWithin(
	bounds: string,
	min: number,
	max: number,
	isWhole = false,
): Kind<number> {
	/** @throws Error whose message says what keeps a text from being a number */
	function read(value: unknown): number | undefined {
		const number = typeof value === 'string' ? Number(value) : value;
		if (typeof value === 'string' && Number.isNaN(number)) {
			const fault = faultOfNumber(trimmed(value));
			if (fault !== undefined) throw new Error(fault);
		}
		if (!isExact(number) || number < min || number > max) return undefined;
		return isWhole && !Number.isInteger(number) ? undefined : number;
	}
	return { what: bounds, maxLength: MAX_WORD, meant: bareWord, read };
}

/** A number from 0. @param unit what is counted */
export const zeroOrMore = (unit: string) => numberWithin(`0 or more ${unit}`, 0, Infinity);

export const wholeNumber = (min: number, max = Infinity) =>
	numberWithin(`a whole number from ${min}${max === Infinity ? '' : ` to ${max}`}`, min, max, true);

/** A switch. Texts, 0 and 1 count as they do where n8n itself converts. */
export const onOrOff: Kind<boolean> = {
	what: 'true or false',
	maxLength: MAX_WORD,
	meant: bareWord,
	read(value) {
		const word = typeof value === 'object' ? '' : trimmed(String(value)).toLowerCase();
		if (['true', 'yes', 'on', '1'].includes(word)) return true;
		return ['false', 'no', 'off', '0'].includes(word) ? false : undefined;
	},
};

/** The values of a collection by the names of its fields. */
export const group: Kind<IDataObject> = {
	what: 'a group of fields',
	read: (value) => (isRecord(value) && !isMoment(value) ? value : undefined),
};

/** More entries than this are no list that somebody meant. */
const MAX_ENTRIES = 1_000;

/**
 * The entries of a list that somebody has typed: between commas or line breaks, or in JSON, as models write lists.
 *
 * @throws Error for a list in JSON that cannot be read, and for too many entries
 */
export function typedEntries(typed: string): unknown[] {
	const words = trimmed(typed);
	if (!/^\[\s*(["'[{\d]|\]$)/.test(words)) return boundedEntries(typed.split(/[,\n]/));
	// Python's lists have single quotes.
	const inPython = words.replaceAll("'", '"');
	const parsed =
		jsonParse<unknown>(words, { fallbackValue: null }) ??
		jsonParse<unknown>(inPython, { fallbackValue: null });
	if (Array.isArray(parsed)) return boundedEntries(parsed);
	throw new Error(
		"It begins with '[' like a list in JSON, but cannot be read as one. Check its quotation marks and commas, or enter the entries without brackets.",
	);
}

function boundedEntries(entries: unknown[]): unknown[] {
	if (entries.length <= MAX_ENTRIES) return entries;
	throw new Error(`It has ${entries.length} entries. At most ${MAX_ENTRIES} are possible.`);
}

/** The entries of a list, each of which is one value whatever it contains; a typed text has several. */
function entriesIn(value: unknown): unknown[] {
	if (typeof value === 'string') return typedEntries(value);
	return Array.isArray(value) ? boundedEntries(value.flat()) : [value];
}

/** An entry as a model means it, without the sign of a list of Markdown before it. */
function entryMeantBy(entry: unknown, kind: Kind<unknown>): unknown {
	const bare = typeof entry === 'string' ? trimmed(entry).replace(/^[-*•]\s+/, '') : entry;
	return (kind.meant ?? unmarked)(bare);
}

/** A list without its empty entries. Only a text is split: an entry of a list is one value. */
export function listOf<T>(kind: Kind<T>, what: string, enter?: string): Kind<T[]> {
	const isNone = kind.isEmpty ?? isEmpty;

	function meant(written: unknown): unknown {
		const isTyped = typeof written === 'string';
		const entries = entriesIn(withoutMarks(written)).map((entry) =>
			isTyped ? entryMeantBy(entry, kind) : (kind.meant ?? unmarked)(entry),
		);
		return entries.every(isNone) ? '' : entries;
	}

	/** @throws Error that names the entry that is of another kind */
	function read(value: unknown): T[] | undefined {
		const values: T[] = [];
		for (const [index, entry] of entriesIn(value).entries()) {
			if (isNone(entry)) continue;
			const found = isTooLong(entry, kind) ? undefined : kind.read(entry);
			if (found === undefined)
				throw new Error(`Its entry ${index + 1} must be ${kind.what}, not ${described(entry)}.`);
			values.push(found);
		}
		return values;
	}

	return { what, enter, meant, read };
}

/** The values of a query parameter: one, or several in a list. */
export const queryValues: Kind<string[]> = {
	what: 'a text or a list of texts',
	isEmpty: isNothing,
	// For a model, each field of a tool has to be filled in.
	meant: (written) => (isEmpty(unmarked(written)) ? undefined : withoutMarks(written)),
	read(value) {
		const textOf = (entry: unknown) =>
			typeof entry === 'string' ? entry : anyWords.read(isMoment(entry) ? entry.toJSON() : entry);
		const texts = [value]
			.flat()
			.filter((entry) => !isNothing(entry))
			.map(textOf);
		return texts.every((entry) => entry !== undefined) ? texts : undefined;
	},
};

/** A registration cannot be removed, so names with the quotes or brackets that models add are refused. */
const eventName = textAs('an event name', undefined, (name) =>
	/^[^"'`{}[\]]+$/.test(name) ? name : undefined,
);

export const eventNames = listOf(
	eventName,
	'a list of event names',
	'them as on the platform, such as ContactCreate',
);

/** The present date and time, for a language model, which knows neither. */
export const nowIn = (zone: string) =>
	`Now it is ${momentText(Date.now(), zone)}, ${formatInZone(Date.now(), zone)} (${zone}).`;

const timeAs = <T>(
	zone: string,
	what: string,
	parse: (value: unknown, zone: string) => T,
): Kind<T> => ({
	what,
	now: () => nowIn(zone),
	maxLength: MAX_WORD,
	meant: bareWord,
	read: (value) => (typeof value === 'string' || isMoment(value) ? parse(value, zone) : undefined),
});

const DATE_AND_TIME = `a date and time, such as ${TIME_EXAMPLE}`;

/** Epoch milliseconds of a date and time. @param zone of a time without an offset */
export const instantIn = (zone: string) => timeAs(zone, DATE_AND_TIME, parseInstant);

/** The same as a text in UTC. */
export const utcIn = (zone: string) =>
	timeAs(zone, DATE_AND_TIME, (value) => formatUtc(parseInstant(value, zone)));

/** A day, as {@link parseDay} reads it. @param zone for the date of a time with an offset */
export const dayIn = (zone: string) => timeAs(zone, 'a date, such as 2026-11-25', parseDay);

/** A day as `YYYY-MM-DD`, of a field that has no time. @param zone of the day of an instant */
export const dateIn = (zone: string): Kind<string> =>
	timeAs(zone, 'a date, such as 2026-11-25', parseCalendarDay);

/** A date and time as a text in UTC. A day alone means its last minute. */
export const endOfDayIn = (zone: string): Kind<string> =>
	timeAs(zone, 'a date, or a date and time', (value) => {
		const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
		return formatUtc(parseInstant(isDate ? `${value.trim()} 23:59` : value, zone));
	});

/** A longer value would hide what the message says. */
const MAX_QUOTED = 80;

/** A value in words, for a message. */
export function described(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isMoment(value)) return 'a date';
	if (value === null) return 'null';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'number' && Number.isFinite(value) && !isExact(value))
		return 'a number of more than 15 digits, which was rounded';
	if (typeof value !== 'string') return String(value);
	return value.length > MAX_QUOTED ? `a text of ${value.length} characters` : `'${value.trim()}'`;
}
