import MiniSearch from 'minisearch';

import type { ChangelogEntry, KnowledgeBase, Recipe } from '../seed';

/** The knowledge base with its indexes. */
export class KnowledgeIndex {
	private readonly search: MiniSearch<Recipe>;
	readonly newestFirst: ChangelogEntry[];

	constructor(readonly base: KnowledgeBase) {
		this.search = new MiniSearch<Recipe>({
			idField: 'slug',
			fields: ['title', 'summary', 'slug'],
			searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
		});
		this.search.addAll(base.recipes);
		this.newestFirst = [...base.changelogEntries].sort((a, b) => b.date.localeCompare(a.date));
	}

	/** Best match first. */
	searchRecipes(query: string, limit: number): Recipe[] {
		const found = this.search.search(query).slice(0, limit);
		return found.flatMap(({ id }) => this.base.recipes.filter(({ slug }) => slug === id));
	}
}
