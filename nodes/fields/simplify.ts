import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isRecord } from '../http/body';
import { shortened } from '../utils/shortened';
import { isOn, type ParameterContext } from './parameters';

/** n8n's guideline for 'Simplify': at most ten fields, flattened. */
const MAX_FIELDS = 10;

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Whether 'Simplify' is on. */
export function isSimplified(context: ParameterContext, itemIndex: number): boolean {
	return isOn(context, simplifyField, itemIndex, true);
}

/** The records as 'Simplify' wants them. @param first see {@link simplify} */
export function simplified<Result extends IDataObject | IDataObject[]>(
	context: ParameterContext,
	itemIndex: number,
	result: Result,
	...first: string[]
): Result {
	if (!isSimplified(context, itemIndex)) return result;
	const one = (record: IDataObject) => simplify(record, ...first);
	return (Array.isArray(result) ? result.map(one) : one(result)) as Result;
}

/** The first ten of the named fields that the item has. */
export function picked(item: IDataObject, names: readonly string[]): IDataObject {
	const kept = names.filter((name) => item[name] !== undefined).slice(0, MAX_FIELDS);
	return Object.fromEntries(kept.map((name) => [name, item[name]]));
}

/**
 * The output of an operation as 'Simplify' wants it: the first ten of the named fields that it has, or all
 * of its fields together with the platform's own record.
 */
export function pickedOrAll(
	simplify: boolean,
	item: IDataObject,
	names: readonly string[],
	appointment?: IDataObject,
): IDataObject {
	if (simplify) return picked(item, names);
	return appointment === undefined ? item : { ...item, appointment };
}

const MAX_DEPTH = 3;

/** Of a text: enough for a summary. The whole stands in the raw data. */
const MAX_TEXT = 1_000;

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > MAX_TEXT;

function isScalar(value: unknown): boolean {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function flattened(record: IDataObject, prefix = '', depth = 1): IDataObject {
	const flat: IDataObject = {};
	for (const [key, value] of Object.entries(record)) {
		const name = prefix === '' ? key : `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
		const shown = Array.isArray(value) && value.every(isScalar) ? value.join(', ') : value;
		if (isRecord(shown) && depth < MAX_DEPTH) Object.assign(flat, flattened(shown, name, depth + 1));
		if (isScalar(shown) && shown !== null && shown !== '') flat[name] = isLong(shown) ? `${shortened(shown, MAX_TEXT)}…` : shown;
	}
	return flat;
}

/**
 * A short, flat form of a record whose fields are not known in advance: `{ a: { b: 1 } }` becomes
 * `{ aB: 1 }`, lists of records are left out, and long texts are cut.
 *
 * @param first names of the fields that come first, where the record has them
 */
export function simplify(record: IDataObject, ...first: string[]): IDataObject {
	const flat = flattened(record);
	return picked(flat, [...new Set([...first, ...Object.keys(flat)])]);
}
