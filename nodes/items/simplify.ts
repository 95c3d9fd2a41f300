import type { IDataObject } from 'n8n-workflow';

/** n8n's guideline for 'Simplify': at most ten fields, flattened. */
const MAX_FIELDS = 10;
const MAX_DEPTH = 3;

function joinedName(prefix: string, key: string): string {
	if (prefix === '') return key;
	return `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

function isScalar(value: unknown): boolean {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function flatten(record: IDataObject, prefix: string, depth: number, into: IDataObject): void {
	for (const [key, value] of Object.entries(record)) {
		const name = joinedName(prefix, key);
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
