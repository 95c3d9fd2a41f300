import type { IDataObject } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { readId } from '../../http/body';
import type { Appointment } from '../../platformApi/appointmentReads';
import type { Booking } from '../../platformApi/appointments';
import { formatUtc } from '../../time/times';
import { pickedOrAll } from '../simplify';
import type { Done } from './memory';

const IDS = ['appointmentId', 'contactId', 'calendarId'];
const TIMES = ['startTime', 'endTime', 'startText', 'timezone'];
const OFFER = ['reason', 'message', 'alternatives'];

/** The fields that 'Simplify' keeps of each output: the first ten that it has. */
export const KEPT = {
	booked: [
		'booked',
		'alreadyBooked',
		...IDS,
		...TIMES,
		'calendarEntry',
		'wantedStartTime',
		'title',
		'startLocal',
	],
	notBooked: ['booked', ...OFFER, ...IDS, ...TIMES, 'title'],
	moved: ['rescheduled', ...IDS, ...TIMES, 'startLocal', 'wantedStartTime', 'endLocal'],
	notMoved: ['rescheduled', ...OFFER, ...IDS, 'startTime', 'endTime', 'timezone', 'startText'],
	read: [...IDS, ...TIMES, 'title', 'appointmentStatus', 'assignedUserId'],
	decided: ['outcome', 'note', ...IDS, ...TIMES, 'calendarEntry', 'title', 'startLocal'],
};

/** The times of the slot that was booked, and the wanted start where it is another. */
export function describePlaced(slot: Slot, wantedSlot: Slot, zone: string): IDataObject {
	const isWanted = slot.start === wantedSlot.start;
	return {
		...describeSlot(slot, zone),
		...(!isWanted && { wantedStartTime: formatUtc(wantedSlot.start) }),
	};
}

/** The output for a booking. @param placed with the platform's own record, where it sent one */
export function bookedItem(
	booking: Booking,
	placed: Omit<Done, 'kind'>,
	wantedSlot: Slot,
	zone: string,
): IDataObject {
	const appointmentId = readId(placed.record ?? {}) ?? null;
	const item = {
		booked: true,
		appointmentId,
		...booking,
		...describePlaced(placed.slot, wantedSlot, zone),
	};
	return placed.isEarlier ? { ...item, alreadyBooked: true } : item;
}

/** The output for an appointment that was read, under the names that other operations take. */
export function readItem(appointment: Appointment, simplify: boolean, zone: string): IDataObject {
	const { id, contactId, calendarId, title, status, slot, record } = appointment;
	const { startTime, endTime, assignedUserId } = record;
	const times = slot ? describeSlot(slot, zone) : { startTime, endTime };
	const item = {
		appointmentId: id,
		contactId,
		calendarId,
		...times,
		title,
		appointmentStatus: status,
		assignedUserId,
	};
	return pickedOrAll(simplify, item, KEPT.read, record);
}
