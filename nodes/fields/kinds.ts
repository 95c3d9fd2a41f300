import { jsonParse, type IDataObject } from 'n8n-workflow';

import { isRecord } from '../http/body';
import { isMoment, parseDate, parseInstant } from '../time/times';

/*
 * n8n converts no types, whatever the parameter's own type: an expression or a language model can give anything
 * for anything. What a field accepts is its kind: a value is read rightly, or refused by name.
 */

/** What a field accepts, and how it is read. */
export interface Kind<T> {
	/** What a value must be: `a whole number from 1`. */
	what: string;
	/** What to enter, after "Enter", where more is to be said than `what` does. */
	enter?: string | ((given: unknown) => string);
	/** Whether nothing was meant; by default for no value, a blank text, and a model's words for nothing. */
	isEmpty?: (value: unknown) => boolean;
	/** Undefined for a value that is none. @throws TimeFormatError, whose message says what is wrong with a time */
	read: (value: unknown) => T | undefined;
}

/** A model must fill in each field of a tool, and writes these for an empty value. */
const WORDS_FOR_NOTHING = ['null', 'undefined'];

const isNothing = (value: unknown) => value === undefined || value === null;

/** Without white space and characters of no width at both ends, which come along when a text is copied. */
const trimmed = (given: string) => given.replace(/^[\s\u200B-\u200D\u2060]+|[\s\u200B-\u200D\u2060]+$/g, '');

const isBlank = (value: unknown) => isNothing(value) || (typeof value === 'string' && trimmed(value) === '');

/** Whether nothing was meant, in a field in which the words `null` and `undefined` can be nothing else. */
export function isEmpty(value: unknown): boolean {
	return isBlank(value) || (typeof value === 'string' && WORDS_FOR_NOTHING.includes(trimmed(value)));
}

/** Beyond 2^53 JavaScript has rounded. */
const isExact = (value: unknown): value is number =>
	typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** A text without surrounding white space; of a number, which an expression may give, the digits. */
export const text: Kind<string> = {
	what: 'a text',
	read(value) {
		// What an expression within a text makes of an object.
		if (typeof value === 'string') return value.includes('[object Object]') ? undefined : trimmed(value);
		return isExact(value) ? String(value) : undefined;
	},
};

/** A text that can be just the word `null` or `true`, such as words to search for. */
export const anyWords: Kind<string> = {
	...text,
	isEmpty: isBlank,
	read: (value) => (/^(boolean|string)$/.test(typeof value) ? trimmed(String(value)) : text.read(value)),
};

/** A text with each of its characters. */
export const wholeText: Kind<string> = {
	what: 'a text',
	isEmpty: isNothing,
	read: (value) => (typeof value === 'string' ? value : undefined),
};

/** A text of a certain form. @param read the value of a text that has it */
export function textAs<T>(what: string, enter: Kind<T>['enter'], read: (given: string) => T | undefined): Kind<T> {
	return {
		what,
		enter,
		read(value) {
			const given = text.read(value);
			return given === undefined ? undefined : read(given);
		},
	};
}

export const webAddress = textAs('a web address', 'the whole address, beginning with https://', (given) =>
	/^https?:\/\/[^\s/]/i.test(given) && URL.canParse(given) ? given : undefined,
);

/** One of some values, whatever the case of its letters. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Kind<Value> {
	const what = `one of ${values.join(', ')}`;
	return textAs(what, undefined, (given) => values.find((value) => value.toLowerCase() === given.toLowerCase()));
}

/** A number between bounds, both included. @param bounds in words */
export function numberWithin(bounds: string, min: number, max: number, isWhole = false): Kind<number> {
	return {
		what: bounds,
		read(value) {
			const given = typeof value === 'string' ? Number(value) : value;
			const fits = isExact(given) && given >= min && given <= max && (!isWhole || Number.isInteger(given));
			return fits ? given : undefined;
		},
	};
}

/** A number from 0. @param unit what is counted */
export const zeroOrMore = (unit: string) => numberWithin(`0 or more ${unit}`, 0, Infinity);

export const wholeNumber = (min: number, max = Infinity) =>
	numberWithin(`a whole number from ${min}${max === Infinity ? '' : ` to ${max}`}`, min, max, true);

/** A switch. Text, 0 and 1 count as they do where n8n converts by itself. */
export const onOrOff: Kind<boolean> = {
	what: 'true or false',
	read(value) {
		if (typeof value === 'object') return undefined;
		const given = String(value).trim().toLowerCase();
		if (given === 'true' || given === '1') return true;
		return given === 'false' || given === '0' ? false : undefined;
	},
};

/** The fields of a collection by their names. */
export const group: Kind<IDataObject> = {
	what: 'a group of fields',
	read: (value) => (isRecord(value) && !isMoment(value) ? value : undefined),
};

/**
 * A list, without its empty entries; one value is a list of it. A text, also one in a list, can be a list in JSON,
 * as models write it, or have commas or line breaks between the entries.
 */
export function listOf<T>({ read, isEmpty: isNone = isEmpty }: Kind<T>, what: string, enter?: string): Kind<T[]> {
	const entriesOf = (value: unknown): unknown[] => {
		if (typeof value !== 'string') return Array.isArray(value) ? value.flatMap(entriesOf) : [value];
		return value.trim().startsWith('[') ? entriesOf(jsonParse(value, { fallbackValue: {} })) : value.split(/[,\n]/);
	};
	return {
		what,
		enter,
		read(value) {
			const entries = entriesOf(value).filter((entry) => !isNone(entry)).map(read);
			return entries.every((entry) => entry !== undefined) ? entries : undefined;
		},
	};
}

/** What stands after a name in an address; several for a list. */
export const queryValues: Kind<string[]> = {
	what: 'a text or a list of texts',
	isEmpty: isNothing,
	read(value) {
		const ofOne = (one: unknown) => (typeof one === 'string' ? one : anyWords.read(isMoment(one) ? one.toJSON() : one));
		const texts = [value].flat().filter((one) => !isNothing(one)).map(ofOne);
		return texts.every((one) => one !== undefined) ? texts : undefined;
	},
};

/** What is registered cannot be removed, and what a model has quoted or wrapped would never come. */
const eventName = textAs('an event name', undefined, (given) => (/^[^"'`{}[\]]+$/.test(given) ? given : undefined));

export const eventNames = listOf(eventName, 'a list of event names', 'them as on the platform, such as ContactCreate');

const isTime = (value: unknown) => typeof value === 'string' || isMoment(value);

/** Epoch milliseconds of a date and time. @param zone of one without an offset */
export const instantIn = (zone: string): Kind<number> => ({
	what: 'a date and time, such as 2026-11-25 10:00',
	read: (value) => (isTime(value) ? parseInstant(value, zone) : undefined),
});

/** `YYYY-MM-DD` */
export const dateIn = (zone: string): Kind<string> => ({
	what: 'a date, such as 2026-11-25',
	read: (value) => (isTime(value) ? parseDate(value, zone) : undefined),
});

/** Longer ones would hide what a message says. */
const MAX_QUOTED = 80;

/** What a field was given, in words. */
export function described(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isMoment(value)) return 'a date';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'number' && Number.isFinite(value) && !isExact(value)) return 'a number of more than 15 digits, which was rounded';
	if (typeof value !== 'string') return String(value);
	return value.length > MAX_QUOTED ? `a text of ${value.length} characters` : `'${value.trim()}'`;
}
