import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listOf, onOrOff, text } from '../fields/valueKinds';
import { choiceOf, fieldOf, type Fields, OPTIONS, shownTo } from '../fields/parameters';
import { isRecord } from '../http/body';
import { shorten } from '../utils/shorten';

/** 'Simplify', an entry of 'Options'. */
export const simplifyField = fieldOf(onOrOff, {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint: 'Simplified: the ten fields used most, with ID and custom fields. Other fields and nested lists are left out.',
});

const OUTPUT = choiceOf({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	description: 'What the model gets',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: "The fields that you name in 'Fields'",
		},
		{ name: 'Simplified', value: 'simplified', description: 'The fields used most' },
	],
	...shownTo(true),
});

const FIELDS = fieldOf(listOf(text, 'a list of names'), {
	displayName: 'Fields',
	name: 'fields',
	type: 'string',
	default: '',
	placeholder: 'e.g. contactId, name',
	description: 'Names of the fields, separated by commas, as in the raw output',
	displayOptions: { show: { '@tool': [true], output: ['selected'] } },
});

/** Entries of 'Options': 'Simplify', or for a tool 'Output', as n8n's guidelines ask. */
export const outputFields: INodeProperties[] = [
	{ ...simplifyField, ...shownTo(false) },
	OUTPUT,
	FIELDS,
];

/** n8n's guideline for 'Simplify': at most ten fields, flattened. */
const MAX_FIELDS = 10;

/** What the fields of an item say of its output, and the functions that shape records by it. */
export interface Output {
	/** True where 'Simplify' is on, or 'Output' of a tool is Simplified. */
	isSimple: boolean;
	/** Cuts a record to the fields that a tool selects. A record without any of them stays whole. */
	selectFields: (record: IDataObject) => IDataObject;
}

/** Reads {@link Output}. @throws NodeOperationError for a tool that selects no 'Fields' */
export function outputOf({ isTool, read, required }: Fields): Output {
	let output = 'simplified';
	if (isTool) output = read(OUTPUT, OPTIONS) ?? 'simplified';
	else if (read(simplifyField, OPTIONS) === false) output = 'raw';
	const isSimple = output === 'simplified';
	// A message for the model always stays.
	const selected = output === 'selected' ? ['message', ...required(FIELDS, OPTIONS)] : [];

	function selectFields(record: IDataObject): IDataObject {
		const kept = Object.entries(record).filter(([name]) => selected.includes(name));
		return kept.length > 0 ? Object.fromEntries(kept) : record;
	}

	return { isSimple, selectFields };
}

/** What lies deeper is left out. */
const MAX_DEPTH = 3;

/** Enough for a summary: the raw data has the whole text. */
const MAX_TEXT = 1_000;

function shortenText(value: unknown): unknown {
	if (typeof value !== 'string' || value.length <= MAX_TEXT) return value;
	return `${shorten(value, MAX_TEXT)}…`;
}

/** From 2001 to 2286. */
const MIN_EPOCH_MS = 1e12;
const MAX_EPOCH_MS = 1e13;

/** A time in milliseconds, such as of a conversation's last message, as all other times are written. */
function timeAsText(name: string, value: unknown): unknown {
	const isTime = /(Date|At)$/.test(name) && typeof value === 'number';
	if (!isTime || value < MIN_EPOCH_MS || value >= MAX_EPOCH_MS) return value;
	return new Date(value).toISOString();
}

const isScalar = (value: unknown) =>
	value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** What the platform keeps for its own searches and pages. */
const isInternal = (name: string) =>
	name === '_id' || name === 'searchAfter' || name.endsWith('LowerCase');

/** The values of a record and of the objects in it, without nulls, empty texts and lists of objects. @param prefix of their names */
function flatten(record: IDataObject, prefix = '', depth = 1): IDataObject {
	const flat: IDataObject = {};
	for (const [key, value] of Object.entries(record)) {
		if (isInternal(key)) continue;
		const name = prefix === '' ? key : `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
		if (isRecord(value)) {
			if (depth < MAX_DEPTH) Object.assign(flat, flatten(value, name, depth + 1));
		} else if (Array.isArray(value)) {
			// A list stays one: joined, an entry with a comma could not be told from two.
			if (value.every(isScalar)) flat[name] = value.map(shortenText) as string[];
		} else if (isScalar(value) && value !== null && value !== '') {
			flat[name] = shortenText(timeAsText(name, value)) as string;
		}
	}
	return flat;
}

/** The fields of a flat record that a name stands for: of an object, those that were in it. */
function fieldsUnder(name: string, record: IDataObject, flat: IDataObject): IDataObject {
	if (flat[name] !== undefined) return { [name]: flat[name] };
	const inner = record[name];
	return isRecord(inner) ? flatten(inner, name, 2) : {};
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * Makes a record flat, `{ a: { b: 1 } }` becomes `{ aB: 1 }`, and keeps at most ten of its fields.
 *
 * @param first names of the record's fields that stand first, and are all kept
 */
export function simplify(record: IDataObject, ...first: string[]): IDataObject {
	const flat = flatten(record);
	const item: IDataObject = {};
	for (const name of first) Object.assign(item, fieldsUnder(name, record, flat));
	for (const [name, value] of Object.entries(flat)) {
		if (Object.keys(item).length >= MAX_FIELDS) break;
		// It would take the place of a field that says something.
		if (!isEmptyList(value)) item[name] = value;
	}
	return item;
}
