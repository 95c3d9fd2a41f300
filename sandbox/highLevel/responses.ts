import { STATUS_CODES } from 'node:http';

import { Refusal, type OAuthCode } from '../refusal';

/** The official texts of apps/v3/oauth-v3.json, which are those of the library oauth2-server, and another one of it. */
const TOKEN_TEXTS: Partial<Record<OAuthCode, string>> = {
	invalid_grant: 'Invalid grant: refresh token is invalid',
	invalid_client: 'Invalid client: client credentials are invalid',
};

/** `{ statusCode, message, error }`: the official common-schemas.json. A 422 lists its texts; the token endpoint has no codes. */
export function refusalBody({ status, message, details: { oauthCode } }: Refusal): object {
	const text = (oauthCode && TOKEN_TEXTS[oauthCode]) ?? message;
	return {
		statusCode: status,
		message: status === 422 ? text.split('; ') : text,
		error: STATUS_CODES[status],
	};
}

/** Every response in JSON has it beside its data. */
export function traced<Response extends { body?: unknown }>(response: Response, id: number): Response {
	const { body } = response;
	return typeof body === 'object' && body !== null ? { ...response, body: { ...body, traceId: `trace-${id}` } } : response;
}

/** A request that the description does not allow: a wrong Version is 401, as clients report, everything else 422. */
export function invalidRequest(violations: readonly string[]): Refusal {
	const ofVersion = violations.find((text) => /^\/header\b.*version/i.test(text));
	if (ofVersion !== undefined) {
		return new Refusal(401, ofVersion.includes('required') ? 'version header was not found.' : 'version header is invalid.');
	}
	const texts = violations.map((text) => text.replace(/^\/(query|requestBody|path)\/?\s*/, ''));
	return new Refusal(422, texts.join('; '));
}
