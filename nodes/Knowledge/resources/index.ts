import type { OperationTable } from '../../items/operation';
import type { KnowledgeClient } from '../../knowledgeApi/client';
import * as changelogEntry from './changelogEntry';
import * as feature from './feature';
import * as glossaryTerm from './glossaryTerm';
import * as recipe from './recipe';
import * as useCase from './useCase';

/** Each resource and operation that the node offers, by the values of its parameters. */
export const operations: OperationTable<KnowledgeClient> = {
	changelogEntry: changelogEntry.operations,
	feature: feature.operations,
	glossaryTerm: glossaryTerm.operations,
	recipe: recipe.operations,
	useCase: useCase.operations,
};

export { changelogEntry, feature, glossaryTerm, recipe, useCase };
