import type { Call, OperationHandler, OperationHandlers } from '../http/exchange';
import { Refusal, type Answer } from '../refusal';

/** Interface A. Contract: Endpoints, interface A. */
export const knowledgeHandlers: OperationHandlers = {
	search_recipes: guarded(({ state, query }) =>
		results(state.knowledge.searchRecipes(String(query.q), Number(query.limit ?? 10))),
	),
	get_glossary_term: guarded(({ state, params }) =>
		found(state.knowledge.term(params.slug), `No glossary term has the slug ${params.slug}`),
	),
	list_use_cases_by_vertical: guarded(({ state, query }) =>
		results(state.knowledge.useCases(query.vertical as string | undefined)),
	),
	get_changelog_since: guarded(({ state, query }) =>
		results(state.knowledge.changelog(query.since as string | undefined)),
	),
	lookup_ghl_feature: guarded(({ state, params }) =>
		found(state.knowledge.feature(params.slug), `No feature has the slug ${params.slug}`),
	),
};

/** Asks for the header that a test has set; authentication of interface A is not shown. */
function guarded(handler: OperationHandler): OperationHandler {
	return (call: Call) => {
		const { knowledgeHeader } = call.state.behaviour;
		if (knowledgeHeader) {
			const sent = call.headers[knowledgeHeader.name.toLowerCase()];
			if (sent !== knowledgeHeader.value) {
				throw new Refusal(401, `The header ${knowledgeHeader.name} is missing or wrong`);
			}
		}
		return handler(call);
	};
}

const results = (list: readonly object[]): Answer => ({ status: 200, body: { results: list } });

function found(resource: object | undefined, message: string): Answer {
	if (!resource) throw new Refusal(404, message);
	return { status: 200, body: resource };
}
