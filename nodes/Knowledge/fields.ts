import type { IExecuteFunctions, ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { fieldOf, numberField, textField } from '../fields/declare';
import { anyWords, type Kind } from '../fields/kinds';
import { matching } from '../fields/lists';
import { type FieldOf, fieldsAt, OPTIONS } from '../fields/parameters';
import { pathSegment } from '../http/address';
import { KnowledgeClient } from '../knowledgeApi/client';
import { listUseCasesByVertical } from '../knowledgeApi/lookUps';
import { tried } from '../utils/attempt';

const slug: Kind<string> = {
	...anyWords,
	what: 'a name as in a web address',
	enter: 'what stands for it in the URL of its page, often the last part, such as sub-account',
	read(value) {
		const words = anyWords.read(value);
		return words && tried(() => pathSegment(words) && words, undefined);
	},
};

/** A slug of the contract: the identifier of a glossary term or feature. */
export function slugField(what: string, placeholder: string): FieldOf<string> {
	const description = `What stands for the ${what} in the URL of its page, often the last part`;
	return fieldOf(slug, textField('Name in URL', 'slug', { required: true, placeholder, description }));
}

/** The verticals that the use cases show; no endpoint lists them by themselves. */
export async function searchVerticals(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const useCases = await listUseCasesByVertical(new KnowledgeClient(this));
	const verticals = new Set(useCases.map(({ vertical }) => vertical));
	const names = [...verticals].filter((vertical): vertical is string => typeof vertical === 'string' && vertical !== '');
	return matching(names.sort().map((name) => ({ name, value: name })), filter);
}

/** The default suits a small server: the contract shows no rate limit, and ten in flight hide most of the latency. */
const CONCURRENT = numberField('Concurrent Requests', 'concurrentRequests', 10, {
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Max number of requests to send at the same time for several input items',
});

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [CONCURRENT],
};

/** How many lookups may be in flight; the first item's number counts for the run. @throws NodeOperationError outside the bounds */
export function readConcurrency(context: IExecuteFunctions): number {
	return fieldsAt(context, 0).read(CONCURRENT, OPTIONS) ?? Number(CONCURRENT.default);
}
