import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { readText } from '../../http/body';
import { writesOf } from '../../n8n/ledger';
import { isCanceled } from '../../platformApi/appointmentReads';
import type { PlatformCall } from '../platformOperation';
import { addRemarks } from '../addRemarks';
import { describeAfterWrite } from './appointmentAfterWrite';
import type { AppointmentBefore } from './appointmentBefore';
import { describeAppointment, withoutUndefined } from './describeAppointment';
import { updateLedger } from './updateLedger';

/**
 * What is known of an appointment, under the names of the output: as the platform showed it before the change. Where it did
 * not, only the contact and the calendar are known, from this execution's own booking, else from the item that came in. The
 * item of a tool says nothing: it holds the arguments of a model.
 */
export function describeKnown(
	{ account, context, isTool, itemIndex, zone }: PlatformCall,
	appointmentId: string,
	{ appointment }: AppointmentBefore,
): IDataObject {
	if (appointment) return { ...describeAppointment(appointment, zone), appointmentId };
	const known: IDataObject = {};
	const { json } = context.getInputData()[itemIndex];
	if (json.appointmentId === appointmentId && !isTool) Object.assign(known, json);
	for (const { execution, result } of writesOf(account, appointmentId)) {
		if (execution === context.getExecutionId()) Object.assign(known, result);
	}
	return {
		appointmentId,
		contactId: readText(known, 'contactId'),
		calendarId: readText(known, 'calendarId'),
	};
}

/** A change of an appointment that was carried out. */
interface AppointmentChange {
	appointmentId: string;
	before: AppointmentBefore;
	/** Of the operation, such as `{ rescheduled: true }`. */
	result: IDataObject;
	/** As the platform sent it. */
	record?: IDataObject;
	/** What was sent beside the times, under the names of the output. */
	sentValues?: IDataObject;
	/** The slot that was sent; left out where the times stay. */
	sentSlot?: Slot;
	/** The slot that was asked for first. */
	wantedSlot?: Slot;
	/** The status that it should have; undefined for any but canceled. */
	status?: string;
	/** What else is to be said, as sentences. */
	remarks?: Array<string | false | undefined>;
}

/** The item after a change, with what is to be said. Tells the ledger of the change. */
export function makeChangedItem(call: PlatformCall, change: AppointmentChange): IDataObject {
	const { account, zone } = call;
	const { appointmentId, before, status, wantedSlot } = change;
	const values = {
		...describeKnown(call, appointmentId, before),
		...withoutUndefined(change.sentValues ?? {}),
	};
	const expectedSlot = change.sentSlot ?? before.appointment?.slot;
	const after = describeAfterWrite(change.record ?? {}, {
		values,
		status,
		zone,
		slot: expectedSlot,
		wantedSlot,
	});
	const item = { ...change.result, ...after.item };
	const isOver =
		change.result.deleted === true ||
		isCanceled({ status }) ||
		isCanceled({ status: String(item.appointmentStatus) });
	if (isOver) updateLedger(account, appointmentId);
	else updateLedger(account, appointmentId, { slot: after.slot, item });
	return addRemarks(call, item, [after.remark, before.unchecked, ...(change.remarks ?? [])]);
}
