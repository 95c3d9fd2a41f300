import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { confirmsWrite, fieldsOf, readOptionalObject } from '../http/body';
import { type Appointment, appointmentPath, APPOINTMENTS, listContactAppointments } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import type { Dialect } from './dialect';
import { highLevelOnly } from './highLevelOnly';
import { isOutcomeUnknown, type Wording } from './errors';
import { asked, isCanceled, isGone, presentAppointment, type WriteOutcome } from './writeOutcome';

/** What `create_appointment` sends beside the times. What is undefined is not sent. */
export interface Booking {
	calendarId: string;
	locationId: string;
	contactId: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
	/** The rest is HighLevel's: a meeting location in words, and whether automations run. */
	description?: string;
	address?: string;
	toNotify?: boolean;
}

const REFUSED: Record<string, 'taken' | 'conflict'> = { 400: 'taken', 409: 'conflict' };

/** Whether a body says that a write was carried out; a text must say so itself. */
function isConclusive(body: unknown): boolean {
	return typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);
}

async function write(client: PlatformClient, request: PlatformRequest): Promise<WriteOutcome> {
	return await client.request({ ...request, right: 'writeAppointments', accepts: isConclusive }).then(
		// If the body has `appointment`, an `id` next to it is something else's.
		(body): WriteOutcome => ({ kind: 'done', record: readOptionalObject(fieldsOf(body).appointment ?? body, 'appointment') }),
		async (error: unknown): Promise<WriteOutcome> => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			if (isOutcomeUnknown(error)) return { kind: 'unknown', error };
			const kind = (await isGone(client, request.method, error)) ? 'gone' : REFUSED[error.httpCode ?? ''];
			// A proxy's 404 says nothing of the appointment.
			return kind && error.context.isOfPlatform ? { kind, error } : await Promise.reject(error);
		},
	);
}

const times = ({ timeText }: Dialect, { start, end, offset }: Slot) => ({
	startTime: timeText(start, offset),
	endTime: timeText(end, offset),
});

/** The contact's appointments that are compared with a booking; those to come are read first. */
const MAX_OWN = 100;

/**
 * Length of an appointment in milliseconds; undefined where the platform cannot be asked.
 *
 * @throws NodeOperationError where the platform does not say it
 */
export async function appointmentLength(client: PlatformClient, appointmentId: string): Promise<number | undefined> {
	if (!(await client.dialect()).hasContacts) return undefined;
	const { slot } = await presentAppointment(client, appointmentId);
	if (slot) return slot.end - slot.start;
	const message = `The platform does not say how long the appointment '${appointmentId}' is`;
	throw new NodeOperationError(client.node, message, { description: "Nothing was sent. Check 'Appointment ID', or fill in 'Duration (Minutes)'." });
}

/** POST /calendars/events/appointments (sandbox/openapi.yaml, create_appointment). */
export async function createAppointment(client: PlatformClient, booking: Booking, slot: Slot, wording?: Wording): Promise<WriteOutcome> {
	const body = { ...booking, ...times(await client.dialect(), slot) };
	const outcome = await write(client, { method: 'POST', path: APPOINTMENTS, body, ...wording });
	const isOwn = (appointment: Appointment) => appointment.calendarId === booking.calendarId && !isCanceled(appointment);
	return await asked(client, outcome, {
		read: async () => await listContactAppointments(client, booking.contactId, MAX_OWN, isOwn).then(({ appointments }) => appointments.filter(isOwn)),
		// The platform may have given it another length.
		isDone: (appointment) => appointment.slot?.start === slot.start,
		undone: 'Not booked',
	});
}

/** PUT /calendars/events/appointments/{eventId} (sandbox/openapi.yaml, reschedule_appointment). */
export async function rescheduleAppointment(
	client: PlatformClient,
	appointmentId: string,
	{ slot, status }: { slot: Slot; status?: string },
	wording?: Wording,
): Promise<WriteOutcome> {
	const body = { ...times(await client.dialect(), slot), appointmentStatus: status };
	const outcome = await write(client, { method: 'PUT', path: appointmentPath(appointmentId), body, ...wording });
	const isAsWanted = (appointment: Appointment) => !isCanceled(appointment) && (status ?? appointment.status) === appointment.status;
	return await asked(client, outcome, {
		read: async () => [await presentAppointment(client, appointmentId)].filter(isAsWanted),
		isDone: (appointment) => appointment.slot?.start === slot.start && appointment.slot.end === slot.end,
		undone: 'Not rescheduled',
	});
}

/** PUT of the status alone (sandbox/highLevel.yaml, edit-appointment): nothing else of the appointment is touched. */
export async function updateAppointmentStatus(client: PlatformClient, appointmentId: string, status: string, wording?: Wording): Promise<WriteOutcome> {
	const request = { method: 'PUT', path: appointmentPath(appointmentId), body: { appointmentStatus: status }, ...wording } as const;
	return await asked(client, await write(await highLevelOnly(client), request), {
		read: async () => [await presentAppointment(client, appointmentId)],
		isDone: (appointment) => appointment.status === status,
		undone: 'Status unchanged',
	});
}

/** DELETE /calendars/events/{eventId}, without `appointments` (sandbox/openapi.yaml, cancel_appointment). */
export async function cancelAppointment(client: PlatformClient, appointmentId: string, wording?: Wording): Promise<WriteOutcome> {
	const { cancelBody: body } = await client.dialect();
	const outcome = await write(client, { method: 'DELETE', path: `/calendars/events/${pathSegment(appointmentId)}`, body, ...wording });
	return await asked(client, outcome, {
		read: async () => [await presentAppointment(client, appointmentId)],
		isDone: isCanceled,
		undone: 'The appointment stands',
	});
}
