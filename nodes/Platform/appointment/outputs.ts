import type { IDataObject } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { readId } from '../../http/body';
import type { Booking } from '../../platformApi/appointments';
import { formatUtc } from '../../time/times';

const TIMES = ['startTime', 'endTime', 'startText'];
const OFFER = ['reason', 'message', 'alternatives'];

/** What 'Simplify' keeps of an output, by its name: the first ten that it has. */
export const KEPT = {
	// Ask to Confirm and Wait takes the calendar from the item.
	booked: ['booked', 'alreadyBooked', 'appointmentId', 'contactId', 'calendarId', ...TIMES, 'calendarEntry', 'startLocal', 'wantedStartTime', 'title', 'timezone'],
	notBooked: ['booked', ...OFFER, 'calendarId', 'contactId', ...TIMES, 'title', 'timezone'],
	moved: ['rescheduled', 'appointmentId', ...TIMES, 'startLocal', 'endLocal', 'timezone', 'wantedStartTime'],
	notMoved: ['rescheduled', ...OFFER, 'appointmentId', ...TIMES, 'timezone'],
	decided: ['outcome', 'note', 'appointmentId', 'calendarId', ...TIMES, 'calendarEntry', 'startLocal', 'title', 'timezone'],
};

/** The times of a slot that was taken, and the start that was wanted where it is another. */
export function describePlaced(slot: Slot, wanted: Slot, zone: string): IDataObject {
	const isWanted = slot.start === wanted.start;
	return { ...describeSlot(slot, zone), ...(!isWanted && { wantedStartTime: formatUtc(wanted.start) }) };
}

/** The output for a booked appointment; `record` is the platform's own, undefined where it was booked before. */
export function bookedItem(booking: Booking, slot: Slot, wanted: Slot, zone: string, record?: IDataObject): IDataObject {
	const appointmentId = readId(record ?? {}) ?? null;
	const item = { booked: true, appointmentId, ...booking, ...describePlaced(slot, wanted, zone) };
	return record ? item : { ...item, alreadyBooked: true };
}
