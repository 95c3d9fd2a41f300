import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { Knowledge } from '../../../nodes/Knowledge/Knowledge.node';
import { operations } from '../../../nodes/Knowledge/resources';
import { defaultSeed } from '../../../sandbox/seed';

const node = new Knowledge();
const { properties } = node.description;

const choicesOf = (field: INodeProperties | undefined) =>
	(field?.options ?? []) as INodePropertyOptions[];
const resources = choicesOf(properties.find(({ name }) => name === 'resource'));

/** Each pair that a person can choose in the editor. */
const offered = resources.flatMap(({ value: resource }) =>
	properties
		.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		)
		.flatMap((field) =>
			choicesOf(field).map((choice) => ({
				resource: String(resource),
				operation: String(choice.value),
				choice,
			})),
		),
);
const pairOf = ({ resource, operation }: { resource: string; operation: string }) =>
	`${resource}.${operation}`;

const SCHEMAS = join(__dirname, '../../../nodes/Knowledge/__schema__/v1.0.0');

describe('the node', () => {
	it('offers the five look-ups of the contract', () => {
		expect(offered.map(pairOf).sort()).toEqual([
			'changelogEntry.getAll',
			'feature.get',
			'glossaryTerm.get',
			'recipe.search',
			'useCase.getAll',
		]);
	});

	it('has a handler for each pair that it offers, and no other', () => {
		const handled = Object.entries(operations).flatMap(([resource, handlers]) =>
			Object.keys(handlers).map((operation) => ({ resource, operation })),
		);
		expect(handled.map(pairOf).sort()).toEqual(offered.map(pairOf).sort());
	});

	it('shows each field of an operation for that operation only', () => {
		for (const { resource, operation } of offered) {
			for (const { name } of operations[resource][operation].properties) {
				const shown = properties.filter(
					(property) =>
						property.name === name &&
						property.displayOptions?.show?.resource?.includes(resource) &&
						property.displayOptions.show.operation?.includes(operation),
				);
				expect([name, shown.length]).toEqual([name, 1]);
			}
		}
	});

	it('has its options last', () => {
		expect(properties.at(-1)).toMatchObject({ name: 'options', type: 'collection' });
	});

	it('limits a search as the contract says', () => {
		const limit = properties.find(
			({ name, displayOptions }) => name === 'limit' && displayOptions?.show?.resource?.includes('recipe'),
		);
		expect(limit).toMatchObject({ default: 10, typeOptions: { minValue: 1, maxValue: 50 } });
	});
});

describe('as a tool', () => {
	it('describes each look-up in words of its own', () => {
		const descriptions = offered.map(({ resource, operation }) =>
			NodeHelpers.getToolDescriptionForNode(
				{ parameters: { resource, operation } } as unknown as INode,
				node,
			),
		);
		expect(descriptions).toEqual([
			'Get many changelog entries since a date in CRM Platform Knowledge',
			'Get a feature and the plans that include it in CRM Platform Knowledge',
			'Get the definition of a term in CRM Platform Knowledge',
			'Search recipes in CRM Platform Knowledge',
			'Get many use case playbooks by industry in CRM Platform Knowledge',
		]);
	});
});

describe('the output schema', () => {
	const { recipes, glossaryTerms, useCases, changelogEntries, features } = defaultSeed.knowledge;
	const samples: Record<string, object> = {
		'recipe.search': recipes[0],
		'glossaryTerm.get': glossaryTerms[0],
		'useCase.getAll': useCases[0],
		'changelogEntry.getAll': changelogEntries[0],
		'feature.get': features[0],
	};

	it.each(offered.map((pair) => [pairOf(pair), pair] as const))(
		'of %s names the fields of the contract',
		(name, { resource, operation }) => {
			const file = readFileSync(join(SCHEMAS, resource, `${operation}.json`), 'utf8');
			const schema = JSON.parse(file) as { type: string; properties: Record<string, object> };
			expect(schema.type).toBe('object');
			expect(Object.keys(schema.properties)).toEqual(Object.keys(samples[name]));
		},
	);

	it('exists for nothing else', () => {
		const files = readdirSync(SCHEMAS).flatMap((resource) =>
			readdirSync(join(SCHEMAS, resource)).map((file) => `${resource}.${file}`),
		);
		expect(files.sort()).toEqual(offered.map((pair) => `${pairOf(pair)}.json`).sort());
	});
});
