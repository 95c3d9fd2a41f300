import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { createFilteredList } from '../fields/lists';
import { fieldOf, fieldsAt, OPTIONS, optionsField } from '../fields/parameters';
import { wholeNumber } from '../fields/valueKinds';
import { resourceFields, subtitleOf } from '../items/operation';
import { routeItems } from '../items/router';
import { KnowledgeClient, testKnowledge } from '../knowledgeApi/client';
import { resources } from './resources';

/** The default suits a small server: the contract shows no rate limit, and ten in flight hide most of the latency. */
const CONCURRENT = fieldOf(wholeNumber(1, 100), {
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	type: 'number',
	default: 10,
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Max number of requests to send at the same time for several input items',
});

/** How many lookups may be in flight. The number of the first item counts for the run. @throws NodeOperationError for a number outside the bounds */
export function readConcurrency(context: IExecuteFunctions): number {
	return fieldsAt(context, 0).read(CONCURRENT, OPTIONS) ?? Number(CONCURRENT.default);
}

/** The verticals (industries) of all use cases; no endpoint lists them by themselves. */
export const searchVerticals = createFilteredList(async (context) => {
	const useCases = await new KnowledgeClient(context).list('/v1/use-cases', {});
	const verticals = new Set<string>();
	for (const { vertical } of useCases) {
		if (typeof vertical === 'string' && vertical !== '') verticals.add(vertical);
	}
	return [...verticals].sort().map((name) => ({ name, value: name }));
});

/** The node CRM Platform Knowledge. It only assembles: operations stand in resources.ts. */
export class Knowledge implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'CRM Platform Knowledge',
		name: 'knowledge',
		icon: { light: 'file:knowledge.svg', dark: 'file:knowledge.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			"Look up recipes, glossary terms, use case playbooks, changelog entries and features in the CRM platform's knowledge base",
		defaults: { name: 'CRM Platform Knowledge' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Documentation of the CRM platform: recipes, glossary, playbooks, changelog, features by plan. Read-only. For calendars and appointments of an account, use CRM Platform.',
		},
		credentials: [{ name: 'knowledgeApi', required: true, testedBy: 'testKnowledge' }],
		properties: [...resourceFields(resources), optionsField(CONCURRENT)],
	};

	methods = { credentialTest: { testKnowledge }, listSearch: { searchVerticals } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await routeItems(this, resources, new KnowledgeClient(this), readConcurrency);
	}
}
