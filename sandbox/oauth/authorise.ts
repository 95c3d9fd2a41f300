import type { Context } from 'openapi-backend';

import type { Access } from './oauthStore';
import type { Exchange } from '../http/exchange';
import { Refusal } from '../refusal';

/**
 * Checks the Bearer token of a request against what its operation needs.
 * Contract: Authentication, interface B; agency-level tokens get 401 on endpoints of a location.
 *
 * @throws Refusal 401 without a valid token or with one of the wrong level; for a missing scope
 * the status is not shown, 403 unless changed by `setBehaviour`
 */
export function authorise(context: Context, { state }: Exchange): Access {
	const header = String(context.request.headers.authorization ?? '');
	const token = /^Bearer (\S+)$/.exec(header)?.[1];
	if (!token) throw new Refusal(401, 'The header Authorization with a Bearer token is required');
	const access = state.oauth.access(token);
	if (!access) throw new Refusal(401, 'The access token is not valid, was revoked or has expired');

	const { operation } = context;
	if ('x-token-level' in operation && access.level !== 'location') {
		throw new Refusal(401, 'This endpoint needs a location-level token, not one of the agency');
	}
	const needed = operation.security?.flatMap((requirement) => requirement.bearer ?? []) ?? [];
	const missing = needed.filter((scope) => !access.scopes.includes(scope));
	if (missing.length > 0) {
		const { missingScopeStatus } = state.behaviour;
		throw new Refusal(missingScopeStatus, `The token lacks the scope ${missing.join(' ')}`);
	}
	return access;
}

/**
 * Refuses a location other than the token's: "tokens are never reused across sub-accounts".
 * For an OAuth token that is a breach, since its answer named the location; the location of a
 * private token is typed by a person, who can be wrong.
 *
 * @throws Refusal 403 (the status is the sandbox's choice: not shown)
 */
export function requireOwnLocation(access: Access, locationId: string): void {
	if (access.locationId === locationId) return;
	const refusal = new Refusal(403, 'The token does not have access to this location');
	if (access.kind === 'oauth') refusal.breach = 'OAuth token used for another location';
	throw refusal;
}
