import { STATUS_CODES } from 'node:http';

import type { Profile } from './profile';

/** A response. `body` is sent as JSON unless it is a string; undefined sends none. */
export interface PlatformResponse {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

export const ok = (body: unknown, status = 200): PlatformResponse => ({ status, body });

/** Small, so that the few records of the seed already fill several pages. */
const PAGE_SIZE = 1;
/** Not followed by the nodes: the contract shows no further pages. */
const NEXT_PAGE = '/not-shown?page=2';

/** A list. `name` is the list's in the wrapped form, `named` the contract's fields of its records. */
export function listResponse(
	profile: Profile,
	name: string,
	records: readonly object[],
	named: readonly string[],
): PlatformResponse {
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
	return ok({ ...wrapped(profile, name, isHidden ? undefined : list), ...beside });
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
	return ok(wrapped(profile, name, recordIn(profile, record, named)));
}

/** The response to PUT and DELETE, of which neither status nor body is shown. */
export function doneResponse(profile: Profile, name: string, record: object): PlatformResponse {
	switch (profile.done) {
		case 'record':
			return recordResponse(profile, name, record, ['id']);
		case 'success':
			return ok({ success: true }, 202);
		case 'text':
			return ok('OK');
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
	if (records === 'extra')
		return { customFields: [{ key: 'a', value: [1, null] }], traceId: 'trace-2', ...record };
	return Object.fromEntries(Object.entries(record).filter(([name]) => named.includes(name)));
}

/** The codes of RFC 6749, section 5.2. */
type OAuthCode = 'invalid_client' | 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type';

interface RefusalDetails {
	/** Code for the token endpoint */
	oauthCode?: OAuthCode;
	/** The contract shows no code for a refused refresh token */
	ofRefresh?: boolean;
	/** Set when sending such a request violates the contract, and does not only fail */
	violation?: string;
	/** Further fields of HighLevel's body */
	beside?: object;
}

/** Thrown by handlers: the request is refused. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: RefusalDetails = {},
	) {
		super(message);
	}
}

/** A refusal of the token endpoint, with the status of RFC 6749. */
export function oauthRefusal(oauthCode: OAuthCode, message: string, ofRefresh = false): Refusal {
	return new Refusal(oauthCode === 'invalid_client' ? 401 : 400, message, { oauthCode, ofRefresh });
}

/** The official texts of apps/v3/oauth-v3.json, which are those of the library oauth2-server, and another one of it. */
const TOKEN_TEXTS: Partial<Record<OAuthCode, string>> = {
	invalid_grant: 'Invalid grant: refresh token is invalid',
	invalid_client: 'Invalid client: client credentials are invalid',
};

/** As recorded. */
const CODE_REFUSED = ok(
	{ error: 'UnAuthorized!', error_description: 'Authorization code not found' },
	401,
);

/** The contract shows neither the shape of error bodies nor that of the token endpoint's beside the code. */
export function refusalResponse(
	profile: Profile,
	{ status, message, details }: Refusal,
): PlatformResponse {
	const { oauthCode, ofRefresh } = details;
	if (profile.form === 'highLevel') {
		if (oauthCode === 'invalid_grant' && !ofRefresh) return CODE_REFUSED;
		// common-schemas.json; the token endpoint has no codes.
		const said = (oauthCode && TOKEN_TEXTS[oauthCode]) ?? message;
		const error = STATUS_CODES[status];
		return ok({ statusCode: status, message: said, error, ...details.beside }, status);
	}
	if (!oauthCode) return { status, ...errorBody(profile, status, message) };
	const code = profile.oauthErrors === 'unnamed' && ofRefresh ? 'token_rejected' : oauthCode;
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
