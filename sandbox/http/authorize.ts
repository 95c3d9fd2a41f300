import { needsBearer, type CheckedRequest, type SentRequest } from './contract';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import type { Form } from '../profile';
import { Refusal } from '../refusal';

export type Operation = NonNullable<CheckedRequest['operation']>;

/** The contract shows no texts; those of HighLevel are what clients report. */
const TEXTS: Record<Form, Record<'none' | 'invalid' | 'level' | 'scope', string>> = {
	contract: {
		none: 'The header Authorization with a Bearer token is required',
		invalid: 'The access token is not valid, was revoked or has expired',
		level: 'This endpoint needs a location-level token, not one of the agency',
		scope: 'The token lacks the scope',
	},
	highLevel: {
		none: 'Invalid JWT',
		invalid: 'Invalid JWT',
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
	operation: Operation,
	{ authorization = '' }: SentRequest['headers'],
): Access {
	if (!needsBearer(operation)) return { kind: 'none', level: 'agency', scopes: [] };
	const texts = TEXTS[profile.form];
	const token = /^Bearer (\S+)$/.exec(String(authorization))?.[1];
	if (!token) throw new Refusal(401, texts.none);
	const access = oauth.access(token);
	if (!access) throw new Refusal(401, texts.invalid);
	const level = 'x-token-level' in operation ? operation['x-token-level'] : 'location';
	if (level !== 'any' && access.level !== level) throw new Refusal(401, texts.level);
	const needed = operation.security?.flatMap(({ bearer = [] }) => bearer) ?? [];
	const missing = needed.filter((scope) => !access.scopes.includes(scope));
	if (missing.length === 0) return access;
	throw profile.form === 'highLevel'
		? new Refusal(401, texts.scope)
		: new Refusal(profile.missingScopeStatus, `${texts.scope} ${missing.join(' ')}`);
}
