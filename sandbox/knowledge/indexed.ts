import MiniSearch from 'minisearch';

import type { KnowledgeBase, Recipe } from '../seed';

/** The knowledge base, with a search for recipes that puts the best match first. */
export function indexed(base: KnowledgeBase) {
	const index = new MiniSearch<Recipe>({
		idField: 'slug',
		fields: ['title', 'summary', 'slug'],
		searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
	});
	index.addAll(base.recipes);
	const search = (query: string) =>
		index.search(query).flatMap(({ id }) => base.recipes.filter(({ slug }) => slug === id));
	return { ...base, search };
}
