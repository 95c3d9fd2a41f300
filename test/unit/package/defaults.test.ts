import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { nodes } from './packageClasses';

const platform = nodes.find(({ className }) => className === 'Platform')!;

/** The fields that some operation puts out, by the schemas that the editor shows before a run. */
function fieldsOfOutputs(): Set<string> {
	const folder = path.join(platform.folder, '__schema__', 'v1.0.0');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const names = new Set<string>();
	for (const file of files.filter((each) => each.endsWith('.json'))) {
		const schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
			properties: object;
		};
		for (const name of Object.keys(schema.properties)) names.add(name);
	}
	return names;
}

interface FieldWithExpression {
	field: INodeProperties;
	/** What stands behind `$json.` in its default. */
	read: string;
}

/** Each field whose default reads the item before, also in collections. */
function fieldsThatReadTheItem(): FieldWithExpression[] {
	const found: FieldWithExpression[] = [];
	JSON.stringify(platform.instance.description.properties, (_key, field: INodeProperties) => {
		const written = JSON.stringify(field?.displayName ? (field.default ?? '') : '');
		const read = /\$json\.([\w.]+)/.exec(written)?.[1];
		if (read !== undefined) found.push({ field, read });
		return field;
	});
	return found;
}

it('each default that reads the item before finds what an operation has put out under the name of the field', () => {
	const outputs = fieldsOfOutputs();
	const found = fieldsThatReadTheItem();
	const wrong = new Set<string>();
	for (const { field, read } of found) {
		const isOwnName = read === field.name || !outputs.has(field.name);
		if (outputs.has(read) && isOwnName) continue;
		wrong.add(
			`Correct the default of '${field.displayName}' (${field.name}): no operation puts '${read}' out for it`,
		);
	}
	expect(found.length).toBeGreaterThan(5);
	expect([...wrong]).toEqual([]);
});

/** What is off until somebody wants it, for its risk. */
const OFF_WHEN_ADDED = ['allowSeveral'];

it('each switch of a collection is on when it is added: off, it would change nothing', () => {
	const wrong = new Set<string>();
	let compared = 0;
	JSON.stringify(platform.instance.description.properties, (_key, field: INodeProperties) => {
		if (field?.type !== 'collection') return field;
		for (const entry of field.options as INodeProperties[]) {
			if (entry.type !== 'boolean') continue;
			compared += 1;
			if (entry.default !== !OFF_WHEN_ADDED.includes(entry.name))
				wrong.add(
					`Turn the default of '${entry.displayName}' in '${field.displayName}' the other way`,
				);
		}
		return field;
	});
	expect(compared).toBeGreaterThan(10);
	expect([...wrong]).toEqual([]);
});
