import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { EXAMPLES_FOLDER } from '../../../runtime/examples';
import { schemaFile } from '../../support/outputSchemas';
import { ROOT } from './packageClasses';

/*
 * An expression that names a node or a field which does not exist puts out nothing, and n8n says so to nobody. So each such
 * name in an example is looked for: in the output schemas of our nodes, the labels of forms, and the fields that are set.
 */

interface Example {
	nodes: INode[];
	connections: IConnections;
	pinData?: Record<string, Array<{ json: IDataObject }>>;
}

/** Nodes that pass their input on as it is. */
const PASS_ON = [
	'if',
	'switch',
	'filter',
	'limit',
	'merge',
	'noOp',
	'removeDuplicates',
	'splitInBatches',
	'wait',
].map((name) => `n8n-nodes-base.${name}`);

/** The operations that pass their input on where nobody has decided in time. */
const WAITING = ['offerSlots', 'askToConfirm'];

function readFields(file: string): string[] {
	const { properties } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
		properties: object;
	};
	return Object.keys(properties);
}

/** The nodes whose output goes into a node. */
function nodesBefore({ nodes, connections }: Example, name: string): INode[] {
	return nodes.filter((node) =>
		(connections[node.name]?.main ?? []).flat().some((connection) => connection?.node === name),
	);
}

/** The fields of what goes into a node; undefined where they are not known. */
function inputFields(example: Example, name: string, seen: string[]): string[] | undefined {
	const fields: string[] = [];
	for (const node of nodesBefore(example, name)) {
		// In a loop, the other ways into it say the fields.
		if (seen.includes(node.name)) continue;
		const ofNode = outputFields(example, node, seen);
		if (ofNode === undefined) return undefined;
		fields.push(...ofNode);
	}
	return fields;
}

/** The fields of what a node puts out; undefined where they are not known. */
function outputFields(example: Example, node: INode, seen: string[] = []): string[] | undefined {
	const { name, type, parameters } = node;
	const input = () => inputFields(example, name, [...seen, name]);
	const [, own] = /^n8n-nodes-crm-platform\.(\w+)$/.exec(type) ?? [];
	const { resource, operation } = parameters as Record<string, string>;
	if (own !== undefined) {
		const ofError = node.onError ? ['error', 'message'] : [];
		if (own.endsWith('Trigger')) {
			const folder = own.charAt(0).toUpperCase() + own.slice(1);
			const [sample] = example.pinData?.[name] ?? [];
			return [
				...readFields(`nodes/${folder}/__schema__/v1.0.0/output.json`),
				...Object.keys(sample?.json ?? {}),
			];
		}
		const ofOperation = readFields(schemaFile(own, `${resource}.${operation}`));
		const passedOn = WAITING.includes(operation) ? (input() ?? []) : [];
		return [...ofOperation, ...ofError, ...passedOn];
	}
	if (PASS_ON.includes(type)) return input();
	if (type === 'n8n-nodes-base.formTrigger') {
		const { values } = parameters.formFields as { values: Array<{ fieldLabel: string }> };
		return [...values.map(({ fieldLabel }) => fieldLabel), 'submittedAt', 'formMode'];
	}
	if (type === 'n8n-nodes-base.set' && parameters.assignments) {
		const { assignments } = parameters.assignments as { assignments: Array<{ name: string }> };
		const set = assignments.map((assignment) => assignment.name);
		if (parameters.includeOtherFields !== true) return set;
		const others = input();
		return others && [...set, ...others];
	}
	return undefined;
}

/** The name of a field right behind `json`, in either way of writing it. */
const FIELD = String.raw`(?:\??\.(\w+)|\['([^']+)'\])`;
const OF_NODE = new RegExp(
	String.raw`\$\('([^']+)'\)(?:\.(?:first|last|item)(?:\(\))?\.json${FIELD})?`,
	'g',
);
const OF_INPUT = new RegExp(String.raw`\$json${FIELD}`, 'g');

/** What is to be corrected in the expressions of a node. */
function adviceFor(example: Example, file: string, node: INode): string[] {
	const { nodes } = example;
	// As text, with the signs that JSON escapes.
	const expressions = JSON.stringify(node.parameters).replaceAll('\\"', '"');
	const advice: string[] = [];
	for (const [, name, dotted, quoted] of expressions.matchAll(OF_NODE)) {
		const named = nodes.find((other) => other.name === name);
		if (!named) {
			advice.push(`'${node.name}' in ${file} names the node '${name}', which is not there`);
			continue;
		}
		const field = dotted ?? quoted;
		const known = outputFields(example, named);
		if (field !== undefined && known && !known.includes(field))
			advice.push(
				`'${node.name}' in ${file} names the field '${field}', which '${name}' does not put out`,
			);
	}
	const input = inputFields(example, node.name, []);
	const isFed = nodesBefore(example, node.name).length > 0;
	for (const [, dotted, quoted] of expressions.matchAll(OF_INPUT)) {
		const field = dotted ?? quoted;
		if (isFed && input && !input.includes(field))
			advice.push(
				`'${node.name}' in ${file} names the field '${field}', which no node before it puts out`,
			);
	}
	return advice;
}

const files = readdirSync(EXAMPLES_FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.sort();

it.each(files)('%s: expressions name nodes and fields that are there', (file) => {
	const example = JSON.parse(readFileSync(path.join(EXAMPLES_FOLDER, file), 'utf8')) as Example;
	const advice = example.nodes.flatMap((node) => adviceFor(example, `examples/${file}`, node));
	expect(advice).toEqual([]);
});

it.each(files)('%s: connections lead from node to node', (file) => {
	const { nodes, connections } = JSON.parse(
		readFileSync(path.join(EXAMPLES_FOLDER, file), 'utf8'),
	) as Example;
	const names = nodes.map(({ name }) => name);
	const named = Object.entries(connections).flatMap(([from, byType]) => [
		from,
		...Object.values(byType)
			.flat(2)
			.flatMap((connection) => connection?.node ?? []),
	]);
	expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
