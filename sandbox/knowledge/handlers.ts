import type { Call, OperationHandlers } from '../http/call';
import { listResponse, ok, recordIn, Refusal, type PlatformResponse } from '../responses';

/** The five lookups: the operations of these names in sandbox/openapi.yaml. */
export const knowledgeHandlers: OperationHandlers = {
	search_recipes: lookUp(({ query, state }) =>
		state.knowledge.search(String(query.q)).slice(0, Number(query.limit)),
	),
	get_glossary_term: lookUp(({ state, params }) =>
		state.knowledge.glossaryTerms.find(({ slug }) => slug === params.slug),
	),
	list_use_cases_by_vertical: lookUp(({ query, state }) =>
		state.knowledge.useCases.filter(({ vertical }) => vertical === (query.vertical ?? vertical)),
	),
	/** Newest first. */
	get_changelog_since: lookUp(({ query, state }) => {
		const since = state.knowledge.changelogEntries.filter(
			({ date }) => date >= String(query.since ?? ''),
		);
		return since.sort((a, b) => b.date.localeCompare(a.date));
	}),
	lookup_ghl_feature: lookUp(({ state, params }) =>
		state.knowledge.features.find(({ slug }) => slug === params.slug),
	),
};

/** Authentication, the order of results and the response when nothing matches are not shown. */
function lookUp(find: (call: Call) => object | object[] | undefined) {
	return (call: Call): PlatformResponse => {
		const { profile } = call.state;
		const { knowledgeHeader: wanted } = profile;
		if (wanted && call.headers[wanted.name.toLowerCase()] !== wanted.value) {
			throw new Refusal(401, `The header ${wanted.name} is missing or wrong`);
		}
		const found = find(call);
		if (!found) throw new Refusal(404, `Nothing has the slug ${call.params.slug}`);
		// No field of these resources is declared required.
		const shown = (one: object) =>
			profile.records === 'extra' ? recordIn(profile, { ...one, summary: undefined }, []) : one;
		if (!Array.isArray(found)) return ok(shown(found));
		if (found.length === 0 && profile.emptyList === 404)
			throw new Refusal(404, 'Nothing was found');
		// The contract shows how these lists are wrapped, and no pages.
		return listResponse(
			{ ...profile, bodies: 'wrapped', pages: 'one', records: 'full' },
			'results',
			found.map(shown),
			[],
		);
	};
}
