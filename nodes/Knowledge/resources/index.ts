import type { Resources } from '../../items/operation';
import type { KnowledgeClient } from '../../knowledgeApi/client';
import { getAll as getChangelogEntries } from './changelogEntry/getAll.operation';
import { get as getFeature } from './feature/get.operation';
import { get as getGlossaryTerm } from './glossaryTerm/get.operation';
import { search } from './recipe/search.operation';
import { getAll as getUseCases } from './useCase/getAll.operation';

/** Each resource and operation that the node offers. */
export const resources: Resources<KnowledgeClient> = {
	changelogEntry: { name: 'Changelog Entry', operations: { getAll: getChangelogEntries } },
	feature: { name: 'Feature', operations: { get: getFeature } },
	glossaryTerm: { name: 'Glossary Term', operations: { get: getGlossaryTerm } },
	recipe: { name: 'Recipe', operations: { search } },
	useCase: { name: 'Use Case', operations: { getAll: getUseCases } },
};
