import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isRecord, readOptionalObject } from '../http/body';
import { formatUtc } from '../time/times';
import type { PlatformClient, PlatformRequest } from './client';
import { isOutcomeUnknown } from './errors';
import type { Explanation } from './tokenErrors';

const SCOPE = 'calendars.write';

/** Of `create_appointment`, without the times. What is undefined is not sent. */
export interface Booking {
	calendarId: string;
	locationId: string;
	contactId: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
}

/** How a write ended, where callers can go on from it; every other end is thrown. */
export type WriteOutcome =
	/** `record` is the platform's own, empty where it sent none. */
	| { kind: 'done'; record: IDataObject }
	| {
			/**
			 * taken: 400, the slot is not available, or the request was refused for another reason;
			 * conflict: 409; gone: 404 or 410;
			 * unknown: no response, 5xx, or one of success that does not say what became of the write:
			 * it may or may not have been carried out.
			 */
			kind: 'taken' | 'conflict' | 'gone' | 'unknown';
			error: NodeApiError;
	  };

const KINDS: Record<string, 'taken' | 'conflict' | 'gone'> = {
	400: 'taken',
	404: 'gone',
	409: 'conflict',
	410: 'gone',
};

const SUCCESS = /^(ok|succe+d+ed|success(ful)?)$/i;
const ERROR_KEYS = new Set(['error', 'errors']);
const WRAPPERS = new Set(['appointment', 'data']);

function isNothing(value: unknown): boolean {
	return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Whether a body says that a write was carried out, as none at all does: the contract shows a body
 * for a booking only. A proxy's page, JSON that breaks off and a refusal with status 200 say nothing.
 */
export function confirmsWrite(body: unknown): boolean {
	if (typeof body === 'string') return /^("?ok"?)?$/i.test(body.trim());
	if (Array.isArray(body)) return body.filter(isRecord).every(confirmsWrite);
	if (!isRecord(body)) return body !== false;
	return Object.entries(body).every(([name, value]) => {
		if (SUCCESS.test(name)) return !/^(false|0)$/i.test(String(value));
		if (ERROR_KEYS.has(name)) return isNothing(value);
		return !WRAPPERS.has(name) || confirmsWrite(value);
	});
}

async function write(client: PlatformClient, request: PlatformRequest): Promise<WriteOutcome> {
	return await client.request({ ...request, isConclusive: confirmsWrite }).then(
		(body): WriteOutcome => ({ kind: 'done', record: readOptionalObject(body, 'appointment') }),
		async (error: unknown): Promise<WriteOutcome> => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			if (isOutcomeUnknown(error)) return { kind: 'unknown', error };
			const kind = KINDS[error.httpCode ?? ''];
			return kind ? { kind, error } : await Promise.reject(error);
		},
	);
}

function times({ start, end }: Slot): { startTime: string; endTime: string } {
	return { startTime: formatUtc(start), endTime: formatUtc(end) };
}

/** POST /calendars/events/appointments (sandbox/openapi.yaml, create_appointment). */
export async function createAppointment(
	client: PlatformClient,
	booking: Booking,
	slot: Slot,
): Promise<WriteOutcome> {
	return await write(client, {
		method: 'POST',
		path: '/calendars/events/appointments',
		body: { ...booking, ...times(slot) },
		scope: SCOPE,
		statuses: {
			404: {
				message: `The calendar '${booking.calendarId}' or the contact '${booking.contactId}' was not found in the location of the credential`,
				whatToDo: "Choose a 'Calendar' of that location from the list, and check 'Contact ID'.",
				forModel:
					'Use the IDs of the calendar and of the contact as a tool or the person gave them, and never one that you made up.',
			},
			409: {
				message: `The contact '${booking.contactId}' already has an appointment in this calendar at this time`,
				whatToDo:
					"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
				forModel: 'It is booked already. For another appointment, choose another time.',
			},
			422: unreadable("'Calendar', 'Location', 'Contact ID', 'Start' and 'End' are all"),
		},
		howToCheck:
			"Before you book again, check the contact's appointments on the platform. If the booking went through, a repeat is a conflict, which 'When Already Booked' in the options can treat as done.",
	});
}

function appointmentGone(eventId: string, whatToDo: string, forModel: string): Explanation {
	const message = `The appointment '${eventId}' was not found: it no longer exists, or belongs to another location`;
	return { message, whatToDo, forModel };
}

/** @param required the fields of the operation */
function unreadable(required: string): Explanation {
	return {
		message: 'A field is missing, or has a time that the platform cannot read',
		whatToDo: `${required} required, and times must be ISO 8601.`,
	};
}

/**
 * PUT /calendars/events/appointments/{eventId} (sandbox/openapi.yaml, reschedule_appointment).
 *
 * @param appointmentStatus sent only when given
 */
export async function rescheduleAppointment(
	client: PlatformClient,
	eventId: string,
	slot: Slot,
	appointmentStatus?: string,
): Promise<WriteOutcome> {
	return await write(client, {
		method: 'PUT',
		path: `/calendars/events/appointments/${pathSegment(eventId, 'Appointment ID')}`,
		body: { ...times(slot), appointmentStatus },
		scope: SCOPE,
		statuses: {
			404: appointmentGone(
				eventId,
				"Check 'Appointment ID': it is the eventId that Book returned.",
				'Use the eventId that the booking returned. If there is none, ask for it.',
			),
			409: {
				message: 'The contact already has another appointment in this calendar at this time',
				whatToDo: 'Choose another time.',
			},
			422: unreadable("'Start' and 'End' are both"),
		},
		howToCheck:
			"Check the appointment on the platform. Sending the new time again also runs the account's workflows again.",
	});
}

/** DELETE /calendars/events/{eventId}, without `appointments` (sandbox/openapi.yaml, cancel_appointment). */
export async function cancelAppointment(client: PlatformClient, eventId: string): Promise<WriteOutcome> {
	const gone = appointmentGone(
		eventId,
		"Check 'Appointment ID'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
		'Use the eventId that the booking returned. If it is the right one, nothing is left to cancel.',
	);
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${eventId}'`,
		whatToDo: 'Read its response. The appointment may no longer exist.',
	};
	return await write(client, {
		method: 'DELETE',
		path: `/calendars/events/${pathSegment(eventId, 'Appointment ID')}`,
		scope: SCOPE,
		// How a platform says that nothing is left to cancel is not shown.
		statuses: { 400: refused, 404: gone, 409: refused, 410: gone, 422: refused },
		howToCheck:
			"Check the appointment on the platform. Canceling it again also runs the account's workflows again.",
	});
}
