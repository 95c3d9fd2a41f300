import { needsBearer, type CheckedRequest, type SentRequest } from './contract';
import { isActive, type Appointment } from '../calendars/appointmentBook';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import type { Form } from '../profile';
import { Refusal, type PlatformResponse } from '../responses';
import type { Calendar, Contact } from '../seed';

/** A valid, authorized request as the handlers see it; a location that it names is the token's. */
export interface Call {
	/** Taken at arrival: a reset in the meantime is not seen by half of the request. */
	state: PlatformState;
	/** Decoded path parameters */
	params: Record<string, string>;
	/** Query parameters, converted to the types of the description */
	query: Record<string, unknown>;
	body: unknown;
	/** Names in lower case */
	headers: Record<string, string | string[] | undefined>;
	/** Set for operations with a security requirement */
	access: Access;
}

/** By operationId of openapi.yaml and highLevel.yaml. */
export type OperationHandlers = Record<string, (call: Call) => PlatformResponse>;

/** Those of the token's location. */
export const ofLocation = <T extends { locationId: string }>(
	{ access }: Call,
	all: Iterable<T>,
): T[] => [...all].filter(({ locationId }) => locationId === access.locationId);

/** The one of the token's location with this ID. @throws Refusal with the message where there is none */
export function own<T extends { id: string; locationId: string }>(
	call: Call,
	all: Iterable<T>,
	wanted: unknown,
	message: string,
	status: number = call.state.profile.unknownId,
): T {
	const found = ofLocation(call, all).find(({ id }) => id === wanted);
	if (!found) throw new Refusal(status, message);
	return found;
}

/** @throws Refusal 404 for a calendar of another location; HighLevel describes 400 and 401 only */
export function ownCalendar(call: Call, id = call.params.calendarId): Calendar {
	const { profile, seed } = call.state;
	return own(
		call,
		seed.calendars,
		id,
		'Calendar not found',
		profile.form === 'contract' ? 404 : 400,
	);
}

export const contactsOf = (call: Call) => ofLocation(call, call.state.contacts.values());

/** @throws Refusal for a contact of another location */
export const ownContact = (call: Call, id = call.params.contactId): Contact =>
	own(call, call.state.contacts.values(), id, 'Contact not found');

/** @throws Refusal for one that is not there, or deleted; in the contract, which does not show its status, canceled too */
export function ownAppointment(call: Call): Appointment {
	const { appointments, profile } = call.state;
	const listed = appointments.listed();
	const shown = profile.form === 'contract' ? listed.filter(isActive) : listed;
	return own(call, shown, call.params.eventId, 'Appointment not found');
}

/** The contract shows no texts; those of HighLevel are what clients report. */
const TEXTS: Record<Form, Record<'token' | 'level' | 'privateLevel' | 'scope', string>> = {
	contract: {
		token: 'The access token is missing, is not valid, was revoked or has expired',
		level: 'This endpoint needs a location-level token, not one of the agency',
		privateLevel: 'This endpoint needs a token of a location',
		scope: 'The token lacks the scope',
	},
	highLevel: {
		token: 'Invalid JWT',
		level:
			'This authClass type is not allowed to access this scope. Please verify your IAM configuration if this is not the case.',
		privateLevel: "Token's user type mismatch!",
		scope: 'The token is not authorized for this scope.',
	},
};

const MINT = 'get-location-access-token';

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
	if (level !== 'any' && access.level !== level)
		throw new Refusal(401, access.kind === 'private' ? texts.privateLevel : texts.level);
	const isLoose = operation.operationId === MINT && profile.mintStatus === 201;
	const needed = isLoose ? [] : (operation.security?.flatMap(({ bearer = [] }) => bearer) ?? []);
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
export function requireOwnLocation(
	{ kind, locationId: own }: Access,
	{ params, query, body }: CheckedRequest,
): void {
	const request: Record<string, unknown> = { ...(body as object | undefined), ...query, ...params };
	// The search for opportunities spells it differently.
	const { locationId = request.location_id ?? own } = request;
	if (own === undefined || locationId === own) return;
	const violation = kind === 'oauth' ? 'OAuth token used for another location' : undefined;
	throw new Refusal(403, 'The token does not have access to this location.', { violation });
}
