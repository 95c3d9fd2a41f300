import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ParameterContext } from './parameters';
import { isOn } from './parameters';

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
	return isOn(context, 'simplify', itemIndex, true);
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
	context: ParameterContext,
	itemIndex: number,
	item: IDataObject,
	names: readonly string[],
	appointment?: IDataObject,
): IDataObject {
	if (isSimplified(context, itemIndex)) return picked(item, names);
	return appointment === undefined ? item : { ...item, appointment };
}

const MAX_DEPTH = 3;

function isScalar(value: unknown): boolean {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function flatten(record: IDataObject, prefix: string, depth: number, into: IDataObject): void {
	for (const [key, value] of Object.entries(record)) {
		const name = prefix === '' ? key : `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
		if (isScalar(value)) {
			if (value !== null && value !== '') into[name] = value;
		} else if (Array.isArray(value)) {
			if (value.length > 0 && value.every(isScalar)) into[name] = value.join(', ');
		} else if (value !== undefined && depth < MAX_DEPTH) {
			flatten(value as IDataObject, name, depth + 1, into);
		}
	}
}

/**
 * A short, flat form of a record whose fields are not known in advance: `{ a: { b: 1 } }` becomes
 * `{ aB: 1 }`, lists of records are left out.
 *
 * @param first names of the fields that come first, where the record has them
 */
export function simplify(record: IDataObject, ...first: string[]): IDataObject {
	const flat: IDataObject = {};
	flatten(record, '', 1, flat);
	const names = [
		...first.filter((name) => name in flat),
		...Object.keys(flat).filter((name) => !first.includes(name)),
	];
	return Object.fromEntries(names.slice(0, MAX_FIELDS).map((name) => [name, flat[name]]));
}
