import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { lengthOf, type Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isDeleted, readId, readObject, readText, UnexpectedResponseError } from '../http/body';
import { offsetMinutesIn, parseInstant } from '../time/times';
import type { PlatformClient } from './client';
import { belongsTo } from './endpoint';
import { platformTextOf } from './errors';

export interface Appointment {
	id?: string;
	contactId?: string;
	calendarId?: string;
	status?: string;
	/** Undefined where its times cannot be read, or have no offset. */
	slot?: Slot;
	/** As the platform sent it. */
	record: IDataObject;
}

/** The slot of a record; undefined where its times cannot be read. @param zone of times without an offset, which say nothing by themselves */
function slotIn({ startTime, endTime }: IDataObject, zone?: string): Slot | undefined {
	const hasOffsets =
		offsetMinutesIn(startTime) !== undefined && offsetMinutesIn(endTime) !== undefined;
	if (!hasOffsets && zone === undefined) return undefined;
	try {
		return {
			start: parseInstant(startTime, zone ?? 'UTC'),
			end: parseInstant(endTime, zone ?? 'UTC'),
			offset: offsetMinutesIn(startTime),
		};
	} catch {
		return undefined;
	}
}

/** The slot of a record; one that names no end has the length that was sent. */
function slotInOrAsLong(record: IDataObject, sent: Slot, zone?: string): Slot | undefined {
	if (record.endTime) return slotIn(record, zone);
	const slot = slotIn({ startTime: record.startTime, endTime: record.startTime }, zone);
	return slot && { ...slot, end: slot.start + lengthOf(sent) };
}

/**
 * The slot that the response to a write names: the one that was sent where it names none. One without an end has the length
 * that was sent; times without an offset count only where they can be those that were sent.
 *
 * @returns undefined where it names other times, which cannot be read
 */
export function writtenSlot(record: IDataObject, sent: Slot, zone: string): Slot | undefined {
	if ((record.startTime ?? '') === '') return sent;
	const slot = slotInOrAsLong(record, sent);
	if (slot) return slot;
	for (const possibleZone of [zone, 'UTC']) {
		const possible = slotInOrAsLong(record, sent, possibleZone);
		if (possible?.start === sent.start && possible.end === sent.end) return sent;
	}
	return undefined;
}

/**
 * The platform writes the name of the field in two ways, and a deleted appointment keeps its last status. A `status` of
 * `booked` stands beside the status proper and says nothing.
 */
function statusIn(record: IDataObject): string | undefined {
	if (isDeleted(record)) return 'cancelled';
	const status = readText(record, 'appointmentStatus', 'appoinmentStatus', 'status');
	return status === 'booked' ? undefined : status;
}

/** A record of the platform as an appointment. */
export function appointmentIn(record: IDataObject): Appointment {
	return {
		id: readId(record),
		contactId: readText(record, 'contactId'),
		calendarId: readText(record, 'calendarId'),
		status: statusIn(record),
		slot: slotIn(record),
		record,
	};
}

/** Later than any appointment, in epoch milliseconds. */
const FAR_FUTURE = 1e16;

/** Appointments to come, soonest first; then those that have ended, latest first. */
export function soonestFirst<T>(records: T[], slotOf: (record: T) => Slot | undefined): T[] {
	const now = Date.now();
	const rankOf = (record: T): number => {
		const slot = slotOf(record);
		if (!slot) return Infinity;
		return slot.end >= now ? slot.start : FAR_FUTURE - slot.start;
	};
	// Two without times stay as they are: Infinity less Infinity is no number, which counts as 0.
	return [...records].sort((a, b) => rankOf(a) - rankOf(b));
}

export const APPOINTMENTS = '/calendars/events/appointments';

export function appointmentPath(appointmentId: string): string {
	return `${APPOINTMENTS}/${pathSegment(appointmentId)}`;
}

/**
 * GET /calendars/events/appointments/{eventId} (sandbox/highLevel.yaml, get-appointment).
 *
 * @throws {UnexpectedResponseError} for a response without an appointment
 */
export async function getAppointment(
	client: PlatformClient,
	appointmentId: string,
): Promise<Appointment> {
	const body = await client.request({
		method: 'GET',
		path: appointmentPath(appointmentId),
		right: 'readAppointments',
	});
	const appointment = appointmentIn(readObject(body, 'event', 'appointment'));
	if (appointment.id === undefined) throw new UnexpectedResponseError('an appointment with an ID');
	return appointment;
}

/**
 * True where the platform itself says, in the words of its form, that the appointment is not there. A proxy's 404 says
 * nothing of it, and neither does a refusal that names another record.
 */
export async function isGone(client: PlatformClient, error: unknown): Promise<boolean> {
	if (!(error instanceof NodeApiError) || !error.context.isOfPlatform) return false;
	const { missingRecord } = error.context;
	// Another record that is missing, such as a user, says nothing of the appointment.
	if (missingRecord !== undefined && missingRecord !== 'appointment') return false;
	return (await client.dialect()).isGone(Number(error.httpCode), platformTextOf(error));
}

/** A canceled status is written in two ways. */
export function isCanceled({ status = '' }: Pick<Appointment, 'status'>): boolean {
	return /^cancell?ed$/i.test(status);
}

/** The appointment as the platform has it; undefined where it has none of this ID. */
export async function findAppointment(
	client: PlatformClient,
	appointmentId: string,
): Promise<Appointment | undefined> {
	try {
		return await getAppointment(client, appointmentId);
	} catch (error) {
		if (await isGone(client, error)) return undefined;
		return await Promise.reject(error as Error);
	}
}

/** GET /contacts/{contactId}/appointments (sandbox/highLevel.yaml, get-appointments-for-contact), in the platform's order. */
async function requestContactAppointments(
	client: PlatformClient,
	contactId: string,
): Promise<Appointment[]> {
	const records = await client.requestList(
		{
			method: 'GET',
			path: `/contacts/${pathSegment(contactId)}/appointments`,
			right: 'readContacts',
		},
		'events',
		'appointments',
	);
	const { locationId } = await client.account.credential();
	return records.filter(belongsTo(locationId)).map(appointmentIn);
}

/** When an appointment is, at least to the day: a list may leave out the offset. Undefined for a deleted one. */
function roughSlotOf({ record, slot }: Appointment): Slot | undefined {
	if (isDeleted(record)) return undefined;
	return slot ?? slotIn(record, 'UTC');
}

/** Reads those again whose times have no offset in the list: the record of a single appointment has one. */
async function readWithOffsets(
	client: PlatformClient,
	listed: Appointment[],
): Promise<Appointment[]> {
	const appointments: Appointment[] = [];
	for (const appointment of listed) {
		const { id, slot, record } = appointment;
		const isKnown = slot !== undefined || id === undefined || isDeleted(record);
		const current = isKnown ? appointment : await findAppointment(client, id);
		// Listed, and deleted before it was read.
		appointments.push({ ...(current ?? appointmentIn({ deleted: true })), id });
	}
	return appointments;
}

/** A contact's appointments. */
interface ContactAppointments {
	/** Those to come, soonest first; then those that have ended, and deleted ones last. */
	appointments: Appointment[];
	/** How many more there are. */
	hidden: number;
}

/** A contact's appointments, whatever their status. @param max how many at most */
export async function listContactAppointments(
	client: PlatformClient,
	contactId: string,
	max: number,
): Promise<ContactAppointments> {
	const listed = await requestContactAppointments(client, contactId);
	const nearest = soonestFirst(listed, roughSlotOf).slice(0, max);
	const appointments = await readWithOffsets(client, nearest);
	return {
		appointments: soonestFirst(appointments, roughSlotOf),
		hidden: listed.length - nearest.length,
	};
}

/** No zone is further from UTC. */
const MAX_OFFSET_MS = 14 * 3_600_000;

/** A contact's appointments in all calendars that stand and overlap with a slot. */
export async function listOverlappingAppointments(
	client: PlatformClient,
	contactId: string,
	slot: Slot,
): Promise<Appointment[]> {
	const listed = await requestContactAppointments(client, contactId);
	const nearby = listed.filter((appointment) => {
		const rough = roughSlotOf(appointment);
		if (!rough || isCanceled(appointment)) return false;
		return rough.start < slot.end + MAX_OFFSET_MS && rough.end > slot.start - MAX_OFFSET_MS;
	});
	const appointments = await readWithOffsets(client, nearby);
	return appointments.filter((appointment) => {
		if (!appointment.slot || isCanceled(appointment)) return false;
		return appointment.slot.start < slot.end && appointment.slot.end > slot.start;
	});
}

function startOf({ slot }: Appointment): number {
	return slot?.start ?? Infinity;
}

/** Which appointments to list: those of a calendar, a group of calendars or a user, since the platform needs one of them. */
interface AppointmentsQuery {
	locationId: string;
	calendarId?: string;
	groupId?: string;
	userId?: string;
	/** Epoch milliseconds, both included. */
	from: number;
	until: number;
}

/**
 * GET /calendars/events (sandbox/highLevel.yaml, get-calendar-events).
 *
 * @returns in order of time; those whose times cannot be read come last
 */
export async function listCalendarAppointments(
	client: PlatformClient,
	{ locationId, calendarId, groupId, userId, from, until }: AppointmentsQuery,
): Promise<Appointment[]> {
	const records = await client.requestList(
		{
			method: 'GET',
			path: '/calendars/events',
			query: {
				locationId,
				calendarId,
				groupId,
				userId,
				startTime: String(from),
				endTime: String(until),
			},
			right: 'readAppointments',
		},
		'events',
	);
	return records
		.filter(belongsTo(locationId))
		.map(appointmentIn)
		.sort((a, b) => startOf(a) - startOf(b));
}
