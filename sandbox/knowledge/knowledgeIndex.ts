import MiniSearch from 'minisearch';

import type {
	ChangelogEntry,
	Feature,
	GlossaryTerm,
	KnowledgeBase,
	Recipe,
	UseCase,
} from '../seed';

/** The knowledge base with its indexes. Ordering of results is not shown by the contract. */
export class KnowledgeIndex {
	private readonly recipes = new Map<string, Recipe>();
	private readonly search: MiniSearch<Recipe>;
	private readonly terms: Map<string, GlossaryTerm>;
	private readonly features: Map<string, Feature>;
	private readonly newestFirst: ChangelogEntry[];

	constructor(private readonly base: KnowledgeBase) {
		for (const recipe of base.recipes) this.recipes.set(recipe.slug, recipe);
		this.search = new MiniSearch<Recipe>({
			idField: 'slug',
			fields: ['title', 'summary', 'slug'],
			searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
		});
		this.search.addAll([...this.recipes.values()]);
		this.terms = new Map(base.glossaryTerms.map((term) => [term.slug, term]));
		this.features = new Map(base.features.map((feature) => [feature.slug, feature]));
		this.newestFirst = [...base.changelogEntries].sort((a, b) => b.date.localeCompare(a.date));
	}

	/** Best match first. */
	searchRecipes(query: string, limit: number): Recipe[] {
		return this.search
			.search(query)
			.slice(0, limit)
			.flatMap(({ id }) => this.recipes.get(String(id)) ?? []);
	}

	term(slug: string): GlossaryTerm | undefined {
		return this.terms.get(slug);
	}

	feature(slug: string): Feature | undefined {
		return this.features.get(slug);
	}

	useCases(vertical?: string): UseCase[] {
		if (vertical === undefined) return this.base.useCases;
		return this.base.useCases.filter((useCase) => useCase.vertical === vertical);
	}

	/** Newest first. @param since YYYY-MM-DD, inclusive */
	changelog(since?: string): ChangelogEntry[] {
		if (since === undefined) return this.newestFirst;
		return this.newestFirst.filter(({ date }) => date >= since);
	}
}
