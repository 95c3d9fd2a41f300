import type { Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import type { Explanation } from '../http/explain';
import {
	type Appointment,
	appointmentPath,
	APPOINTMENTS,
	isCanceled,
	listContactAppointments,
	currentAppointment,
} from './appointmentReads';
import type { PlatformClient } from './client';
import type { Dialect } from './dialect';
import { highLevelOnly } from './highLevelOnly';
import { write, type WriteOutcome } from './writeOutcome';

/** The body of `create_appointment` without the times. Undefined values are not sent. */
export interface Booking {
	calendarId: string;
	locationId: string;
	contactId: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
	/** The rest is HighLevel's: a text, the place of the meeting, and whether automations run. */
	description?: string;
	address?: string;
	toNotify?: boolean;
}

const times = ({ timeText }: Dialect, { start, end, offset }: Slot) => ({
	startTime: timeText(start, offset),
	endTime: timeText(end, offset),
});

/** The contact's appointments that are compared with a booking; those to come are read first. */
const MAX_OWN = 100;

/** A time zone shifts a time by less. */
const TWO_DAYS_MS = 2 * 86_400_000;

const howIdsLook = "An ID looks like 'ocQHyuzHvysMo5N5VsXc'; a name or an address is none.";

/** POST /calendars/events/appointments (sandbox/openapi.yaml, create_appointment). */
export async function createAppointment(
	client: PlatformClient,
	booking: Booking,
	slot: Slot,
): Promise<WriteOutcome> {
	const { calendarId, contactId } = booking;
	const notFound: Explanation = {
		message: `The calendar '${calendarId}' or the contact '${contactId}' was not found in the location of the credential`,
		whatToDo: `Choose a 'Calendar' of that location from the list, and check 'Contact'. ${howIdsLook}`,
		forModel: `Use the ID of the calendar and of the contact as a tool or the person gave it, and never one that you made up. ${howIdsLook}`,
	};
	const conflict: Explanation = {
		message: `The contact '${contactId}' already has an appointment in this calendar at this time`,
		whatToDo:
			"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
		forModel: 'It is booked already. For another appointment, choose another time.',
	};
	const request = {
		method: 'POST',
		path: APPOINTMENTS,
		body: { ...booking, ...times(await client.dialect(), slot) },
		statuses: { 404: notFound, 409: conflict },
		howToCheck:
			"Before you book again, check the contact's appointments on the platform. If the booking went through, a repeat is a conflict, which 'When Already Booked' in the options can treat as done.",
	} as const;
	// Each may take a request of its own, and those of earlier days say nothing.
	const isEarlier = ({ record }: Appointment) =>
		Date.parse(String(record.startTime)) < slot.start - TWO_DAYS_MS;
	const isOwn = (appointment: Appointment) =>
		appointment.calendarId === calendarId && !isCanceled(appointment) && !isEarlier(appointment);
	return await write(client, request, {
		read: async () =>
			(await listContactAppointments(client, contactId, MAX_OWN, isOwn)).appointments,
		// The platform may have given it another length.
		isDone: (appointment) => appointment.slot?.start === slot.start,
		undone: 'Not booked',
	});
}

const gone = (appointmentId: string): Explanation => ({
	message: `The appointment '${appointmentId}' was not found: it no longer exists, or belongs to another location`,
	whatToDo:
		"Check 'Appointment': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
	forModel: 'Use the appointmentId that the booking returned. If there is none, ask for it.',
});

const howToCheck =
	"Check the appointment on the platform. A repeat also runs the platform's workflows again.";

/** PUT /calendars/events/appointments/{eventId} (sandbox/openapi.yaml, reschedule_appointment). */
export async function rescheduleAppointment(
	client: PlatformClient,
	appointmentId: string,
	{ slot, status }: { slot: Slot; status?: string },
): Promise<WriteOutcome> {
	const request = {
		method: 'PUT',
		path: appointmentPath(appointmentId),
		body: { ...times(await client.dialect(), slot), appointmentStatus: status },
		statuses: {
			404: gone(appointmentId),
			409: {
				message: 'The contact already has another appointment in this calendar at this time',
				whatToDo: 'Choose another time.',
			},
		},
		howToCheck,
	} as const;
	const hasStatus = (appointment: Appointment) =>
		!isCanceled(appointment) && (status ?? appointment.status) === appointment.status;
	return await write(client, request, {
		read: async () => [await currentAppointment(client, appointmentId)].filter(hasStatus),
		isDone: (appointment) =>
			appointment.slot?.start === slot.start && appointment.slot.end === slot.end,
		undone: 'Not rescheduled',
	});
}

/** PUT of the status alone (sandbox/highLevel.yaml, edit-appointment): nothing else of the appointment is touched. */
export async function updateAppointmentStatus(
	client: PlatformClient,
	appointmentId: string,
	status: string,
): Promise<WriteOutcome> {
	const body = { appointmentStatus: status };
	const request = {
		method: 'PUT',
		path: appointmentPath(appointmentId),
		body,
		statuses: { 404: gone(appointmentId) },
		howToCheck,
	} as const;
	return await write(await highLevelOnly(client), request, {
		read: async () => [await currentAppointment(client, appointmentId)],
		isDone: (appointment) => appointment.status === status,
		undone: 'Status unchanged',
	});
}

/** DELETE /calendars/events/{eventId}, without `appointments` (sandbox/openapi.yaml, cancel_appointment). */
export async function cancelAppointment(
	client: PlatformClient,
	appointmentId: string,
): Promise<WriteOutcome> {
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below. The appointment may no longer exist.",
	};
	const missing: Explanation = {
		...gone(appointmentId),
		whatToDo:
			"Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
		forModel:
			'Use the appointmentId that the booking returned. If it is the right one, nothing is left to cancel.',
	};
	const request = {
		method: 'DELETE',
		path: `/calendars/events/${pathSegment(appointmentId)}`,
		body: (await client.dialect()).cancelBody,
		// How a platform says that nothing is left to cancel is not shown.
		statuses: { 400: refused, 404: missing, 409: refused, 410: missing, 422: refused },
		howToCheck,
	} as const;
	return await write(client, request, {
		read: async () => [await currentAppointment(client, appointmentId)],
		isDone: isCanceled,
		undone: 'The appointment stands',
	});
}
