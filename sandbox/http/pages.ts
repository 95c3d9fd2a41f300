import type { Call } from './exchange';

/** Small, so that the few records of the seed already fill several pages. */
const PAGE_SIZE = 1;

export const PAGE_PARAMETER = 'page';

export interface Page {
	shown: readonly object[];
	/** What the body says of further pages */
	fields: object;
	/** The header Link, for bodies that are bare lists and can say nothing themselves */
	link?: Record<string, string>;
}

/**
 * The page of a list that was asked for. Whether lists have pages is not shown, and neither is a
 * query parameter for them: a client can only follow an address that the platform gave it.
 */
export function nextPage(call: Call, records: readonly object[]): Page {
	const { state, page = 1, address } = call;
	if (state.profile.pages === 'one') return { shown: records, fields: {} };
	const shown = records.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
	const total = records.length;
	if (page * PAGE_SIZE >= total) return { shown, fields: { total } };
	const next = new URL(address);
	next.searchParams.set(PAGE_PARAMETER, String(page + 1));
	state.pageAddresses.set(next.pathname + next.search, page + 1);
	return {
		shown,
		fields:
			state.profile.pages === 'cursor'
				? { meta: { total, nextCursor: `page-${page + 1}` } }
				: { total, nextPageUrl: next.href },
		link: { link: `<${next.href}>; rel="next"` },
	};
}
