import type { KnowledgeIndex } from './knowledgeIndex';
import type { Call, OperationHandler, OperationHandlers } from '../http/exchange';
import { knowledgeIn } from '../profiles/bodies';
import type { Profile } from '../profiles/switches';
import { HttpError, type Answer } from '../httpError';

/** The five look-ups: the operations of these names in sandbox/openapi.yaml. */
export const knowledgeHandlers: OperationHandlers = {
	search_recipes: guarded((call) =>
		results(call, 'Recipe', (base) =>
			base.searchRecipes(String(call.query.q), Number(call.query.limit ?? 10)),
		),
	),
	get_glossary_term: guarded((call) =>
		record(call, 'GlossaryTerm', call.state.knowledge.term(call.params.slug)),
	),
	list_use_cases_by_vertical: guarded((call) =>
		results(call, 'UseCase', (base) => base.useCases(call.query.vertical as string | undefined)),
	),
	get_changelog_since: guarded((call) =>
		results(call, 'ChangelogEntry', (base) =>
			base.changelog(call.query.since as string | undefined),
		),
	),
	lookup_ghl_feature: guarded((call) =>
		record(call, 'Feature', call.state.knowledge.feature(call.params.slug)),
	),
};

/** Authentication of interface A is not shown. */
function guarded(handler: OperationHandler): OperationHandler {
	return (call: Call) => {
		const { knowledgeHeader } = call.state.profile;
		if (knowledgeHeader) {
			const sent = call.headers[knowledgeHeader.name.toLowerCase()];
			if (sent !== knowledgeHeader.value) {
				throw new HttpError(401, `The header ${knowledgeHeader.name} is missing or wrong`);
			}
		}
		return handler(call);
	};
}

/** The order of results, and the answer when nothing matches, are not shown. */
function results(
	{ state }: Call,
	schemaName: string,
	find: (base: KnowledgeIndex) => readonly object[],
): Answer {
	const { profile } = state;
	const found = find(state.knowledge).map((one) => knowledgeIn(profile, one, schemaName));
	if (found.length === 0) return nothingFound(profile.nothingFound);
	const list = profile.listOrder === 'reversed' ? found.reverse() : found;
	return { status: 200, body: { results: list } };
}

function nothingFound(answer: Profile['nothingFound']): Answer {
	switch (answer) {
		case 'emptyArray':
			return { status: 200, body: { results: [] } };
		case 'noProperty':
			return { status: 200, body: {} };
		case 'noContent':
			return { status: 204 };
		case 404:
			throw new HttpError(404, 'Nothing was found');
	}
}

function record({ state, params }: Call, schemaName: string, found: object | undefined): Answer {
	if (!found) throw new HttpError(404, `There is no ${schemaName} with the slug ${params.slug}`);
	return { status: 200, body: knowledgeIn(state.profile, found, schemaName) };
}
