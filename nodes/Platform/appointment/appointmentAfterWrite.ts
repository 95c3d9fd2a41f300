import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../booking/slotTexts';
import { lengthOf, type Slot } from '../../booking/slots';
import { appointmentIn, isCanceled, writtenSlot } from '../../platformApi/appointmentReads';
import type { Booking } from '../../platformApi/appointments';
import { readSlotSettings } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { formatInZone } from '../../time/times';
import { describeRecord, plainSettingsIn, unlikeAppointment } from './describeAppointment';

/** True where the record after a success is that of an appointment that was called off, or is still where it was before. */
export function isNotCarriedOut(
	record: IDataObject,
	status: string | undefined,
	sentSlot?: Slot,
	slotBefore?: Slot,
): boolean {
	const appointment = appointmentIn(record);
	if (isCanceled(appointment) && !isCanceled({ status })) return true;
	const start = appointment.slot?.start;
	return start !== undefined && start === slotBefore?.start && start !== sentSlot?.start;
}

/** False where a record has another status. A canceled one is written in two ways. */
export function isOfStatus(status: string, record: IDataObject = {}): boolean {
	const statusOfRecord = appointmentIn(record).status;
	if (statusOfRecord === undefined) return true;
	if (statusOfRecord.toLowerCase() === status.toLowerCase()) return true;
	return isCanceled({ status }) && isCanceled({ status: statusOfRecord });
}

/** What an appointment should be after a write. */
export interface ExpectedAppointment {
	/** What was sent, or read before, under the names of the output. */
	values: IDataObject;
	/** The status that it should have; undefined for any but canceled. */
	status?: string;
	/** The slot that was sent; undefined where its times are not known. */
	slot?: Slot;
	/** The slot that was asked for first, where another one was taken. */
	wantedSlot?: Slot;
	zone: string;
}

/** An appointment as the platform has it after a write. */
export interface AppointmentAfterWrite {
	/** Under the names of the output. */
	item: IDataObject;
	/** Undefined where its times are not known. */
	slot?: Slot;
	/** Says what the platform has otherwise than expected; empty where nothing differs. */
	remark: string;
}

/** Describes an appointment after a write. What was expected stands in where the record is silent. */
export function describeAfterWrite(
	record: IDataObject,
	expected: ExpectedAppointment,
): AppointmentAfterWrite {
	const { values, zone, wantedSlot } = expected;
	const appointment = appointmentIn(record);
	const slotOfRecord = expected.slot ? writtenSlot(record, expected.slot, zone) : appointment.slot;
	const slot = slotOfRecord ?? expected.slot;
	const recorded = { ...plainSettingsIn(record), ...describeRecord(appointment) };

	const remarks = [
		unlikeAppointment(
			{
				...values,
				...timesIn(zone, expected.slot),
				appointmentStatus: missingStatus(record, expected.status),
			},
			{ ...recorded, ...timesIn(zone, slot) },
		),
	];
	if (slot !== slotOfRecord)
		remarks.push(
			`The times of the platform could not be compared with those that were sent: ${String(record.startTime)} to ${String(record.endTime)}.`,
		);

	const item: IDataObject = { ...values, ...recorded };
	if (slot) Object.assign(item, describeSlot(slot, zone));
	if (wantedSlot && wantedSlot.start !== slot?.start)
		item.wantedStartTime = formatInZone(wantedSlot.start, zone);
	return { item, slot, remark: remarks.filter(Boolean).join(' ') };
}

/** The times to compare; undefined ones, where they are not known, are not compared. */
function timesIn(zone: string, slot: Slot | undefined): IDataObject {
	return {
		startTime: slot && formatInZone(slot.start, zone),
		endTime: slot && formatInZone(slot.end, zone),
	};
}

/** The status that a record should have and has not, for the remark; undefined where it has it. */
function missingStatus(record: IDataObject, status: string | undefined): string | undefined {
	if (status !== undefined) return isOfStatus(status, record) ? undefined : status;
	return isCanceled(appointmentIn(record)) ? 'one that stands' : undefined;
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
	const settings = await readSlotSettings(client, calendarId).catch(() => undefined);
	if (settings === undefined || settings.slotMs === length) return undefined;
	return `The appointment takes ${length / 60_000} minutes, and the slots of the calendar ${settings.slotMs / 60_000} minutes.`;
}

/** What a booking has led to. */
interface PlacedBooking {
	/** Of the platform, where it responded with one. */
	record?: IDataObject;
	slot: Slot;
	/** True where an earlier request, or somebody else, had booked it. */
	isEarlier?: boolean;
}

/** A booking as an item, with its slot and what is to be said of it. */
export interface BookedAppointment extends AppointmentAfterWrite {
	slot: Slot;
}

/** Describes an appointment after it was booked. */
export function describeBooking(
	booking: Booking,
	{ record = {}, slot, isEarlier }: PlacedBooking,
	wantedSlot: Slot,
	zone: string,
): BookedAppointment {
	const status = booking.appointmentStatus ?? 'confirmed';
	const values = { ...booking };
	const after = describeAfterWrite(record, { values, status, zone, slot, wantedSlot });
	const item: IDataObject = {
		booked: !isNotCarriedOut(record, booking.appointmentStatus),
		appointmentId: null,
		...after.item,
	};
	if (isEarlier) item.alreadyBooked = true;
	return { item, slot: after.slot ?? slot, remark: after.remark };
}
