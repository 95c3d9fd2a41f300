import type { Profile } from './profile';

/** What is sent. `body` is sent as JSON unless it is a string; undefined sends none. */
export interface PlatformResponse {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** Small, so that the few records of the seed already fill several pages. */
const PAGE_SIZE = 1;
/** Not followed by the nodes: the contract shows no further pages. */
const NEXT_PAGE = '/not-shown?page=2';

/** A list. `name` is the list's in the wrapped form, `named` the contract's fields of its records. */
export function listResponse(profile: Profile, name: string, records: readonly object[], named: readonly string[]): PlatformResponse {
	const { bodies, emptyList, pages } = profile;
	if (records.length === 0 && emptyList === 'noContent') return { status: 204 };
	const hasMore = pages === 'several' && records.length > PAGE_SIZE;
	const shown = inOrder(profile, records).slice(0, hasMore ? PAGE_SIZE : undefined);
	const list = shown.map((record) => recordIn(profile, record, named));
	const isHidden = list.length === 0 && emptyList === 'noProperty';
	if (bodies === 'bare') {
		// A list that is the whole body leaves no other place for it.
		const headers = hasMore ? { link: `<${NEXT_PAGE}>; rel="next"` } : undefined;
		return { status: 200, headers, body: isHidden ? null : list };
	}
	const more = hasMore ? { total: records.length, nextPageUrl: NEXT_PAGE } : {};
	const beside = { ...(profile.records === 'extra' && { traceId: 'trace-1' }), ...more };
	return { status: 200, body: { ...wrapped(profile, name, isHidden ? undefined : list), ...beside } };
}

/** The order of lists is not shown. */
export function inOrder<T>({ order }: Profile, list: readonly T[]): T[] {
	return order === 'kept' ? [...list] : [...list].reverse();
}

/** One record whose body is not shown. */
export function recordResponse(profile: Profile, name: string, record: object, named: readonly string[]): PlatformResponse {
	return { status: 200, body: wrapped(profile, name, recordIn(profile, record, named)) };
}

/** The response to PUT and DELETE, of which neither status nor body is shown. */
export function doneResponse(profile: Profile, name: string, record: object): PlatformResponse {
	switch (profile.done) {
		case 'record':
			return recordResponse(profile, name, record, ['id']);
		case 'success':
			return { status: 202, body: { success: true } };
		case 'text':
			return { status: 200, body: 'OK' };
		case 'noContent':
			return { status: 204 };
	}
}

function wrapped({ bodies }: Profile, name: string, value: object | undefined): object | undefined {
	const inner = bodies === 'nested' || bodies === 'wrapped' ? { [name]: value } : value;
	return bodies === 'nested' || bodies === 'data' ? { data: inner } : inner;
}

/** A record with as many fields as the profile shows: all, those that the contract names, or further ones. */
export function recordIn({ records }: Profile, record: object, named: readonly string[]): object {
	if (records === 'full') return record;
	if (records === 'extra') return { customFields: [{ key: 'a', value: [1, null] }], traceId: 'trace-2', ...record };
	return Object.fromEntries(Object.entries(record).filter(([name]) => named.includes(name)));
}
