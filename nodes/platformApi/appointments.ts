import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { confirmsWrite, fieldsOf, readOptionalObject } from '../http/body';
import type { PlatformClient, PlatformRequest } from './client';
import type { Dialect } from './dialect';
import { isOutcomeUnknown, platformTextOf, type Wording } from './errors';

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
			 * conflict: 409; gone: the appointment is not there (`isGone` of the dialect);
			 * unknown: no response, 5xx, or one of success that does not say what became of the write:
			 * it may or may not have been carried out.
			 */
			kind: 'taken' | 'conflict' | 'gone' | 'unknown';
			error: NodeApiError;
	  };

const REFUSED: Record<string, 'taken' | 'conflict'> = { 400: 'taken', 409: 'conflict' };

/** Whether a body says that a booking or its end was carried out; a text must say so itself. */
function isConclusive(body: unknown): boolean {
	return typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);
}

async function write(client: PlatformClient, request: PlatformRequest): Promise<WriteOutcome> {
	return await client.request({ ...request, right: 'writeAppointments', accepts: isConclusive }).then(
		// Beside the contract's `appointment`, an `id` is of something else.
		(body): WriteOutcome => ({ kind: 'done', record: readOptionalObject(fieldsOf(body).appointment ?? body, 'appointment') }),
		async (error: unknown): Promise<WriteOutcome> => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			if (isOutcomeUnknown(error)) return { kind: 'unknown', error };
			const isGone = (await client.dialect()).isGone(request.method, Number(error.httpCode), platformTextOf(error));
			const kind = isGone ? 'gone' : REFUSED[error.httpCode ?? ''];
			// A proxy's 404 says nothing of the appointment.
			return kind && error.context.isOfPlatform ? { kind, error } : await Promise.reject(error);
		},
	);
}

const times = ({ timeText }: Dialect, { start, end, offset }: Slot) => ({
	startTime: timeText(start, offset),
	endTime: timeText(end, offset),
});

/** POST /calendars/events/appointments (sandbox/openapi.yaml, create_appointment). */
export async function createAppointment(
	client: PlatformClient,
	booking: Booking,
	slot: Slot,
	wording?: Wording,
): Promise<WriteOutcome> {
	const path = '/calendars/events/appointments';
	return await write(client, { method: 'POST', path, body: { ...booking, ...times(await client.dialect(), slot) }, ...wording });
}

/**
 * PUT /calendars/events/appointments/{eventId} (sandbox/openapi.yaml, reschedule_appointment).
 *
 * @param status sent only when given
 */
export async function rescheduleAppointment(
	client: PlatformClient,
	appointmentId: string,
	{ slot, status }: { slot: Slot; status?: string },
	wording?: Wording,
): Promise<WriteOutcome> {
	const path = `/calendars/events/appointments/${pathSegment(appointmentId)}`;
	return await write(client, { method: 'PUT', path, body: { ...times(await client.dialect(), slot), appointmentStatus: status }, ...wording });
}

/** DELETE /calendars/events/{eventId}, without `appointments` (sandbox/openapi.yaml, cancel_appointment). */
export async function cancelAppointment(
	client: PlatformClient,
	appointmentId: string,
	wording?: Wording,
): Promise<WriteOutcome> {
	const { cancelBody: body } = await client.dialect();
	return await write(client, { method: 'DELETE', path: `/calendars/events/${pathSegment(appointmentId)}`, body, ...wording });
}
