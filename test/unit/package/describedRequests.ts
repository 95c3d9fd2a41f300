import type { Operation } from 'openapi-backend';

import { DESCRIPTIONS } from '../../../sandbox/http/contract';

/* The requests of sandbox/highLevel.yaml, which has each field, each filter and each value that HighLevel's OpenAPI names. */

export interface Schema {
	$ref?: string;
	enum?: unknown[];
	items?: Schema;
	properties?: Record<string, Schema>;
}

interface Parameter {
	$ref?: string;
	in?: string;
	name?: string;
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

/** The JSON body of an operation of the description, or where its description is. */
export function bodyOf({ requestBody }: Operation): Schema {
	const content = requestBody && 'content' in requestBody ? requestBody.content : {};
	return (content['application/json']?.schema ?? {}) as Schema;
}

/** What an operation of the description takes in its query and in its JSON body, by name. */
export function schemasIn(operation: Operation): Record<string, Schema> {
	const { parameters = [] } = operation;
	const schemas: Record<string, Schema> = {};
	for (const parameter of (parameters as Parameter[]).map(resolve)) {
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
