import type { IDataObject } from 'n8n-workflow';

import { describeSlot, lengthOf, type Slot } from '../../booking/slots';
import { isDeleted, readText } from '../../http/body';
import {
	type Appointment,
	appointmentIn,
	isCanceled,
	writtenSlot,
} from '../../platformApi/appointmentReads';
import type { Booking } from '../../platformApi/appointments';
import { slotSettings } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { formatInZone } from '../../time/times';
import { unlikeText } from '../remarks';
import { type Output, picked } from '../simplify';
import { labelsOfRecordedSettings } from './settings';

const IDS = ['appointmentId', 'contactId', 'calendarId'];
const TIMES = ['startTime', 'endTime', 'startText', 'timezone'];
const OFFER = ['reason', 'message', 'alternatives'];
/** What each output has of an appointment, in this order. */
const APPOINTMENT = [
	...IDS,
	...TIMES,
	'wantedStartTime',
	'appointmentStatus',
	'title',
	'isRecurring',
	'assignedUserId',
	'address',
];

/** Links and a file, which are long, so they stand last. */
const CALENDAR_ENTRY = 'calendarEntry';

/** The fields that 'Simplify' keeps of each output: the first ten that it has. */
export const KEPT = {
	booked: ['booked', 'alreadyBooked', 'message', ...APPOINTMENT, CALENDAR_ENTRY],
	notBooked: ['booked', ...OFFER, ...IDS, ...TIMES],
	moved: ['rescheduled', 'message', ...APPOINTMENT],
	notMoved: ['rescheduled', ...OFFER, ...IDS, ...TIMES],
	canceled: ['canceled', 'alreadyCanceled', 'message', ...IDS, ...TIMES, 'title'],
	deleted: ['deleted', 'message', ...IDS, ...TIMES, 'title'],
	read: ['message', 'deleted', ...APPOINTMENT],
	updated: ['updated', 'canceled', 'message', ...APPOINTMENT],
	decided: ['outcome', 'message', 'note', ...APPOINTMENT, CALENDAR_ENTRY],
};

/** The names of at most ten fields that the item has, in their order. A calendar entry is always one of them. */
function namesToKeep(item: IDataObject, names: readonly string[]): string[] {
	const present = names.filter((name) => item[name] !== undefined);
	if (!present.includes(CALENDAR_ENTRY)) return present;
	const others = present.filter((name) => name !== CALENDAR_ENTRY);
	return [...others.slice(0, 9), CALENDAR_ENTRY];
}

/** A simple output, whatever 'Simplify' says. */
export function keepFields(item: IDataObject, names: readonly string[]): IDataObject {
	return picked(item, namesToKeep(item, names));
}

/** The output as 'Simplify' asks for it. @param record the platform's own, for a raw output */
export function showFields(
	{ shown }: Pick<Output, 'shown'>,
	item: IDataObject,
	names: readonly string[],
	record?: IDataObject,
): IDataObject {
	return shown(item, namesToKeep(item, names), record);
}

const RECORDED_SETTINGS = labelsOfRecordedSettings();

/** The status is read in its own way. */
const PLAIN_SETTINGS = Object.keys(RECORDED_SETTINGS).filter(
	(name) => name !== 'appointmentStatus',
);

/** The fields of an output that are compared, by their labels in the editor. */
const LABELS = {
	appointmentId: 'Appointment',
	contactId: 'Contact',
	calendarId: 'Calendar',
	locationId: 'Location',
	...RECORDED_SETTINGS,
	startTime: 'Start',
	endTime: 'End',
};

/** Says where a record is not what was expected; empty where it is. Both under the names of the output. */
export const unlikeAppointment = (expected: IDataObject, record: IDataObject): string =>
	unlikeText(expected, record, LABELS);

/** True for one of a series of appointments. */
export function isOfSeries(record: IDataObject): boolean {
	return record.isRecurring === true || readText(record, 'masterEventId', 'rrule') !== undefined;
}

/** Says what a change of one of a series changes; undefined where it is none. @param what was done with it */
export function seriesText(record: IDataObject | undefined, what: string): string | undefined {
	if (!record || !isOfSeries(record)) return undefined;
	return `The appointment is one of a series, and only this one was ${what}: look at the others on the platform.`;
}

/** What a record says under the names of the output, without what it leaves out. */
function saidBy({ id, status, record }: Appointment): IDataObject {
	const names = ['contactId', 'calendarId', 'locationId', ...PLAIN_SETTINGS];
	const said: IDataObject = {
		appointmentId: id,
		...Object.fromEntries(names.map((name) => [name, readText(record, name)])),
		appointmentStatus: status,
		deleted: isDeleted(record) || undefined,
		isRecurring: isOfSeries(record) || undefined,
	};
	return picked(said, Object.keys(said));
}

/** An appointment under the names that other operations take. */
export function describeAppointment(appointment: Appointment, zone: string): IDataObject {
	const { startTime, endTime } = appointment.record;
	const { slot } = appointment;
	return {
		...saidBy(appointment),
		...(slot ? describeSlot(slot, zone) : { startTime, endTime }),
	};
}

/** True where the record after a success is that of an appointment that was called off, or is still where it was before. */
export function isUndone(
	record: IDataObject,
	status: string | undefined,
	sent?: Slot,
	before?: Slot,
): boolean {
	const { slot, ...present } = appointmentIn(record);
	const isLeft = slot !== undefined && slot.start === before?.start && slot.start !== sent?.start;
	return isLeft || (isCanceled(present) && !isCanceled({ status }));
}

/** False where a record has another status. A canceled one is written in two ways. */
export function isOfStatus(status: string, record: IDataObject = {}): boolean {
	const { status: present = status } = appointmentIn(record);
	const isSame = present.toLowerCase() === status.toLowerCase();
	return isSame || [present, status].every((each) => isCanceled({ status: each }));
}

export interface Written<Sent extends Slot | undefined> {
	/** What was sent, or read before, under the names of the output. */
	expected: IDataObject;
	/** The status that it should have; undefined for any but canceled. */
	status?: string;
	zone: string;
	/** Undefined where its times are not known. */
	sent: Sent;
	/** Its start was asked for first, by default that of the one that was sent. */
	wanted?: Slot;
}

/**
 * An appointment as the platform has it after a write. What was expected stands in where the record is silent.
 *
 * @returns the item, its slot, and what is to be said about what differs
 */
export function writtenItem<Sent extends Slot | undefined>(
	record: IDataObject,
	{ expected, status, zone, sent, wanted }: Written<Sent>,
) {
	const appointment = appointmentIn(record);
	// An appointment can have none of these.
	const empty = picked(record, PLAIN_SETTINGS);
	const said: IDataObject = { ...empty, ...saidBy(appointment) };
	const named = sent ? writtenSlot(record, sent, zone) : appointment.slot;
	const slot: Sent | Slot = named ?? sent;
	const isOver = isCanceled(appointment);
	const timesOf = (of?: Slot) => ({
		startTime: of && formatInZone(of.start, zone),
		endTime: of && formatInZone(of.end, zone),
	});
	const asked: IDataObject = {
		...expected,
		...timesOf(sent),
		appointmentStatus:
			status && isOfStatus(status, record)
				? undefined
				: (status ?? (isOver ? 'one that stands' : undefined)),
	};
	const remarks = [
		unlikeAppointment(asked, { ...said, ...timesOf(slot) }),
		slot !== named &&
			`The times of the platform could not be compared with those that were sent: ${String(record.startTime)} to ${String(record.endTime)}.`,
	];
	const item: IDataObject = {
		...expected,
		...said,
		...(slot && describeSlot(slot, zone)),
		...(wanted &&
			wanted.start !== slot?.start && { wantedStartTime: formatInZone(wanted.start, zone) }),
	};
	return { item, slot, remark: remarks.filter(Boolean).join(' ') };
}

/** Says that the length is not that of the calendar's slots, where they have one. @param before whose length may be kept */
export async function lengthText(
	client: PlatformClient,
	calendarId: string,
	slot: Slot,
	before?: Slot,
): Promise<string | undefined> {
	const length = lengthOf(slot);
	if (calendarId === '' || (before && lengthOf(before) === length)) return undefined;
	const settings = await slotSettings(client, calendarId).catch(() => undefined);
	const [taken, listed] = [length, settings?.slotMs ?? length].map((ms) => ms / 60_000);
	return taken === listed
		? undefined
		: `The appointment takes ${taken} minutes, and the slots of the calendar ${listed} minutes.`;
}

/** The item for a booking. */
export function bookedItem(
	booking: Booking,
	{ record = {}, slot, isEarlier }: { record?: IDataObject; slot: Slot; isEarlier?: boolean },
	wanted: Slot,
	zone: string,
) {
	const written = writtenItem(record, {
		expected: { ...booking },
		status: booking.appointmentStatus ?? 'confirmed',
		zone,
		sent: slot,
		wanted,
	});
	return {
		...written,
		item: {
			booked: !isUndone(record, booking.appointmentStatus),
			appointmentId: null,
			...written.item,
			...(isEarlier && { alreadyBooked: true }),
		} as IDataObject,
	};
}
