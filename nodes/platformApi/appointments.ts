import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isDeleted, readId } from '../http/body';
import type { Explanation, StatusTexts } from '../http/explain';
import {
	type Appointment,
	appointmentPath,
	APPOINTMENTS,
	findAppointment,
	isCanceled,
	listCalendarAppointments,
} from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import type { Dialect } from './dialect';
import { type Lookup, type Outcome, write } from './write';

/** What can be set beside the calendar, the contact and the times. Undefined values are not sent. */
export interface AppointmentSettings {
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
	/** The rest is HighLevel's. */
	description?: string;
	/** The place of the meeting, and what it is, such as `zoom`. */
	address?: string;
	meetingLocationType?: string;
	/** One of the places that the calendar has, in place of a type. */
	meetingLocationId?: string;
	/** Whether the calendar's notice and range of dates do not count. */
	ignoreDateRange?: boolean;
	/** Whether automations run. */
	toNotify?: boolean;
}

/** The body of `create_appointment` without the times. */
export interface Booking extends AppointmentSettings {
	calendarId: string;
	locationId: string;
	contactId: string;
}

/** By the official schema, a type of place holds only where the calendar's own is overridden, and an ID only where it is not. */
function bodyOf(settings: AppointmentSettings): IDataObject {
	const body = { ...settings } as IDataObject;
	if (settings.meetingLocationType !== undefined) body.overrideLocationConfig = true;
	else if (settings.meetingLocationId !== undefined) body.overrideLocationConfig = false;
	return body;
}

/** The times of a slot as a form of the API writes them. */
function timesForRequest({ timeText }: Dialect, { start, end, offset }: Slot): IDataObject {
	return { startTime: timeText(start, offset), endTime: timeText(end, offset) };
}

const HOW_IDS_LOOK = "An ID looks like 'ocQHyuzHvysMo5N5VsXc'; a name or an address is none.";

/** What can be done about an appointment of which the platform only says that it exists. */
export const WHAT_TO_LOOK_UP =
	'The platform does not name the appointment: to move or cancel it, a person has to look up its ID in the calendar on the platform.';

/** Appointments of a day before can still be under way. */
const DAY_MS = 86_400_000;

interface HowToBook {
	/** Epoch ms: appointments of the contact until then are of interest. */
	until?: number;
	/** True where an earlier request may have been carried out. */
	isRepeat?: boolean;
}

/** The contact's appointments in the calendar that stand, in order of time. @param from in epoch ms, as `until` */
export async function listOwnAppointments(
	client: PlatformClient,
	{ locationId, calendarId, contactId }: Booking,
	from: number,
	until: number,
): Promise<Appointment[]> {
	const found = await listCalendarAppointments(client, {
		locationId,
		calendarId,
		from,
		until,
	});
	return found.filter(
		(appointment) => appointment.contactId === contactId && !isCanceled(appointment),
	);
}

/** POST /calendars/events/appointments (sandbox/openapi.yaml, create_appointment). */
export async function createAppointment(
	client: PlatformClient,
	booking: Booking,
	slot: Slot,
	{ until = slot.end, isRepeat }: HowToBook = {},
): Promise<Outcome> {
	const { calendarId, contactId } = booking;
	const notFound: Explanation = {
		message: `The calendar '${calendarId}' or the contact '${contactId}' was not found in the location of the credential`,
		whatToDo: `Choose a 'Calendar' of that location from the list, and check 'Contact'. ${HOW_IDS_LOOK}`,
		forModel: `Use the ID of the calendar and of the contact as a tool or the person gave it, and never one that you made up. ${HOW_IDS_LOOK}`,
	};
	const conflict: Explanation = {
		message: `The contact '${contactId}' already has an appointment in this calendar at this time`,
		whatToDo: `Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'. ${WHAT_TO_LOOK_UP}`,
		forModel: `It is booked already. For another appointment, choose another time. ${WHAT_TO_LOOK_UP}`,
	};
	const request = {
		method: 'POST',
		path: APPOINTMENTS,
		body: { ...bodyOf(booking), ...timesForRequest(await client.dialect(), slot) },
		statuses: { 404: notFound, 409: conflict },
		howToCheck:
			"Before you book again, check the contact's appointments on the platform. If the booking went through, a repeat is a conflict, which 'When Already Booked' in the options can treat as done.",
	} as const;
	const lookup: Lookup = {
		read: async () =>
			await listOwnAppointments(client, booking, slot.start - DAY_MS, Math.max(slot.end, until)),
		// The platform may have given it another length.
		isDone: (appointment) => appointment.slot?.start === slot.start,
		undone: 'Not booked',
		refusalWhenDone: 'conflict',
		isNamed: (record) => readId(record) !== undefined,
	};
	return await write(client, request, lookup, isRepeat);
}

function missingAppointment(appointmentId: string): Explanation {
	return {
		message: `The appointment '${appointmentId}' was not found: it no longer exists, or belongs to another location`,
		whatToDo:
			"Check 'Appointment': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
		forModel:
			'Use the appointmentId that the booking returned. If there is none, ask for it, and do not say that it was called off.',
	};
}

/** The appointment stands, so a refusal in words of something missing is about another record. */
function missingOther(appointmentId: string): Explanation {
	return {
		message: `The appointment '${appointmentId}' was not changed: the platform does not have something else that the change needs`,
		whatToDo:
			"See the platform's message below: it names the record, such as a contact or a user that was deleted.",
		forModel: 'A person has to correct it on the platform.',
	};
}

/** A write to an appointment, which is then read to see what became of it. */
async function writeTo(
	client: PlatformClient,
	appointmentId: string,
	request: PlatformRequest,
	lookup: Omit<Lookup, 'missing' | 'otherMissing' | 'read'>,
	isRepeat?: boolean,
): Promise<Outcome> {
	const howToCheck =
		"Check the appointment on the platform. A repeat also runs the platform's workflows again.";
	const read = async () => {
		const appointment = await findAppointment(client, appointmentId);
		return appointment ? [appointment] : [];
	};
	return await write(
		client,
		{ ...request, howToCheck },
		{
			...lookup,
			read,
			missing: missingAppointment(appointmentId),
			otherMissing: missingOther(appointmentId),
		},
		isRepeat,
	);
}

/** A change of an appointment. What is undefined stays as it is. */
export interface Change extends AppointmentSettings {
	slot?: Slot;
}

function isSameSlot(slot: Slot | undefined, sent: Slot): boolean {
	return slot?.start === sent.start && slot.end === sent.end;
}

/** A canceled status is written in two ways. */
function isSameStatus(status: string | undefined, sent: string): boolean {
	return status === sent || (isCanceled({ status }) && isCanceled({ status: sent }));
}

function eventPath(appointmentId: string): string {
	return `/calendars/events/${pathSegment(appointmentId)}`;
}

/**
 * True where the record has the settings that were sent, undefined where it shows none of them. The status is compared
 * elsewhere.
 */
function hasSettings({ record }: Appointment, settings: AppointmentSettings): boolean | undefined {
	let isSent = false;
	let isShown = false;
	for (const [name, value] of Object.entries(settings)) {
		if (name === 'appointmentStatus' || value === undefined) continue;
		isSent = true;
		if (!(name in record)) continue;
		isShown = true;
		if (String(record[name] ?? '') !== String(value)) return false;
	}
	return isShown || !isSent ? true : undefined;
}

/** PUT /calendars/events/appointments/{eventId} (sandbox/openapi.yaml, reschedule_appointment; sandbox/highLevel.yaml, edit-appointment). */
export async function changeAppointment(
	client: PlatformClient,
	appointmentId: string,
	{ slot, ...settings }: Change,
	isRepeat?: boolean,
): Promise<Outcome> {
	const status = settings.appointmentStatus;
	const sentTimes = slot && timesForRequest(await client.dialect(), slot);
	return await writeTo(
		client,
		appointmentId,
		{
			method: 'PUT',
			path: appointmentPath(appointmentId),
			body: { ...sentTimes, ...bodyOf(settings) },
			statuses: {
				404: missingAppointment(appointmentId),
				409: {
					message: 'The contact already has another appointment in this calendar at this time',
					whatToDo: 'Choose another time.',
				},
			},
		},
		{
			isDone(appointment) {
				if (status === undefined && isCanceled(appointment)) return false;
				if (status !== undefined && !isSameStatus(appointment.status, status)) return false;
				if (slot && !isSameSlot(appointment.slot, slot)) return false;
				return hasSettings(appointment, settings);
			},
			undone: slot ? 'Not rescheduled' : 'Not updated',
		},
		isRepeat,
	);
}

/** By which status a platform says that nothing is left to cancel is not documented, so each of these names what it may be. */
function cancelStatuses(appointmentId: string): StatusTexts {
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below. The appointment may no longer exist.",
	};
	const missing: Explanation = {
		...missingAppointment(appointmentId),
		whatToDo:
			"Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
	};
	return { 400: refused, 404: missing, 409: refused, 422: refused };
}

/**
 * Calls an appointment off: with HighLevel by its status, which keeps the record; in the contract's form DELETE
 * /calendars/events/{eventId}, without `appointments` (sandbox/openapi.yaml, cancel_appointment).
 */
export async function cancelAppointment(
	client: PlatformClient,
	appointmentId: string,
	isRepeat?: boolean,
): Promise<Outcome> {
	const { cancelsByStatus } = await client.dialect();
	const statuses = cancelStatuses(appointmentId);
	const request: PlatformRequest = cancelsByStatus
		? {
				method: 'PUT',
				path: appointmentPath(appointmentId),
				body: { appointmentStatus: 'cancelled' },
				statuses,
			}
		: { method: 'DELETE', path: eventPath(appointmentId), statuses };
	return await writeTo(
		client,
		appointmentId,
		request,
		{ isDone: isCanceled, undone: 'The appointment stands', refusalWhenDone: 'gone' },
		isRepeat,
	);
}

/** DELETE /calendars/events/{eventId} (sandbox/highLevel.yaml, delete-event). The record goes, too. */
export async function deleteAppointment(
	client: PlatformClient,
	appointmentId: string,
	isRepeat?: boolean,
): Promise<Outcome> {
	return await writeTo(
		client,
		appointmentId,
		{
			method: 'DELETE',
			path: eventPath(appointmentId),
			body: (await client.dialect()).deleteBody,
			statuses: { 404: missingAppointment(appointmentId) },
		},
		{
			isDone: ({ record }) => isDeleted(record),
			undone: 'Not deleted',
			isDoneWhereMissing: true,
		},
		isRepeat,
	);
}
