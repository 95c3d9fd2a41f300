import { isRecord } from './body';

/** Properties by which answers tell that a list goes on, in their usual spellings. */
const GOES_ON = /^(next|nextPage|nextPageUrl|next_page|nextCursor|next_cursor|hasMore|has_more|hasNext)$/;
const TOTAL = /^(total|totalCount|total_count)$/;
const DEPTH = 2;

/** In a body, whole or from the host on: anything else may be a cursor. */
const ADDRESS = /^(https?:\/)?\//i;
const NEXT_LINK = /<([^>]+)>[^,]*;\s*rel="?next/i;

function goesOn(body: unknown, length: number, depth = 0): boolean {
	if (!isRecord(body) || depth > DEPTH) return false;
	return Object.entries(body).some(([name, value]) => {
		if (GOES_ON.test(name) && Boolean(value)) return true;
		if (TOTAL.test(name) && Number(value) > length) return true;
		return goesOn(value, length, depth + 1);
	});
}

/**
 * Whether an answer says, in its body or its `Link` header, that it shows only a part of its list.
 *
 * @param length of the list that was read
 */
export function isPartOfList(body: unknown, link: unknown, length: number): boolean {
	return NEXT_LINK.test(String(link)) || goesOn(body, length);
}

/** An address under one of the usual names. */
function addressIn(body: unknown, depth = 0): string | undefined {
	if (!isRecord(body) || depth > DEPTH) return undefined;
	for (const [name, value] of Object.entries(body)) {
		if (GOES_ON.test(name) && typeof value === 'string' && ADDRESS.test(value)) return value;
		const inner = addressIn(value, depth + 1);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/**
 * The address of the next page, as the server gives it: in a `Link` header (RFC 8288) or in the body.
 *
 * @param base the API's own address, without a slash at its end; any other host is left out
 * @param requested path of the request below `base`: what the header's address may be relative to
 * @returns path and query below `base`
 */
export function nextPagePath(body: unknown, link: unknown, base: string, requested: string): string | undefined {
	const address = NEXT_LINK.exec(String(link))?.[1] ?? addressIn(body);
	const here = `${base}${requested}`;
	if (address === undefined || !URL.canParse(address, here)) return undefined;
	const { href } = new URL(address, here);
	// As the platform may spell it: the host in small letters, without the usual port.
	const root = new URL(`${base}/`).href;
	return href.startsWith(root) ? href.slice(root.length - 1) : undefined;
}
