import { createHash } from 'node:crypto';
import fc from 'fast-check';

import { openapi } from '../openapi';

/** The keywords of JSON Schema that openapi.yaml uses for answers and events. */
export interface Schema {
	$ref?: string;
	type?: string;
	format?: string;
	const?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | false;
	propertyNames?: Schema;
	items?: Schema;
	minItems?: number;
}

type Fields = Record<string, unknown>;

/** Names that answers of the sandbox use themselves, or that mean something to a client. */
const TAKEN = /^(_?id|url|name|data|items|errors?|meta|page|next|type)$/i;

const extraName = fc
	.stringMatching(/^[a-z]{3,7}[A-Z][a-z]{2,5}$/)
	.filter((name) => !TAKEN.test(name));

/** Fields that no schema lists. */
export const extraFields: fc.Arbitrary<Fields> = fc.dictionary(
	extraName,
	fc.jsonValue({ maxDepth: 2 }),
	{ minKeys: 1, maxKeys: 4 },
) as fc.Arbitrary<Fields>;

/** Draws the same for the same text: a record looks the same each time it is read. */
function draw<T>(arbitrary: fc.Arbitrary<T>, from: string): T {
	const seed = createHash('sha256').update(from).digest().readInt32BE();
	return fc.sample(arbitrary, { seed, numRuns: 1 })[0];
}

/** The record with further fields. */
export function withExtraFields(record: object): object {
	return { ...draw(extraFields, JSON.stringify(record)), ...record };
}

/** The record as its schema also allows it: without some optional fields, with further ones. */
export function varied(record: object, schemaName: string): object {
	const { required = [] } = resolve({ $ref: `#/components/schemas/${schemaName}` });
	const kept = draw(
		fc.record(mapped(record, () => fc.boolean())),
		JSON.stringify(record),
	) as Record<string, boolean>;
	return withExtraFields(
		Object.fromEntries(
			Object.entries(record).filter(([name]) => required.includes(name) || kept[name]),
		),
	);
}

/** Only the fields that the contract names. */
export function namedFields(record: object, schemaName: string): object {
	const { properties = {} } = resolve({ $ref: `#/components/schemas/${schemaName}` });
	return Object.fromEntries(Object.entries(record).filter(([name]) => name in properties));
}

function resolve(schema: Schema): Schema {
	const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
	if (name === undefined) return schema;
	return (openapi.components?.schemas as Record<string, Schema>)[name];
}

function mapped<In, Out>(record: object, change: (value: In) => Out): Record<string, Out> {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, change(value as In)]),
	);
}

/** Any answer that a schema of openapi.yaml allows, further fields included. */
export function arbitraryOf(given: Schema): fc.Arbitrary<unknown> {
	const schema = resolve(given);
	if (schema.const !== undefined) return fc.constant(schema.const);
	switch (schema.type) {
		case 'object':
			return objects(schema);
		case 'array':
			return fc.array(arbitraryOf(schema.items ?? {}), {
				minLength: schema.minItems,
				maxLength: 5,
			});
		case 'integer':
			return fc.nat();
		case 'string':
			return strings(schema.format);
		default:
			return fc.jsonValue({ maxDepth: 2 });
	}
}

function objects({
	properties = {},
	required = [],
	additionalProperties,
	propertyNames,
}: Schema): fc.Arbitrary<unknown> {
	const known = fc.record(mapped(properties, arbitraryOf), {
		requiredKeys: required.filter((name) => name in properties),
	});
	if (additionalProperties === false) return known;
	const further =
		additionalProperties === undefined
			? fc.oneof(fc.constant({}), extraFields)
			: fc.dictionary(
					arbitraryOf({ type: 'string', ...propertyNames }) as fc.Arbitrary<string>,
					arbitraryOf(additionalProperties),
					{ maxKeys: 5 },
				);
	return fc.tuple(further, known).map(([more, record]) => ({ ...(more as Fields), ...record }));
}

/** Times from 2000 to 2100. */
const dates = fc.date({
	min: new Date('2000-01-01T00:00:00Z'),
	max: new Date('2100-01-01T00:00:00Z'),
	noInvalidDate: true,
});

function strings(format?: string): fc.Arbitrary<string> {
	switch (format) {
		case 'date':
			return dates.map((date) => date.toISOString().slice(0, 10));
		case 'utc-date-time':
			return dates.map((date) => date.toISOString().replace('Z', '+00:00'));
		case 'uri':
			return fc.webUrl();
		default:
			return fc.string({ unit: 'grapheme' });
	}
}
