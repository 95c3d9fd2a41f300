import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { readList, readObject } from '../http/body';
import { explainedError, type Explanation } from '../http/explain';
import { API, type KnowledgeClient } from './client';

// Each is an operation of sandbox/openapi.yaml, and throws NodeApiError.

/** search_recipes. `limit`: 1 to 50. */
export async function searchRecipes(client: KnowledgeClient, query: { q: string; limit: number }): Promise<IDataObject[]> {
	return await getList(client, '/v1/recipes/search', query);
}

/** list_use_cases_by_vertical; all without one. */
export async function listUseCasesByVertical(client: KnowledgeClient, vertical?: string): Promise<IDataObject[]> {
	return await getList(client, '/v1/use-cases', vertical ? { vertical } : {});
}

/** get_changelog_since. @param since `YYYY-MM-DD`, that day included; all entries when left out */
export async function getChangelogSince(client: KnowledgeClient, since?: string): Promise<IDataObject[]> {
	return await getList(client, '/v1/changelog', since ? { since } : {});
}

async function getList(client: KnowledgeClient, path: string, query: IDataObject): Promise<IDataObject[]> {
	return readList(await client.get({ path, query }), 'results');
}

/** What is asked for by its slug. */
const RECORDS = {
	/** get_glossary_term */
	glossary: 'glossary term',
	/** lookup_ghl_feature */
	features: 'feature',
};

/** @throws {PathSegmentError} for what is no slug */
export async function getRecord(client: KnowledgeClient, folder: keyof typeof RECORDS, slug: string): Promise<IDataObject> {
	const kind = RECORDS[folder];
	const notFound: Explanation = {
		message: `No ${kind} found under the name '${slug}'`,
		whatToDo: `Check the spelling of 'Name in URL'. It is often the last part of the URL of the ${kind}'s page.`,
		forModel: 'Search the recipes for the words of the name, with spaces: the pages found name what there is.',
	};
	const record = readObject(await client.get({ path: `/v1/${folder}/${pathSegment(slug)}`, notFound }));
	if (Object.keys(record).length > 0) return record;
	throw explainedError(client.node, notFound, { name: API.name, said: '', httpCode: '404' });
}
