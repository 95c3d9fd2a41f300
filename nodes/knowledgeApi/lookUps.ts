import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { readList, readObject } from '../http/body';
import type { Explanation } from '../http/explain';
import { apiError } from '../n8n/apiError';
import type { KnowledgeClient } from './client';

/** `results`; an array under another property and a bare array are read as well. */
async function getList(client: KnowledgeClient, path: string, query: IDataObject): Promise<IDataObject[]> {
	return readList(await client.get({ path, query }), 'results');
}

/** The bare record; one wrapped in a property is read as well. */
async function getRecord(client: KnowledgeClient, folder: string, kind: string, slug: string) {
	const path = `/v1/${folder}/${pathSegment(slug)}`;
	const notFound: Explanation = {
		message: `No ${kind} found under the name '${slug}'`,
		whatToDo: `Check the spelling of 'Name in URL'. It is often the last part of the URL of the ${kind}'s page.`,
		forModel: 'Search the recipes for the words of the name, with spaces: the pages found name what there is.',
	};
	const record = readObject(await client.get({ path, notFound }));
	if (Object.keys(record).length > 0) return record;
	throw apiError(client.node, notFound.message, { description: notFound.whatToDo, httpCode: '404' });
}

/** GET /v1/recipes/search (sandbox/openapi.yaml, search_recipes). `limit`: 1 to 50. @throws NodeApiError */
export async function searchRecipes(client: KnowledgeClient, query: { q: string; limit: number }) {
	return await getList(client, '/v1/recipes/search', query);
}

/**
 * GET /v1/glossary/{slug} (sandbox/openapi.yaml, get_glossary_term).
 *
 * @throws NodeApiError, also when no term has the slug; {@link PathSegmentError}
 */
export async function getGlossaryTerm(client: KnowledgeClient, slug: string): Promise<IDataObject> {
	return await getRecord(client, 'glossary', 'glossary term', slug);
}

/** GET /v1/use-cases (sandbox/openapi.yaml, list_use_cases_by_vertical); all without one. @throws NodeApiError */
export async function listUseCasesByVertical(client: KnowledgeClient, vertical?: string) {
	return await getList(client, '/v1/use-cases', vertical ? { vertical } : {});
}

/**
 * GET /v1/changelog (sandbox/openapi.yaml, get_changelog_since).
 *
 * @param since `YYYY-MM-DD`, that day included; all entries when left out
 * @throws NodeApiError
 */
export async function getChangelogSince(client: KnowledgeClient, since?: string) {
	return await getList(client, '/v1/changelog', since ? { since } : {});
}

/**
 * GET /v1/features/{slug} (sandbox/openapi.yaml, lookup_ghl_feature).
 *
 * @throws NodeApiError, also when no feature has the slug; {@link PathSegmentError}
 */
export async function lookupGhlFeature(client: KnowledgeClient, slug: string): Promise<IDataObject> {
	return await getRecord(client, 'features', 'feature', slug);
}
