import { comparableName, isRecord } from './body';

/** The usual names of fields that say that a list has more. */
const MORE_NAMES = ['hasmore', 'hasnext', 'next', 'nextcursor', 'nextpage', 'nextpageurl'];

/** The usual names of the number of all records. */
const TOTAL_NAMES = ['total', 'totalcount'];

/** How many objects below the body are looked at, such as `meta`. */
const MAX_DEPTH = 2;

/** Far more than an address and its parameters take. */
const MAX_LINK = 4_000;

/** The address that a `Link` header (RFC 8288) calls the next one: `<https://…?page=2>; rel="next", <…>; rel="prev"`. */
function nextLinkIn(header: unknown): string | undefined {
	const text = String(header ?? '').slice(0, MAX_LINK);
	const [, ...links] = text.split('<');
	for (const link of links) {
		const [address, parameters = ''] = link.split('>');
		if (/;\s?rel="?next\b/i.test(parameters) && address !== '') return address;
	}
	return undefined;
}

/** What a body says of further pages, as {@link nextPageOf} returns it. */
function nextPageInBody(body: unknown, length: number, depth = 0): string | undefined {
	if (!isRecord(body) || depth > MAX_DEPTH) return undefined;
	let hasMore = false;
	for (const [name, value] of Object.entries(body)) {
		const comparable = comparableName(name);
		if (MORE_NAMES.includes(comparable) && value) {
			if (typeof value === 'string' || typeof value === 'number') return `${name}: ${value}`;
			hasMore = true;
		}
		// Below the body, a count is often of something else.
		const isTotal = TOTAL_NAMES.includes(comparable) || (name === 'count' && depth === 0);
		if (isTotal && Number(value) > length) hasMore = true;
		const below = nextPageInBody(value, length, depth + 1);
		if (below) return below;
		if (below === '') hasMore = true;
	}
	return hasMore ? '' : undefined;
}

/**
 * What the response with a list says of further pages.
 *
 * @param link its `Link` header (RFC 8288)
 * @param length how many records it has
 * @returns the address or the name of the next page; empty where there are more records, but nothing says where; undefined
 * where there are none
 */
export function nextPageOf(body: unknown, link: unknown, length: number): string | undefined {
	return nextLinkIn(link) ?? nextPageInBody(body, length);
}
