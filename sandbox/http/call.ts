import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import { Refusal } from '../refusal';
import type { PlatformResponse } from '../responses';

/** A valid, authorized request as the handlers see it. */
export interface Call {
	/** Taken at arrival: a reset in the meantime is not seen by half of the request. */
	state: PlatformState;
	/** Decoded path parameters */
	params: Record<string, string>;
	/** Query parameters, converted to the types of openapi.yaml */
	query: Record<string, unknown>;
	body: unknown;
	/** Names in lower case */
	headers: Record<string, string | string[] | undefined>;
	/** Of operations with a security requirement */
	access: Access;
}

export type OperationHandler = (call: Call) => PlatformResponse;
/** By operationId of openapi.yaml. */
export type OperationHandlers = Record<string, OperationHandler>;

/**
 * Refuses a location other than the token's: "tokens are never reused across sub-accounts".
 * For an OAuth token that is a violation, since its response named the location; the location of a
 * private token is typed by a person, who can be wrong.
 *
 * @throws Refusal of which the status is not shown
 */
export function requireOwnLocation({ access }: Call, locationId: string): void {
	if (access.locationId === locationId) return;
	const violation = access.kind === 'oauth' ? 'OAuth token used for another location' : undefined;
	throw new Refusal(403, 'The token does not have access to this location', { violation });
}
