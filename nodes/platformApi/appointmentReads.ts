import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { lengthOf, type Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isDeleted, readId, readObject, readText, UnexpectedResponseError } from '../http/body';
import { offsetMinutesIn, parseInstant } from '../time/times';
import { tried } from '../utils/attempt';
import type { PlatformClient } from './client';
import { isOf } from './endpoint';
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

/** @param zone of times without an offset, which say nothing by themselves */
function slotIn({ startTime, endTime }: IDataObject, zone?: string): Slot | undefined {
	const isKnown =
		zone !== undefined || [startTime, endTime].every((time) => offsetMinutesIn(time) !== undefined);
	const instant = (time: unknown) => parseInstant(time, zone ?? 'UTC');
	const read = () => ({
		start: instant(startTime),
		end: instant(endTime),
		offset: offsetMinutesIn(startTime),
	});
	return isKnown ? tried(read, undefined) : undefined;
}

/**
 * The slot that the response to a write names: the one that was sent where it names none. One without an end has the length
 * that was sent; times without an offset count only where they can be those that were sent.
 *
 * @returns undefined where it names other times, which cannot be read
 */
export function writtenSlot(
	{ startTime, endTime }: IDataObject,
	sent: Slot,
	zone: string,
): Slot | undefined {
	if ((startTime ?? '') === '') return sent;
	const readIn = (zone?: string) => {
		const read = slotIn({ startTime, endTime: endTime ?? startTime }, zone);
		return read && { ...read, end: endTime ? read.end : read.start + lengthOf(sent) };
	};
	const isSent = (slot?: Slot) => slot?.start === sent.start && slot.end === sent.end;
	return readIn() ?? ([zone, 'UTC'].map(readIn).some(isSent) ? sent : undefined);
}

/** A deleted one keeps its last status, the platform writes the name in two ways, and a `booked` beside it says nothing of it. */
function statusIn(record: IDataObject): string | undefined {
	const status = readText(record, 'appointmentStatus', 'appoinmentStatus', 'status');
	if (isDeleted(record)) return 'cancelled';
	return status === 'booked' ? undefined : status;
}

export const appointmentIn = (record: IDataObject): Appointment => ({
	id: readId(record),
	contactId: readText(record, 'contactId'),
	calendarId: readText(record, 'calendarId'),
	status: statusIn(record),
	slot: slotIn(record),
	record,
});

/** Appointments to come, soonest first; then those that have ended, latest first. */
export function soonestFirst<T>(records: T[], slotOf: (record: T) => Slot | undefined): T[] {
	const now = Date.now();
	const rank = (record: T) => {
		const { start = Infinity, end = Infinity } = slotOf(record) ?? {};
		// Later than any appointment, in epoch milliseconds.
		return end >= now ? start : 1e16 - start;
	};
	return [...records].sort((a, b) => rank(a) - rank(b) || 0);
}

export const APPOINTMENTS = '/calendars/events/appointments';

export const appointmentPath = (appointmentId: string) =>
	`${APPOINTMENTS}/${pathSegment(appointmentId)}`;

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
	// Another record that is missing, such as a user, says nothing of the appointment.
	if ((error.context.missingRecord ?? 'appointment') !== 'appointment') return false;
	return (await client.dialect()).isGone(Number(error.httpCode), platformTextOf(error));
}

export const isCanceled = ({ status }: Pick<Appointment, 'status'>) =>
	/^cancell?ed$/i.test(status ?? '');

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

/**
 * GET /contacts/{contactId}/appointments (sandbox/highLevel.yaml, get-appointments-for-contact).
 *
 * @returns those to come, soonest first, and then those that have ended; at most `max` of them, and how many more there are
 */
export async function listContactAppointments(
	client: PlatformClient,
	contactId: string,
	max: number,
) {
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
	const found = records.filter(isOf(locationId)).map(appointmentIn);
	// Deleted ones come last.
	const slotOf = ({ record, slot }: Appointment) =>
		isDeleted(record) ? undefined : (slot ?? slotIn(record, 'UTC'));
	const nearest = soonestFirst(found, slotOf).slice(0, max);
	const read: Appointment[] = [];
	for (const appointment of nearest) {
		const { id, slot, record } = appointment;
		// Times without an offset do not say in which zone they are; those of a single appointment have one.
		const isKnown = slot !== undefined || id === undefined || isDeleted(record);
		const current = isKnown ? appointment : await findAppointment(client, id);
		// The platform has listed it, and does not have it any more.
		read.push({ ...(current ?? appointmentIn({ deleted: true })), id });
	}
	return {
		appointments: soonestFirst(read, slotOf),
		hidden: found.length - nearest.length,
	};
}

/** Of a calendar or of a user: the platform needs one of the two. */
interface AppointmentsQuery {
	locationId: string;
	calendarId?: string;
	userId?: string;
	/** Epoch milliseconds, both included. */
	between: [number, number];
}

/**
 * GET /calendars/events (sandbox/highLevel.yaml, get-calendar-events).
 *
 * @returns in order of time; those whose times cannot be read come last
 */
export async function listCalendarAppointments(
	client: PlatformClient,
	{ locationId, calendarId, userId, between: [startTime, endTime] }: AppointmentsQuery,
): Promise<Appointment[]> {
	const records = await client.requestList(
		{
			method: 'GET',
			path: '/calendars/events',
			query: {
				locationId,
				calendarId,
				userId,
				startTime: String(startTime),
				endTime: String(endTime),
			},
			right: 'readAppointments',
		},
		'events',
	);
	return records
		.filter(isOf(locationId))
		.map(appointmentIn)
		.sort((a, b) => (a.slot?.start ?? Infinity) - (b.slot?.start ?? Infinity) || 0);
}
