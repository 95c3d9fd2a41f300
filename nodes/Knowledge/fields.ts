import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { matching } from '../fields/lists';
import { refuserFor } from '../fields/parameters';
import { pathSegment } from '../http/address';
import { KnowledgeClient } from '../knowledgeApi/client';
import { listUseCasesByVertical } from '../knowledgeApi/lookUps';

const SLUG_HELP = "Enter the slug in 'Slug'. It is often the last part of the page's URL.";

/** A slug of the contract: the identifier of a glossary term or feature. */
export function slugField(placeholder: string, description: string): INodeProperties {
	return {
		displayName: 'Slug',
		name: 'slug',
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description,
	};
}

/**
 * Text of a parameter, without surrounding white space; `''` when it is not set.
 *
 * @param label as the editor shows it, for the message
 * @throws NodeOperationError for an object or a list, which an expression or a model may give
 */
export function readText(context: IExecuteFunctions, name: string, label: string, itemIndex: number): string {
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const kind = Array.isArray(value) ? 'a list' : 'an object';
	throw refuserFor(context, itemIndex)(`'${label}' is not text`, `Enter text in '${label}', not ${kind}.`);
}

/**
 * The slug as given.
 *
 * @throws NodeOperationError when it is empty, or cannot be part of an address
 */
export function readSlug(context: IExecuteFunctions, itemIndex: number): string {
	const slug = readText(context, 'slug', 'Slug', itemIndex);
	const refuse = refuserFor(context, itemIndex);
	if (slug === '') throw refuse("'Slug' is empty", SLUG_HELP);
	try {
		pathSegment(slug, 'Slug');
		return slug;
	} catch {
		throw refuse(`'Slug' cannot be "${slug}"`, SLUG_HELP);
	}
}

/** The verticals that the use cases show; no endpoint lists them by themselves. */
export async function searchVerticals(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const useCases = await listUseCasesByVertical(new KnowledgeClient(this));
	const verticals = new Set(useCases.map(({ vertical }) => vertical));
	const names = [...verticals].filter((vertical): vertical is string => typeof vertical === 'string' && vertical !== '');
	return matching(names.sort().map((name) => ({ name, value: name })), filter);
}

/**
 * The contract shows no rate limit, so the default suits a small server; ten in flight
 * already hide most of the latency. At a hundred the CPU is the limit, so
 * more sockets gain nothing.
 */
const DEFAULT_CONCURRENT_REQUESTS = 10;
const MAX_CONCURRENT_REQUESTS = 100;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Concurrent Requests',
			name: 'concurrentRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENT_REQUESTS },
			default: DEFAULT_CONCURRENT_REQUESTS,
			description: 'Max number of requests to send at the same time for several input items',
		},
	],
};

/**
 * How many lookups may be in flight. The first item's number counts for the whole run.
 *
 * @throws NodeOperationError outside the bounds
 */
export function readConcurrency(context: IExecuteFunctions): number {
	const count = Number(context.getNodeParameter('options.concurrentRequests', 0, DEFAULT_CONCURRENT_REQUESTS));
	if (Number.isInteger(count) && count >= 1 && count <= MAX_CONCURRENT_REQUESTS) return count;
	throw refuserFor(context, 0)(
		`'Concurrent Requests' is not a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}`,
		`Set 'Concurrent Requests' under 'Options' to a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}.`,
	);
}
