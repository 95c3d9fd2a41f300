import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { KnowledgeClient } from '../knowledgeApi/client';
import { listUseCasesByVertical } from '../knowledgeApi/lookUps';

/** The verticals that the use cases show; no endpoint lists them by themselves. */
export async function searchVerticals(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const useCases = await listUseCasesByVertical(new KnowledgeClient(this));
	const verticals = new Set(useCases.map(({ vertical }) => vertical));
	const wanted = filter.trim().toLowerCase();
	const results = [...verticals]
		.filter((vertical): vertical is string => typeof vertical === 'string' && vertical !== '')
		.filter((vertical) => vertical.toLowerCase().includes(wanted))
		.sort()
		.map((vertical) => ({ name: vertical, value: vertical }));
	return { results };
}
