import type { IDataObject } from 'n8n-workflow';

import { describeSlot } from '../../booking/slots';
import { pickedOrAll } from '../../fields/simplify';
import type { Appointment } from '../../platformApi/appointmentReads';

const KEPT = ['appointmentId', 'contactId', 'calendarId', 'startTime', 'endTime', 'startText', 'title', 'appointmentStatus', 'assignedUserId', 'timezone'];

/** The output for an appointment that was read, under the names that other operations take. */
export function readItem({ id, contactId, calendarId, title, status, slot, record }: Appointment, simplify: boolean, zone: string): IDataObject {
	const { startTime, endTime, assignedUserId } = record;
	const times = slot ? describeSlot(slot, zone) : { startTime, endTime };
	const item = { appointmentId: id, contactId, calendarId, ...times, title, appointmentStatus: status, assignedUserId };
	return pickedOrAll(simplify, item, KEPT, record);
}
