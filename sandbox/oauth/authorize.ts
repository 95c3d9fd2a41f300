import type { Context } from 'openapi-backend';

import type { Access } from './oauthStore';
import { accessOf, type Call, type Exchange } from '../http/exchange';
import { HttpError } from '../httpError';

/**
 * Checks the Bearer token of a request against what its operation needs.
 * Agency-level tokens get 401 on endpoints of a location.
 *
 * @throws HttpError 401 without a valid token or with one of the wrong level; the statuses for an
 * expired token and for a missing scope are not shown
 */
export function authorize(context: Context, { state }: Exchange): Access {
	const header = String(context.request.headers.authorization ?? '');
	const token = /^Bearer (\S+)$/.exec(header)?.[1];
	if (!token) throw new HttpError(401, 'The header Authorization with a Bearer token is required');
	const access = state.oauth.access(token);
	if (!access) throw new HttpError(401, 'The access token is not valid or was revoked');
	if (access === 'expired') {
		throw new HttpError(state.profile.expiredTokenStatus, 'The access token has expired');
	}

	const { operation } = context;
	if ('x-token-level' in operation && access.level !== 'location') {
		throw new HttpError(401, 'This endpoint needs a location-level token, not one of the agency');
	}
	const needed = operation.security?.flatMap((requirement) => requirement.bearer ?? []) ?? [];
	const missing = needed.filter((scope) => !access.scopes.includes(scope));
	if (missing.length > 0) {
		throw new HttpError(state.profile.missingScopeStatus, `The token lacks the scope ${missing.join(' ')}`);
	}
	return access;
}

/**
 * Refuses a location other than the token's: "tokens are never reused across sub-accounts".
 * For an OAuth token that is a violation, since its answer named the location; the location of a
 * private token is typed by a person, who can be wrong.
 *
 * @throws HttpError of which the status is not shown
 */
export function requireOwnLocation(call: Call, locationId: string): void {
	const access = accessOf(call);
	if (access.locationId === locationId) return;
	const { otherLocationStatus } = call.state.profile;
	const refusal = new HttpError(otherLocationStatus, 'The token does not have access to this location');
	if (access.kind === 'oauth') refusal.violation = 'OAuth token used for another location';
	throw refusal;
}
