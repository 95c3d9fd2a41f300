import { isActive, type Appointment } from '../calendars/appointmentBook';
import type { Access } from '../oauth/oauthStore';
import type { PlatformState } from '../platform';
import { Refusal } from '../refusal';
import type { PlatformResponse } from '../responses';
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
	/** Of operations with a security requirement */
	access: Access;
}

/** By operationId of openapi.yaml and highLevel.yaml. */
export type OperationHandlers = Record<string, (call: Call) => PlatformResponse>;

export const calendarsOf = ({ state, access }: Call): Calendar[] =>
	state.seed.calendars.filter(({ locationId }) => locationId === access.locationId);

export const contactsOf = ({ state, access }: Call): Contact[] =>
	[...state.contacts.values()].filter(({ locationId }) => locationId === access.locationId);

/** @throws Refusal 404 for a calendar of another location; HighLevel describes 400 and 401 only */
export function ownCalendar(call: Call, id = call.params.calendarId): Calendar {
	const status = call.state.profile.form === 'contract' ? 404 : 400;
	return found(calendarsOf(call).find((one) => one.id === id), status, 'Calendar');
}

/** @throws Refusal for a contact of another location */
export function ownContact(call: Call, id = call.params.contactId): Contact {
	return found(contactsOf(call).find((one) => one.id === id), call.state.profile.unknownId, 'Contact');
}

/** @throws Refusal for one that is not there, or deleted; in the contract, which does not show its status, canceled too */
export function ownAppointment({ state, access, params }: Call): Appointment {
	const own = state.appointments.listed().filter(({ locationId }) => locationId === access.locationId);
	const shown = state.profile.form === 'contract' ? own.filter(isActive) : own;
	return found(shown.find(({ id }) => id === params.eventId), state.profile.unknownId, 'Appointment');
}

function found<T>(record: T | undefined, status: number, what: string): T {
	if (!record) throw new Refusal(status, `${what} not found`);
	return record;
}
