import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

interface Schema {
	type: string | string[];
	properties: Record<string, { type: string | string[] }>;
}

const ROOT = path.resolve(__dirname, '../..');

/** @param node `platform` @param operation `task.create` */
export function schemaFile(node: string, operation: string): string {
	const folder = node.charAt(0).toUpperCase() + node.slice(1);
	return `nodes/${folder}/__schema__/v1.0.0/${operation.replace('.', '/')}.json`;
}

const readSchema = (file: string): Schema =>
	JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Schema;

/** As JSON Schema names the type of a value. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

const isInteger = (type: string | string[], value: unknown): boolean =>
	[type].flat().includes('integer') && Number.isInteger(value);

/** What an output schema does not say of items, each with the line to add; empty where it says all. */
export function missingInSchema(file: string, items: IDataObject[]): string[] {
	const { properties } = readSchema(file);
	const advice = new Set<string>();
	for (const item of items) {
		for (const [name, value] of Object.entries(item)) {
			if (value === undefined) continue;
			const type = typeOf(value);
			const known = properties[name];
			if (!known) advice.add(`Add "${name}": { "type": "${type}" } to ${file}`);
			else if (![known.type].flat().includes(type) && !isInteger(known.type, value))
				advice.add(`Correct the type of "${name}" in ${file}: it is ${type}`);
		}
	}
	return [...advice];
}
