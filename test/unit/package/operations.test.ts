import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Resources } from '../../../nodes/items/operation';
import {
	isTrigger,
	nodes,
	type Pair,
	pairsOf,
	ROOT,
	shownParameters,
	sourceFiles,
} from './packageClasses';
import { buildWorkflow } from '../../support/engine';
import { HIGH_LEVEL_RUNS, IN_SCENARIOS, RUNS } from '../../support/operationRuns';

const REFERENCE = readFileSync(path.join(ROOT, 'docs', 'reference.md'), 'utf8');

const actionNodes = nodes.filter((node) => !isTrigger(node));

/** Each action node keeps its table of resources here; a node without one has no handlers. */
function handlersOf(folder: string): Resources<unknown> {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest's describe blocks cannot wait for an import()
	return (require(path.join(folder, 'resources')) as { resources: Resources<unknown> }).resources;
}

const namesOf = (table: Resources<unknown>) =>
	Object.entries(table)
		.flatMap(([resource, { operations }]) =>
			Object.keys(operations).map((operation) => `${resource}.${operation}`),
		)
		.sort();

/** A row and an operation have a name, too, but no operations. */
const isResource = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'name' in value && 'operations' in value;

/** Says what to do with a run that test/support/operationRuns.ts has without an operation. */
function noOperation(name: string, list: string, folder: string): string {
	const table = path.relative(ROOT, require.resolve(path.join(folder, 'resources')));
	return `'${name}' of ${list} in test/support/operationRuns.ts is no operation: name its resource in ${table}, or remove the run`;
}

describe.each(actionNodes)('$className', (node) => {
	let pairs: Pair[];
	let names: string[];
	beforeEach(() => {
		pairs = pairsOf(node);
		names = pairs.map(({ resource, operation }) => `${resource.value}.${operation.value}`);
	});

	it('has a handler for each operation in the interface, and no other', () => {
		expect(names.length).toBeGreaterThan(0);
		expect(namesOf(handlersOf(node.folder))).toEqual([...names].sort());
	});

	it("has a run of each operation in n8n's engine and in a real n8n", () => {
		const { [node.instance.description.name]: runs } = RUNS;
		const known = [...Object.keys(runs), ...IN_SCENARIOS];
		const missing = names.filter((name) => !known.includes(name));
		const left = Object.keys(runs).filter((name) => !names.includes(name));
		expect([
			...missing.map(
				(name) =>
					`Add '${name}' to RUNS of test/support/operationRuns.ts, or to HIGH_LEVEL_RUNS where HighLevel alone has it`,
			),
			...left.map((name) => noOperation(name, 'RUNS', node.folder)),
		]).toEqual([]);
	});

	it('offers each operation as an action of its own, and tells language models what it is for', () => {
		const advice: string[] = [];
		const actions = new Map<string, string>();
		const hints = new Map<string, string>();
		for (const [index, { operation }] of pairs.entries()) {
			const name = names[index];
			const { action = '', description = '', builderHint } = operation;
			const hint = builderHint?.propertyHint ?? '';
			if (!/^[A-Z].*\.$/.test(hint))
				advice.push(`Give ${name} a 'hint' of whole sentences, for language models`);
			if (description === '') advice.push(`Give ${name} a 'description'`);
			if (actions.has(action))
				advice.push(`Give ${name} an 'action' of its own: ${actions.get(action)} has '${action}'`);
			if (hints.has(hint))
				advice.push(`Give ${name} a 'hint' of its own: ${hints.get(hint)} has the same`);
			actions.set(action, name);
			hints.set(hint, name);
		}
		expect(advice).toEqual([]);
	});

	it('has an output schema of each operation, and of no other', () => {
		const folder = path.join(node.folder, '__schema__', 'v1.0.0');
		const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
			file.endsWith('.json'),
		);
		const described = found.map((file) =>
			file
				.replace(/\.json$/, '')
				.split(path.sep)
				.join('.'),
		);
		const fileOf = (name: string) =>
			`${path.relative(ROOT, folder)}/${name.replaceAll('.', '/')}.json`;
		expect([
			...names.filter((name) => !described.includes(name)).map((name) => `Add ${fileOf(name)}`),
			...described.filter((name) => !names.includes(name)).map((name) => `Remove ${fileOf(name)}`),
		]).toEqual([]);
		for (const file of found) {
			const schema = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
				type: string;
				properties: object;
			};
			expect(schema.type).toBe('object');
			// The response to an API request is not known before.
			expect([file, Object.keys(schema.properties).length > 0]).toEqual([
				file,
				!file.startsWith('apiRequest'),
			]);
		}
	});

	it('has no property in an output schema that nothing puts out', () => {
		const sources = [
			...[...sourceFiles('nodes'), ...sourceFiles('sandbox')].map(({ text }) => text),
			...['highLevel.yaml', 'openapi.yaml'].map((file) =>
				readFileSync(path.join(ROOT, 'sandbox', file), 'utf8'),
			),
		];
		const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
		// A record within the record is put out flat: `rolesType` is the `type` of its `roles`.
		const isKnown = (name: string) =>
			words.has(name) ||
			[...name.matchAll(/[A-Z]/g)].some(
				({ index }) =>
					words.has(name.slice(0, index)) &&
					words.has(name.charAt(index).toLowerCase() + name.slice(index + 1)),
			);

		const folder = path.join(node.folder, '__schema__', 'v1.0.0');
		const unknown: string[] = [];
		for (const name of names) {
			const file = path.join(folder, `${name.replace('.', '/')}.json`);
			// The test above names a file that is missing.
			if (!existsSync(file)) continue;
			const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
			for (const property of Object.keys(schema.properties))
				if (!isKnown(property))
					unknown.push(
						`Remove "${property}" from ${path.relative(ROOT, file)}: neither nodes/ nor sandbox/ names it`,
					);
		}
		expect(unknown).toEqual([]);
	});

	it('shows the fields of each operation once', () => {
		const { instance } = node;
		for (const name of names) {
			const [resource, operation] = name.split('.');
			const shown = shownParameters(instance, { resource, operation });
			const shownNames = shown.map((field) => field.name);
			expect({ name, shownNames }).toEqual({ name, shownNames: [...new Set(shownNames)] });
			const choice = shown.find((field) => field.name === 'operation')?.default;
			expect(names).toContain(`${resource}.${String(choice)}`);
		}
	});

	it('has subtitles in the words of the lists', () => {
		const { name: type, subtitle = '' } = node.instance.description;
		const subtitles = pairs.map(({ resource, operation }) => {
			const workflow = buildWorkflow({
				type,
				parameters: { resource: String(resource.value), operation: String(operation.value) },
			});
			return workflow.expression.getSimpleParameterValue(
				workflow.getNode('Node')!,
				subtitle,
				'internal',
				{},
			);
		});
		expect(subtitles).toEqual(
			pairs.map(({ resource, operation }) => `${operation.name}: ${resource.name}`),
		);
	});
});

describe('the resources of CRM Platform', () => {
	const { folder } = actionNodes.find(({ className }) => className === 'Platform')!;
	const resources = handlersOf(folder);

	it('have each operation that has a run of HighLevel or a scenario', () => {
		const names = namesOf(resources);
		const left = IN_SCENARIOS.filter((name) => !names.includes(name));
		expect(
			left.map((name) =>
				noOperation(name, name in HIGH_LEVEL_RUNS ? 'HIGH_LEVEL_RUNS' : 'IN_SCENARIOS', folder),
			),
		).toEqual([]);
	});

	it('are all those of the folder resources', () => {
		const known = new Set<unknown>(Object.values(resources));
		const missing: string[] = [];
		for (const { file } of sourceFiles('nodes/Platform/resources')) {
			// eslint-disable-next-line @typescript-eslint/no-require-imports -- The names of the files are known only here
			const exported = require(path.join(ROOT, file)) as Record<string, unknown>;
			for (const [name, value] of Object.entries(exported))
				if (isResource(value) && !known.has(value))
					missing.push(`Name '${name}' of ${file} in nodes/Platform/resources/index.ts`);
		}
		expect(known.size).toBeGreaterThan(15);
		expect(missing).toEqual([]);
	});
});

it('the actions of CRM Platform find it in the picker, but for those whose first word finds other nodes', () => {
	const platform = actionNodes.find(({ className }) => className === 'Platform')!;
	const { alias } = JSON.parse(readFileSync(`${platform.source}.json`, 'utf8')) as {
		alias: string[];
	};
	const known = alias.map((words) => words.toLowerCase());
	const actions = pairsOf(platform).map(({ operation }) => String(operation.action));
	const missing = actions.filter(
		(action) =>
			!known.includes(action.toLowerCase()) &&
			!/^(delete|remove) |^verify webhook signature$/i.test(action),
	);
	const asTitle = (action: string) =>
		action.replace(/\b(?!(?:and|from|of|or|to)\b)[a-z]/g, (letter) => letter.toUpperCase());
	expect(
		missing.map(
			(action) =>
				`Add "${asTitle(action)}" to alias in nodes/Platform/Platform.node.json; or give the operation another 'action'`,
		),
	).toEqual([]);
});

it('the operations of CRM Platform stand in the reference with their scopes', () => {
	const [table] = REFERENCE.split('\n## The two APIs');
	const rows = [...table.matchAll(/^\| (\w[^|]*) \| (\w[^|]*) \|[^|]*\|$/gm)].flatMap(
		([, resource, operations]) =>
			operations
				.replaceAll('†', '')
				.split(', ')
				.map((operation) => `${resource} > ${operation}`),
	);
	const pairs = actionNodes.filter(({ className }) => className === 'Platform').flatMap(pairsOf);
	const wanted = pairs.map(({ resource, operation }) => `${resource.name} > ${operation.name}`);
	const written = rows.slice(1);
	expect([
		...wanted
			.filter((row) => !written.includes(row))
			.map((row) => `Add to the table of docs/reference.md: ${row}`),
		...written
			.filter((row) => !wanted.includes(row))
			.map((row) => `Remove from the table of docs/reference.md: ${row}`),
	]).toEqual([]);
	expect(written).toHaveLength(wanted.length);

	const resourcesOf = (list: string[]) => [...new Set(list.map((row) => row.split(' > ')[0]))];
	// In the reference, those that are used most stand first, as in n8n's list of actions.
	expect(resourcesOf(wanted)).toEqual(resourcesOf(written));
});

/** It may ask for a new token. */
const READS_AND_WRITES = ['accessToken.get'];

it('the operations of CRM Platform whose name is Get or Get Many are known as reads, and no others', () => {
	const [platform] = actionNodes.filter(({ className }) => className === 'Platform');
	const advice: string[] = [];
	for (const [resource, { operations }] of Object.entries(handlersOf(platform.folder))) {
		for (const [operation, { name, isRead = false }] of Object.entries(operations)) {
			const key = `${resource}.${operation}`;
			const saysRead = name.startsWith('Get') && !READS_AND_WRITES.includes(key);
			if (isRead !== saysRead)
				advice.push(`Set isRead of ${key} to ${String(saysRead)}: its name is '${name}'`);
		}
	}
	expect(advice).toEqual([]);
});
