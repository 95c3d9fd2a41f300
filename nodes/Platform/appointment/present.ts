import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { type Fields, OPTIONS } from '../../fields/parameters';
import { isDeleted, readText } from '../../http/body';
import { dropEntry, keepEntry, writesOf } from '../../n8n/ledger';
import {
	type Appointment,
	currentAppointment,
	isCanceled,
} from '../../platformApi/appointmentReads';
import { contactIdOf, ONLY_OF_CONTACT } from './appointmentFields';
import type { Located, PlatformCall } from '../platformOperation';
import { withRemarks } from '../remarks';
import { picked } from '../simplify';
import { describeAppointment, type Written, writtenItem } from './outputs';
import { timesOf } from './wantedTime';

/** An appointment before it is changed. */
export interface Present {
	/** Undefined where the platform cannot be asked, or did not say. */
	appointment?: Appointment;
	/** Says what could not be checked, and why. */
	unchecked?: string;
}

/**
 * Reads an appointment before it is changed, where the platform can be asked. Where that does not succeed, the change
 * goes on.
 *
 * @throws NodeOperationError where 'Only of Contact' names another contact, or cannot be checked
 */
export async function readPresent(call: Located, appointmentId: string): Promise<Present> {
	const { client, read, readOrAll, refuse } = call;
	const canBeRead = (await client.dialect()).showsAppointments;
	// Where nobody can tell whose appointment it is, a contact is refused; one workflow for both forms leaves it empty there.
	const isBound = (canBeRead ? readOrAll : read)(ONLY_OF_CONTACT, OPTIONS) !== undefined;
	if (isBound) await client.requires('readAppointments', `'${ONLY_OF_CONTACT.displayName}'`);
	if (!canBeRead) return {};
	const present = await currentAppointment(client, appointmentId).then(
		(appointment): Present => ({ appointment }),
		(error: unknown): Present => {
			if (!(error instanceof Error) || error instanceof NodeOperationError || isBound) throw error;
			return {
				unchecked: `The appointment could not be read before, so it was not checked whether it still stands: ${error.message}.`,
			};
		},
	);
	const { contactId, status, record = {} } = present.appointment ?? {};
	const { locationId } = await client.account.credential();
	const where = readText(record, 'locationId') ?? locationId;
	if (locationId !== undefined && where !== locationId)
		throw refuse(
			`The appointment '${appointmentId}' is in the location '${where}', not in '${locationId}'`,
			"Check 'Appointment'.",
			'Use the appointmentId of one of this location, as a tool returned it.',
		);
	// One that is gone belongs to nobody.
	if (!isBound || (contactId === undefined && isCanceled({ status }))) return present;
	const only = await contactIdOf(call, ONLY_OF_CONTACT, OPTIONS);
	if (contactId === only) return present;
	throw refuse(
		`The appointment '${appointmentId}' is not one of the contact '${only}'`,
		`Check 'Appointment' and '${ONLY_OF_CONTACT.displayName}'.`,
		'Use the appointmentId of one of the appointments of this contact, as a tool returned it.',
	);
}

/** @throws NodeOperationError, unsent, for an appointment that is deleted or canceled */
export function refuseIfOver(
	{ refuse }: Fields,
	appointmentId: string,
	{ appointment }: Present,
	whatToDo = "Check 'Appointment', or book a new one with Appointment > Book.",
): void {
	if (!appointment || !isCanceled(appointment)) return;
	const how = isDeleted(appointment.record)
		? 'was deleted, or is none of this location'
		: 'was called off';
	throw refuse(
		`The appointment '${appointmentId}' ${how}`,
		whatToDo,
		'Use the appointmentId of one that stands, or book a new one.',
	);
}

/**
 * Lets earlier calls for a changed appointment be made again, in all executions of the account. Its booking is kept, at the
 * new time where that is known.
 *
 * @param moved the new slot and the item with it; left out for a cancellation, with which the booking ends
 */
export function changed(
	account: string,
	appointmentId: string,
	moved?: { slot?: Slot; item: IDataObject },
): void {
	const times = moved?.slot && timesOf(moved.slot);
	for (const entry of writesOf(account, appointmentId)) {
		const booked = (entry.result ?? {}) as IDataObject;
		if (moved && booked.booked && !times) continue;
		dropEntry(entry);
		if (!times || !booked.booked) continue;
		const result = { ...booked, ...picked(moved.item, Object.keys(booked)) };
		delete result.wantedStartTime;
		keepEntry({ ...entry, result, keys: new Set() }, times);
	}
}

/**
 * What is known of an appointment under the names of the output: as it was read. Where it was not, its contact and its
 * calendar as this execution has booked it, else as the item that came in says. A tool's item holds the model's arguments,
 * which say nothing.
 */
export function knownOf(
	{ account, context, isTool, itemIndex, zone }: PlatformCall,
	appointmentId: string,
	{ appointment }: Present,
): IDataObject {
	if (appointment) return { ...describeAppointment(appointment, zone), appointmentId };
	const { json } = context.getInputData()[itemIndex];
	const isOfItem = json.appointmentId === appointmentId && !isTool;
	const own = writesOf(account, appointmentId).filter(
		({ execution }) => execution === context.getExecutionId(),
	);
	const known: IDataObject = Object.assign(
		{},
		isOfItem && json,
		...own.map(({ result }) => result),
	);
	return {
		appointmentId,
		contactId: readText(known, 'contactId'),
		calendarId: readText(known, 'calendarId'),
	};
}

/** A change that was carried out. */
interface Change extends Partial<Pick<Written<Slot | undefined>, 'sent' | 'status' | 'wanted'>> {
	/** As the platform sent it. */
	record?: IDataObject;
	/** What was sent beside the times, under the names of the output. */
	asked?: IDataObject;
}

/** The item after a change, with what is to be said; and the ledger knows of it. @param result of the operation */
export function changedItem(
	call: PlatformCall,
	appointmentId: string,
	present: Present,
	result: IDataObject,
	{ record = {}, asked = {}, sent = present.appointment?.slot, ...written }: Change,
	...remarks: Array<string | false | undefined>
): IDataObject {
	const { account, zone } = call;
	const expected = {
		...knownOf(call, appointmentId, present),
		...picked(asked, Object.keys(asked)),
	};
	const { item, slot, remark } = writtenItem(record, { ...written, expected, sent, zone });
	const ended = { ...result, ...item };
	// A canceled one can be booked again, and one that is confirmed again can be canceled again.
	const isOver = [item.appointmentStatus, written.status].some((status) =>
		isCanceled({ status: String(status) }),
	);
	changed(account, appointmentId, isOver ? undefined : { slot, item: ended });
	return withRemarks(call, ended, [remark, present.unchecked, ...remarks]);
}
