import { needsBearer, type CheckedRequest, type SentRequest } from './contract';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import type { Form } from '../profile';
import { Refusal } from '../refusal';

/** The contract shows no texts; those of HighLevel are what clients report. */
const TEXTS: Record<Form, Record<'token' | 'level' | 'scope', string>> = {
	contract: {
		token: 'The access token is missing, is not valid, was revoked or has expired',
		level: 'This endpoint needs a location-level token, not one of the agency',
		scope: 'The token lacks the scope',
	},
	highLevel: {
		token: 'Invalid JWT',
		level: 'This authClass type is not allowed to access this scope. Please check token type you are using',
		scope: 'The token is not authorized for this scope.',
	},
};

/**
 * Checks the Bearer token of a request against what its operation needs: its scopes, and a token of a location,
 * unless `x-token-level` says that it takes an agency's (`agency`), or both (`any`).
 *
 * @throws Refusal 401 without a valid token or with one of the wrong level; for a missing scope 401 with HighLevel,
 * and in the contract, which does not show it, what the profile says
 */
export function authorize(
	{ oauth, profile }: PlatformState,
	operation: NonNullable<CheckedRequest['operation']>,
	{ authorization = '' }: SentRequest['headers'],
): Access {
	if (!needsBearer(operation)) return { kind: 'none', level: 'agency', scopes: [] };
	const texts = TEXTS[profile.form];
	const [, token = ''] = /^Bearer (\S+)$/.exec(String(authorization)) ?? [];
	const access = oauth.access(token);
	if (!access) throw new Refusal(401, texts.token);
	const level = 'x-token-level' in operation ? operation['x-token-level'] : 'location';
	if (level !== 'any' && access.level !== level) throw new Refusal(401, texts.level);
	const needed = operation.security?.flatMap(({ bearer = [] }) => bearer) ?? [];
	const missing = needed.filter((scope) => !access.scopes.includes(scope));
	if (missing.length === 0) return access;
	throw profile.form === 'highLevel'
		? new Refusal(401, texts.scope)
		: new Refusal(profile.missingScopeStatus, `${texts.scope} ${missing.join(' ')}`);
}

/**
 * Refuses a location other than the token's, wherever the request names one: "tokens are never reused across
 * sub-accounts". For an OAuth token that is a violation, since its response named the location; the location of
 * a private token is typed by a person, who can be wrong.
 *
 * @throws Refusal of which the status is not shown
 */
export function requireOwnLocation({ kind, locationId: own }: Access, { params, query, body }: CheckedRequest): void {
	const { locationId = own } = { ...(body as { locationId?: unknown } | undefined), ...query, ...params };
	if (own === undefined || locationId === own) return;
	const violation = kind === 'oauth' ? 'OAuth token used for another location' : undefined;
	throw new Refusal(403, 'The token does not have access to this location', { violation });
}
