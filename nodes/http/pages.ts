import { isRecord } from './body';

/** Properties by which responses tell that a list has more, in their usual spellings. */
const MORE = /^(next|nextPage|nextPageUrl|next_page|nextCursor|next_cursor|hasMore|has_more|hasNext)$/;
const TOTAL = /^(total|totalCount|total_count)$/;
const MAX_DEPTH = 2;

const NEXT_LINK = /<[^>]+>[^,]*;\s*rel="?next/i;

/**
 * Whether a response says, in its body or its `Link` header (RFC 8288), that its list has more than
 * it shows.
 *
 * @param length of the list that was read
 */
export function hasMore(body: unknown, link: unknown, length: number): boolean {
	return NEXT_LINK.test(String(link)) || saysMore(body, length);
}

function saysMore(body: unknown, length: number, depth = 0): boolean {
	if (!isRecord(body) || depth > MAX_DEPTH) return false;
	return Object.entries(body).some(([name, value]) => {
		if (MORE.test(name) && Boolean(value)) return true;
		if (TOTAL.test(name) && Number(value) > length) return true;
		return saysMore(value, length, depth + 1);
	});
}
