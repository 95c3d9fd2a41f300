import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listOf, onOrOff, text } from '../fields/kinds';
import { choiceOf, fieldOf, type Fields, OPTIONS, shownTo } from '../fields/parameters';
import { isRecord } from '../http/body';
import { shortened } from '../utils/shortened';

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

/** The first ten of the named fields that the item has. */
export function picked(item: IDataObject, names: readonly string[]): IDataObject {
	const kept = names.filter((name) => item[name] !== undefined).slice(0, MAX_FIELDS);
	return Object.fromEntries(kept.map((name) => [name, item[name]]));
}

/** What the fields of an item say of its output. */
export interface Output {
	/** True where 'Simplify' is on, or 'Output' of a tool is Simplified. */
	isSimple: boolean;
	/** The first ten of the named fields where it is simple; else all fields, with the platform's own record. */
	shown: (item: IDataObject, names: readonly string[], appointment?: IDataObject) => IDataObject;
	/** Cuts a record to the fields that a tool selects; one without any of them stays whole. */
	select: (record: IDataObject) => IDataObject;
}

/** Reads {@link Output}. @throws NodeOperationError for a tool that selects no 'Fields' */
export function outputOf({ isTool, read, required }: Fields): Output {
	const ofPerson = () => ((read(simplifyField, OPTIONS) ?? true) ? 'simplified' : 'raw');
	const output = isTool ? (read(OUTPUT, OPTIONS) ?? 'simplified') : ofPerson();
	const names = output === 'selected' ? ['message', ...required(FIELDS, OPTIONS)] : [];
	const isSimple = output === 'simplified';
	return {
		isSimple,
		shown(item, names, appointment) {
			if (isSimple) return picked(item, names);
			return appointment === undefined ? item : { ...item, appointment };
		},
		select(record) {
			const kept = Object.entries(record).filter(([name]) => names.includes(name));
			return kept.length > 0 ? Object.fromEntries(kept) : record;
		},
	};
}

const MAX_DEPTH = 3;

/** Enough for a summary: the raw data has the whole text. */
const MAX_TEXT = 1_000;

const cut = (value: unknown) =>
	typeof value === 'string' && value.length > MAX_TEXT ? `${shortened(value, MAX_TEXT)}…` : value;

const isScalar = (value: unknown) =>
	value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** What the platform keeps for its own searches and pages. */
const isInternal = (name: string) =>
	name === '_id' || name === 'searchAfter' || name.endsWith('LowerCase');

function flattened(record: IDataObject, prefix = '', depth = 1): IDataObject {
	const flat: IDataObject = {};
	for (const [key, value] of Object.entries(record)) {
		if (isInternal(key)) continue;
		const name = prefix === '' ? key : `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
		if (isRecord(value)) {
			if (depth < MAX_DEPTH) Object.assign(flat, flattened(value, name, depth + 1));
		} else if (Array.isArray(value)) {
			// A list stays one: joined, an entry with a comma could not be told from two.
			if (value.every(isScalar)) flat[name] = value.map(cut) as string[];
		} else if (isScalar(value) && value !== null && value !== '') {
			flat[name] = cut(value) as string;
		}
	}
	return flat;
}

/** Makes a record flat and short: `{ a: { b: 1 } }` becomes `{ aB: 1 }`, without lists of records. @param first names of fields, which are all kept */
export function simplify(record: IDataObject, ...first: string[]): IDataObject {
	const flat = flattened(record);
	const item: IDataObject = {};
	for (const name of first) if (flat[name] !== undefined) item[name] = flat[name];
	for (const [name, value] of Object.entries(flat)) {
		if (Object.keys(item).length >= MAX_FIELDS) break;
		item[name] = value;
	}
	return item;
}
