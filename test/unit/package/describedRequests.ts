import type { Operation } from 'openapi-backend';

import { DESCRIPTIONS } from '../../../sandbox/http/contract';

/* The requests of sandbox/highLevel.yaml, which has each field, each filter and each value that HighLevel's OpenAPI names: officialRequests.test.ts compares both. */

export interface Schema {
	$ref?: string;
	const?: unknown;
	type?: string | string[];
	required?: string[];
	enum?: unknown[];
	items?: Schema;
	properties?: Record<string, Schema>;
}

interface Parameter {
	$ref?: string;
	in?: string;
	name?: string;
	required?: boolean;
	schema?: Schema;
}

const { paths, components } = DESCRIPTIONS.highLevel as unknown as {
	paths: Record<string, Record<string, Operation>>;
	components: unknown;
};

/** What a reference in the description points to. */
function resolve<T extends { $ref?: string }>(value: T): T {
	if (!value.$ref) return value;
	let found: unknown = { components };
	for (const name of value.$ref.split('/').slice(1))
		found = (found as Record<string, unknown>)[name];
	return resolve(found as T);
}

/** The body of an operation of the description, or where its description is. */
export function bodyOf({ requestBody }: Operation): Schema {
	const content = requestBody && 'content' in requestBody ? requestBody.content : {};
	const body = content['application/json'] ?? content['application/x-www-form-urlencoded'];
	return (body?.schema ?? {}) as Schema;
}

function parametersOf({ parameters = [] }: Operation): Parameter[] {
	return (parameters as Parameter[]).map(resolve);
}

/** The value of the `Version` header; undefined where there is none. */
export function versionOf(operation: Operation): unknown {
	const header = parametersOf(operation).find(({ name }) => name === 'Version');
	return header && resolve(header.schema ?? {}).const;
}

/** The names in the query and in the body that an operation of the description requires. */
export function requiredIn(operation: Operation): string[] {
	const inQuery = parametersOf(operation).filter((one) => one.in === 'query' && one.required);
	const { required = [] } = resolve(bodyOf(operation));
	return [...inQuery.map(({ name }) => name ?? ''), ...required];
}

/** The values that a field can have, or each entry of its list; undefined where any can. */
export function valuesIn({ enum: values, items }: Schema): unknown[] | undefined {
	return values ?? (items && resolve(items).enum);
}

/** What an operation of the description takes in its query and in its body, by name. */
export function schemasIn(operation: Operation): Record<string, Schema> {
	const schemas: Record<string, Schema> = {};
	for (const parameter of parametersOf(operation)) {
		if (parameter.in === 'query') schemas[parameter.name ?? ''] = resolve(parameter.schema ?? {});
	}
	const { properties = {} } = resolve(bodyOf(operation));
	for (const [name, schema] of Object.entries(properties)) schemas[name] = resolve(schema);
	return schemas;
}

export const shapeOf = (method: string, path: string) =>
	`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;

/** The operations of the description by method and path. */
export const DESCRIBED = new Map(
	Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, operation]) => [shapeOf(method, path), operation] as const,
		),
	),
);
