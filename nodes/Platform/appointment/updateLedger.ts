import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { dropEntry, keepEntry, writesOf } from '../../n8n/ledger';
import { picked } from '../simplify';
import { timesOf } from './wantedTime';

/** Where an appointment is after a change. */
export interface MovedAppointment {
	/** Undefined where its times are not known. */
	slot?: Slot;
	/** The fields of the output. */
	item: IDataObject;
}

/**
 * Lets earlier calls for a changed appointment be made again, in all executions of the account. Its booking is kept, at the
 * new time where that is known.
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
		if (isBooking && moved && !moved.slot) continue;
		dropEntry(entry);
		if (!isBooking || !moved?.slot) continue;
		const booked = { ...result, ...picked(moved.item, Object.keys(result)) };
		delete booked.wantedStartTime;
		keepEntry({ ...entry, result: booked, keys: new Set() }, timesOf(moved.slot));
	}
}
