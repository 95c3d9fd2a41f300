import { jsonParse, type IDataObject } from 'n8n-workflow';

import { startTextOf } from '../booking/slots';
import { isRecord } from '../http/body';
import {
	formatInZone,
	formatUtc,
	isMoment,
	parseDay,
	parseInstant,
	TIME_EXAMPLE,
} from '../time/times';

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
	/** Returns undefined for a value of another kind. @throws TimeFormatError, whose message says what is wrong with a time */
	read: (value: unknown) => T | undefined;
}

/** White space at both ends, with the zero-width characters of copied texts. The look back keeps long runs within a text cheap. */
const EDGES =
	/^[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]+|(?<![\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069])[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]+$/g;
const trimmed = (value: string) => value.replace(EDGES, '');

/** What language models write around a value; the value is each time the first group. */
const MARKS = [
	/^```\w*\s*\n([^]*?)\s*```$/,
	// A link to what its text says.
	/^\[([^\]]+)\]\([^\s)]*\1\)$/,
	/^(?:__|[*`"'“‘«<]+)([^*`"'“”‘’«»<>]+)(?:__|[*`"'”’»>]+)$/,
];
/** The same around what has no punctuation of its own. */
const PUNCTUATION = [
	/^([^]*[^.,;:!?\s]|)[.,;:!?\s]+$/,
	/^[([]([^()[\]]*)[)\]]$/,
	/^(?:[\w ]*id\s*[:=]\s*)+([^]*)$/i,
];

/** `Null` is somebody's name, and `NA` too. */
const NOTHING = /^(null|NULL|undefined|none|None|NONE|nil|[nN]\/[aA]|\[\]|\{\}|["'`“”‘’]+)$/;

function stripped(written: unknown, marks: RegExp[]): unknown {
	if (typeof written !== 'string') return written;
	const bare = marks.reduce((words, around) => words.replace(around, '$1'), trimmed(written));
	return bare === written ? bare : stripped(bare, marks);
}

/** A value without `**x**`, `` `x` ``, `<x>`, `[x](mailto:x)` and quotes. */
const withoutMarks = (written: unknown) => stripped(written, MARKS);

const unlessNothing = (meant: unknown) =>
	typeof meant === 'string' && NOTHING.test(meant) ? '' : meant;

/** A text without marks; empty for the words with which language models say that there is none. */
export const unmarked = (written: unknown) => unlessNothing(withoutMarks(written));

/** The same for what has no punctuation of its own, such as an ID, a number or a time: `(x)`, `x.` and `ID: x` are x. */
const bare = (written: unknown) => unlessNothing(stripped(written, [...MARKS, ...PUNCTUATION]));

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
): Kind<T> {
	const readText = (value: unknown) => {
		const words = text.read(value);
		return words === undefined ? undefined : read(words);
	};
	return { what, enter, meant: bare, read: readText };
}

/** An ID. Lists show it behind a name: `Onboarding call (cal-1)`. */
export const id: Kind<string> = {
	...text,
	meant: (written) => {
		const words = bare(written);
		return typeof words === 'string'
			? words.replace(/^.*\s\((?=[^()\s]*\d)([^()\s]+)\)$/, '$1')
			: words;
	},
};

export const webAddress = textAs(
	'a web address',
	'the whole address, beginning with https://',
	// A URL drops line breaks, and would join what stands before and after one.
	(address) =>
		/^https?:\/\/[^\s/][^\r\n\t]*$/i.test(address) && URL.canParse(address) ? address : undefined,
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

/** A number between bounds, both included. @param bounds in words */
export function numberWithin(
	bounds: string,
	min: number,
	max: number,
	isWhole = false,
): Kind<number> {
	const read = (value: unknown) => {
		const number = typeof value === 'string' ? Number(value) : value;
		return isExact(number) &&
			number >= min &&
			number <= max &&
			(!isWhole || Number.isInteger(number))
			? number
			: undefined;
	};
	return { what: bounds, meant: bare, read };
}

/** A number from 0. @param unit what is counted */
export const zeroOrMore = (unit: string) => numberWithin(`0 or more ${unit}`, 0, Infinity);

export const wholeNumber = (min: number, max = Infinity) =>
	numberWithin(`a whole number from ${min}${max === Infinity ? '' : ` to ${max}`}`, min, max, true);

/** A switch. Texts, 0 and 1 count as they do where n8n itself converts. */
export const onOrOff: Kind<boolean> = {
	what: 'true or false',
	meant: bare,
	read(value) {
		const word = typeof value === 'object' ? '' : trimmed(String(value)).toLowerCase();
		return /^(true|yes|on|1)$/.test(word) || (/^(false|no|off|0)$/.test(word) ? false : undefined);
	},
};

/** The values of a collection by the names of its fields. */
export const group: Kind<IDataObject> = {
	what: 'a group of fields',
	read: (value) => (isRecord(value) && !isMoment(value) ? value : undefined),
};

/** A list without its empty entries. A text is read as JSON, as models write lists, or as entries between commas or line breaks. */
export function listOf<T>(
	{ read, isEmpty: isNone = isEmpty, meant: entryMeant = unmarked }: Kind<T>,
	what: string,
	enter?: string,
): Kind<T[]> {
	const entriesOf = (value: unknown): unknown[] => {
		if (typeof value !== 'string') return Array.isArray(value) ? value.flatMap(entriesOf) : [value];
		if (!value.trim().startsWith('[')) return value.split(/[,\n]/);
		// Python's lists have single quotes.
		const inJson = value.replaceAll("'", '"');
		return entriesOf(
			jsonParse(value, { fallbackValue: null }) ?? jsonParse(inJson, { fallbackValue: {} }),
		);
	};
	const meant = (written: unknown) => {
		const entries = entriesOf(withoutMarks(written))
			.map((entry) => (typeof entry === 'string' ? entry.replace(/^\s*[-*•]\s+/, '') : entry))
			.map(entryMeant);
		return entries.every(isNone) ? '' : entries;
	};
	const readList = (value: unknown) => {
		const entries = entriesOf(value)
			.filter((entry) => !isNone(entry))
			.map(read);
		return entries.every((entry) => entry !== undefined) ? entries : undefined;
	};
	return { what, enter, meant, read: readList };
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
	`Now it is ${startTextOf(Date.now(), zone)}, ${formatInZone(Date.now(), zone)} (${zone}).`;

const timeAs = <T>(
	zone: string,
	what: string,
	parse: (value: unknown, zone: string) => T,
): Kind<T> => ({
	what,
	now: () => nowIn(zone),
	meant: bare,
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

/** The same as `YYYY-MM-DD`. */
export const dateIn = (zone: string): Kind<string> => {
	const day = dayIn(zone);
	return { ...day, read: (value) => day.read(value)?.date };
};

/** A longer value would hide what the message says. */
const MAX_QUOTED = 80;

/** A value in words, for a message. */
export function described(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isMoment(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'number' && Number.isFinite(value) && !isExact(value))
		return 'a number of more than 15 digits, which was rounded';
	if (typeof value !== 'string') return String(value);
	return value.length > MAX_QUOTED ? `a text of ${value.length} characters` : `'${value.trim()}'`;
}
