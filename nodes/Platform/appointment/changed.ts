import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { drop, keep, writesOf } from '../../n8n/ledger';
import { picked } from '../simplify';

/** The times of a booking by which the ledger tells the same call. */
export const timesOf = ({ start, end }: Slot) => [start, end];

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
		drop(entry);
		if (!times || !booked.booked) continue;
		const result = { ...booked, ...picked(moved.item, Object.keys(booked)) };
		delete result.wantedStartTime;
		keep({ ...entry, result }, times);
	}
}
