import { refusalBody } from './highLevel/responses';
import type { Profile } from './profile';
import type { Refusal } from './refusal';

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

/** A list of interface B. `name` is the list's in the wrapped form, `named` the contract's fields. */
export function listResponse(
	profile: Profile,
	name: string,
	records: readonly object[],
	named: readonly string[],
): PlatformResponse {
	if (records.length === 0 && profile.emptyList === 'noContent') return { status: 204 };
	const hasMore = profile.pages === 'several' && records.length > PAGE_SIZE;
	const shown = inOrder(profile, records).slice(0, hasMore ? PAGE_SIZE : undefined);
	const list = shown.map((record) => recordIn(profile, record, named));
	const more = hasMore ? { total: records.length, nextPageUrl: NEXT_PAGE } : {};
	// A list that is the whole body leaves no other place for it.
	const headers = hasMore && profile.bodies === 'bare' ? { link: `<${NEXT_PAGE}>; rel="next"` } : undefined;
	return { status: 200, headers, body: listBody(profile, name, list, more) };
}

function listBody({ bodies, emptyList, records }: Profile, name: string, list: object[], more: object): unknown {
	const none = list.length === 0 && emptyList === 'noProperty';
	const beside = { ...(records === 'extra' && { traceId: 'trace-1' }), ...more };
	if (bodies === 'bare') return none ? null : list;
	if (bodies === 'nested') return { data: none ? {} : { [name]: list }, ...beside };
	return { ...(none ? {} : { [bodies === 'data' ? 'data' : name]: list }), ...beside };
}

/** The order of lists is not shown. */
export function inOrder<T>({ order }: Profile, list: readonly T[]): T[] {
	return order === 'kept' ? [...list] : [...list].reverse();
}

/** One record whose body is not shown. */
export function recordResponse(
	profile: Profile,
	name: string,
	record: object,
	named: readonly string[],
): PlatformResponse {
	return { status: 200, body: wrapped(profile, name, recordIn(profile, record, named)) };
}

/** The response to PUT and DELETE, of which neither status nor body is shown. */
export function doneResponse(profile: Profile, name: string, record: object): PlatformResponse {
	switch (profile.done) {
		case 'record':
			return { status: 200, body: wrapped(profile, name, recordIn(profile, record, ['id'])) };
		case 'success':
			return { status: 202, body: { success: true } };
		case 'text':
			return { status: 200, body: 'OK' };
		case 'noContent':
			return { status: 204 };
	}
}

function wrapped({ bodies }: Profile, name: string, record: object): object {
	const inner = bodies === 'nested' || bodies === 'wrapped' ? { [name]: record } : record;
	return bodies === 'nested' || bodies === 'data' ? { data: inner } : inner;
}

/** A record with as many fields as the profile shows: all, those that the contract names, or further ones. */
export function recordIn({ records }: Profile, record: object, named: readonly string[]): object {
	if (records === 'full') return record;
	if (records === 'extra') return { customFields: [{ key: 'a', value: [1, null] }], traceId: 'trace-2', ...record };
	return Object.fromEntries(Object.entries(record).filter(([name]) => named.includes(name)));
}

/** The shape of error bodies is not shown, nor that of the token endpoint's beside the code. */
export function refusalResponse(profile: Profile, refusal: Refusal): PlatformResponse {
	const { status, message, details } = refusal;
	if (profile.form === 'highLevel') return { status, body: refusalBody(refusal) };
	const { oauthCode, ofRefresh } = details;
	if (!oauthCode) return { status, ...errorBody(profile, status, message) };
	const isUnnamed = profile.oauthErrors === 'unnamed';
	const code = isUnnamed && ofRefresh ? 'token_rejected' : oauthCode;
	const { headers, body } =
		profile.errorBody === 'message'
			? { headers: {}, body: { error: code, error_description: message } }
			: errorBody(profile, code, `${code}: ${message}`);
	const sentStatus = { rfc: status, ok: 200, unnamed: 403 }[profile.oauthErrors];
	return { status: sentStatus, headers: { 'cache-control': 'no-store', ...headers }, body };
}

function errorBody(
	{ errorBody: shape }: Profile,
	code: number | string,
	message: string,
): Omit<PlatformResponse, 'status'> {
	switch (shape) {
		case 'message':
			return { body: { statusCode: code, message } };
		case 'nested':
			return { body: { error: { code, message } } };
		case 'list':
			return { body: { errors: [{ status: String(code), detail: message }] } };
		case 'html':
			return {
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: `<!doctype html><title>${code}</title><h1>${message}</h1>`,
			};
		case 'text':
			return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message };
	}
}
