import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { dropEntry, keepEntry, type LedgerEntry, writesOf } from '../../n8n/ledger';
import { timesForLedger } from './wantedTime';

/** Where an appointment is after a change. */
export interface MovedAppointment {
	/** Undefined where its times are not known. */
	slot?: Slot;
	/** The fields of the output. */
	item: IDataObject;
}

/**
 * Lets earlier calls for a changed appointment be made again, in all executions of the account: one that was confirmed again
 * can be canceled again. Its booking is kept, at the new time where that is known.
 *
 * @param moved left out for a cancellation, with which the booking ends
 */
export function updateLedger(
	account: string,
	appointmentId: string,
	moved?: MovedAppointment,
): void {
	for (const entry of writesOf(account, appointmentId)) {
		const result = (entry.result ?? {}) as IDataObject;
		const isBooking = Boolean(result.booked);
		// A booking whose new times are not known is still known by the old ones.
		if (isBooking && moved && !moved.slot) continue;
		dropEntry(entry);
		if (isBooking && moved?.slot) keepMovedBooking(entry, result, moved.slot, moved.item);
	}
}

/** Enters a booking again under its new times, with the values that the appointment has now. */
function keepMovedBooking(
	entry: LedgerEntry,
	result: IDataObject,
	slot: Slot,
	item: IDataObject,
): void {
	const booked: IDataObject = { ...result };
	for (const name of Object.keys(result)) {
		if (item[name] !== undefined) booked[name] = item[name];
	}
	delete booked.wantedStartTime;
	keepEntry({ ...entry, result: booked }, timesForLedger(slot));
}
