import { STATUS_CODES } from 'node:http';

import type { Profile } from './profile';
import type { PlatformResponse } from './responses';

/** The codes of RFC 6749, section 5.2. */
type OAuthCode = 'invalid_client' | 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type';

interface RefusalDetails {
	/** Of the token endpoint */
	oauthCode?: OAuthCode;
	/** The contract shows no code for a refused refresh token */
	ofRefresh?: boolean;
	/** Set when sending such a request violates the contract, and does not only fail */
	violation?: string;
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

/** The contract shows neither the shape of error bodies nor that of the token endpoint's beside the code. */
export function refusalResponse(profile: Profile, { status, message, details }: Refusal): PlatformResponse {
	const { oauthCode, ofRefresh } = details;
	if (profile.form === 'highLevel') {
		// common-schemas.json; a 422 lists its texts, and the token endpoint has no codes.
		const text = (oauthCode && TOKEN_TEXTS[oauthCode]) ?? message;
		return { status, body: { statusCode: status, message: status === 422 ? text.split('; ') : text, error: STATUS_CODES[status] } };
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

function errorBody({ errorBody: shape }: Profile, code: number | string, message: string): Omit<PlatformResponse, 'status'> {
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
