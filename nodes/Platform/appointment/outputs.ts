import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { readText } from '../../http/body';
import { runsAsTool } from '../../n8n/execution';
import { writesOf } from '../../n8n/ledger';
import { type Appointment, appointmentIn } from '../../platformApi/appointmentReads';
import type { Booking } from '../../platformApi/appointments';
import { formatUtc, formatWithOffset } from '../../time/times';
import { differenceText } from '../remarks';
import { pickedOrAll } from '../simplify';

const IDS = ['appointmentId', 'contactId', 'calendarId'];
const TIMES = ['startTime', 'endTime', 'startText', 'timezone'];
const OFFER = ['reason', 'message', 'alternatives'];

/** The fields that 'Simplify' keeps of each output: the first ten that it has. */
export const KEPT = {
	booked: [
		'booked',
		'alreadyBooked',
		'message',
		...IDS,
		...TIMES,
		'calendarEntry',
		'wantedStartTime',
		'appointmentStatus',
		'title',
	],
	notBooked: ['booked', ...OFFER, ...IDS, ...TIMES, 'title'],
	moved: [
		'rescheduled',
		'message',
		...IDS,
		...TIMES,
		'wantedStartTime',
		'appointmentStatus',
		'startLocal',
	],
	notMoved: ['rescheduled', ...OFFER, ...IDS, 'startTime', 'endTime', 'timezone', 'startText'],
	canceled: ['canceled', 'alreadyCanceled', 'message', ...IDS, ...TIMES, 'title'],
	read: [...IDS, ...TIMES, 'title', 'appointmentStatus', 'deleted', 'assignedUserId'],
	updated: ['updated', 'message', ...IDS, ...TIMES, 'title', 'appointmentStatus'],
	decided: ['outcome', 'note', ...IDS, ...TIMES, 'calendarEntry', 'title', 'startLocal'],
};

/** What a record says under the names of the output, without what it leaves out. */
export function saidBy({ contactId, calendarId, title, status, record }: Appointment): IDataObject {
	const said = {
		contactId,
		calendarId,
		title,
		appointmentStatus: status,
		assignedUserId: readText(record, 'assignedUserId'),
		address: readText(record, 'address'),
		deleted: record.deleted === true || undefined,
	};
	return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

const LABELS: Record<string, string> = {
	contactId: 'Contact',
	calendarId: 'Calendar',
	title: 'Title',
	appointmentStatus: 'Appointment Status',
	assignedUserId: 'Assigned User',
	address: 'Meeting Place',
};

/**
 * An appointment as the platform has it after a write. What was sent stands in where the record is silent.
 *
 * @param sent under the names of the output
 * @returns the item, and a sentence about what differs
 */
export function writtenItem(
	record: IDataObject,
	sent: IDataObject,
	slots: { sent: Slot; wanted: Slot },
	zone: string,
) {
	const appointment = appointmentIn(record);
	const said = saidBy(appointment);
	const slot = appointment.slot ?? slots.sent;
	const timeOf = (instant: number) => formatWithOffset(instant, slot.offset);
	const difference = differenceText([
		...Object.entries(LABELS).map(([name, label]): [string, unknown, unknown] => [
			label,
			sent[name],
			said[name],
		]),
		['Start', timeOf(slots.sent.start), timeOf(slot.start)],
		['End', timeOf(slots.sent.end), timeOf(slot.end)],
	]);
	const isWanted = slot.start === slots.wanted.start;
	const item: IDataObject = {
		...sent,
		...said,
		...describeSlot(slot, zone),
		...(!isWanted && { wantedStartTime: formatUtc(slots.wanted.start) }),
	};
	return { item, slot, difference };
}

/** The item for a booking. */
export function bookedItem(
	booking: Booking,
	placed: { record: IDataObject; slot: Slot; isEarlier?: boolean },
	wanted: Slot,
	zone: string,
) {
	const { record, slot } = placed;
	const written = writtenItem(record, { ...booking }, { sent: slot, wanted }, zone);
	const item: IDataObject = {
		booked: true,
		appointmentId: appointmentIn(record).id ?? null,
		...written.item,
		...(placed.isEarlier && { alreadyBooked: true }),
	};
	return { ...written, item };
}

/** The output for an appointment that was read, under the names that other operations take. */
export function readItem(
	appointment: Appointment,
	simplify: boolean,
	zone: string,
	names: readonly string[] = KEPT.read,
	more: IDataObject = {},
): IDataObject {
	const { id, slot, record } = appointment;
	const { startTime, endTime } = record;
	const times = slot ? describeSlot(slot, zone) : { startTime, endTime };
	const item = { appointmentId: id, ...saidBy(appointment), ...times, ...more };
	return pickedOrAll(simplify, item, names, record);
}

/**
 * Contact and calendar of an appointment that cannot be read: as this execution has booked it, else as the item that came
 * in says. A tool's item holds the model's arguments, which say nothing.
 */
export function partiesOf(
	context: IExecuteFunctions,
	itemIndex: number,
	account: string,
	appointmentId: string,
): IDataObject {
	const execution = context.getExecutionId();
	const own = writesOf(account, appointmentId)
		.filter((entry) => entry.execution === execution)
		.map(({ result }) => (result ?? {}) as IDataObject);
	const { json } = context.getInputData()[itemIndex];
	const isOfItem = json.appointmentId === appointmentId && !runsAsTool(context.getNode());
	const sources = [...own, isOfItem ? json : {}];
	const find = (name: string) => sources.map((each) => readText(each, name)).find(Boolean);
	return { contactId: find('contactId'), calendarId: find('calendarId') };
}
