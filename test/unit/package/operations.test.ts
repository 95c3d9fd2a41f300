import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OperationTable } from '../../../nodes/items/operation';
import { isTrigger, nodes, pairsOf, shownParameters } from './packageClasses';
import { testedMarks } from './testedPairs';
import { isSentenceCase, isTitleCase } from './texts';

const README = readFileSync(path.join(__dirname, '..', '..', '..', 'README.md'), 'utf8');

const actionNodes = nodes.filter((node) => !isTrigger(node));

/** Each action node keeps its table of operations here; a node without one has no handlers. */
function handlersOf(folder: string): OperationTable<unknown> {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest's describe blocks cannot wait for an import()
	return (require(path.join(folder, 'resources')) as { operations: OperationTable<unknown> }).operations;
}

const namesOf = (table: OperationTable<unknown>) =>
	Object.entries(table)
		.flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${resource}.${operation}`),
		)
		.sort();

describe.each(actionNodes)('$className', (node) => {
	const pairs = pairsOf(node);
	const names = pairs.map(({ resource, operation }) => `${resource.value}.${operation.value}`);

	it('has a handler for each operation in the interface, and no other', () => {
		expect(names.length).toBeGreaterThan(0);
		expect(namesOf(handlersOf(node.folder))).toEqual([...names].sort());
	});

	it('keeps each operation in a file of its own, where its name says', () => {
		const folder = path.join(node.folder, 'resources');
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.operation.ts'));
		const places = files.map((file) => `${file.split(path.sep)[0]}.${path.basename(file, '.operation.ts')}`);
		expect(places.sort()).toEqual([...names].sort());
	});

	it("stands with its resources and operations in README's table", () => {
		const rows = new Map<string, string[]>();
		for (const { resource, operation } of pairs) {
			rows.set(resource.name, [...(rows.get(resource.name) ?? []), operation.name]);
		}
		const expected = [...rows].map(([resource, all]) => `| ${resource} | ${all.sort().join(', ')} |`);
		expect(expected.filter((row) => !README.includes(row))).toEqual([]);
	});

	it("has tests of each operation in n8n's engine", () => {
		const marks = testedMarks(`test/engine/${node.instance.description.name}`);
		const untested = pairs.filter(
			({ resource, operation }) =>
				!marks.has(`${resource.name} > ${operation.name}`) &&
				!marks.has(`${resource.value}.${operation.value}`),
		);
		expect(
			untested.map(({ resource, operation }) => `${resource.name} > ${operation.name}`),
		).toEqual([]);
	});

	it('offers each operation as an action of its own in the node panel', () => {
		const actions = pairs.map(({ operation }) => operation.action ?? '');
		expect(actions.filter((action) => !isSentenceCase(action))).toEqual([]);
		expect(new Set(actions).size).toBe(actions.length);
	});

	it('describes each operation, since language models choose by it', () => {
		expect(pairs.filter(({ operation }) => !operation.description)).toEqual([]);
		const labels = pairs.flatMap(({ resource, operation }) => [resource.name, operation.name]);
		expect(labels.filter((label) => !isTitleCase(label))).toEqual([]);
	});

	it('tells builders of workflows that are language models what each operation is for', () => {
		const hints = pairs.map(({ operation }) => operation.builderHint?.propertyHint ?? '');
		expect(hints.filter((hint) => !/^[A-Z].*\.$/.test(hint))).toEqual([]);
		expect(new Set(hints).size).toBe(hints.length);
	});

	describe.each(pairs)('$resource.name > $operation.name', ({ resource, operation }) => {
		const shown = shownParameters(node.instance, {
			resource: String(resource.value),
			operation: String(operation.value),
		});

		it('shows each parameter once', () => {
			const parameterNames = shown.map(({ name }) => name);
			expect(new Set(parameterNames).size).toBe(parameterNames.length);
		});

		it('keeps collections of options last', () => {
			const visible = shown.filter(({ type }) => type !== 'hidden');
			const firstCollection = visible.findIndex(({ type }) => type === 'collection');
			const after = firstCollection === -1 ? [] : visible.slice(firstCollection);
			expect(after.filter(({ type }) => type !== 'collection')).toEqual([]);
		});

		it('chooses an operation of the resource by default', () => {
			const choice = shown.find(({ name }) => name === 'operation');
			const offered = pairs.filter((pair) => pair.resource.value === resource.value);
			expect(offered.map((pair) => pair.operation.value)).toContain(choice?.default);
		});

		it('has an output schema, so that the editor shows fields before a run', () => {
			const file = path.join(
				node.folder,
				`__schema__/v1.0.0/${resource.value}/${operation.value}.json`,
			);
			const schema = JSON.parse(readFileSync(file, 'utf8')) as { type: string; properties: object };
			expect(schema.type).toBe('object');
			// What the platform answers to an API request is not known before.
			const isKnown = resource.value !== 'apiRequest';
			expect(Object.keys(schema.properties).length > 0).toBe(isKnown);
		});
	});

	it('has no output schema of an operation that does not exist', () => {
		const folder = path.join(node.folder, '__schema__', 'v1.0.0');
		const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.map((file) =>
				file
					.replace(/\.json$/, '')
					.split(path.sep)
					.join('.'),
			);
		expect(found.sort()).toEqual([...names].sort());
	});
});
