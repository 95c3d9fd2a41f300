import type { Slot } from '../../booking/slots';
import { type DecisionResult, MAX_AGE_AFTER_FORM_MS } from './contactPage';
import type { PageRequest } from './readRequest';
import { NOT_UP_TO_DATE, report } from './report';
import { canAskForBookings, isSinceSent, readOwnBookings } from './sharedReads';

/* What the platform shows of a decision that this process knows nothing of, such as after a restart. */

/** What the platform shows of a decision that another process may have carried out. */
export interface Evidence {
	/** It was carried out. */
	result?: DecisionResult;
	/** It was not. Without both, nobody knows. */
	isNotDone?: boolean;
}

/** What the platform shows of the decision in the request's address. */
export async function findEvidence(request: PageRequest): Promise<Evidence> {
	const { page, input } = request;
	const { act, slot } = input;
	const { appointment } = page;
	if (!act || act === 'none' || !slot) return {};
	switch (act) {
		case 'book': {
			const { bookings, isKnown } = await findBookingsByLink(request, MAX_AGE_AFTER_FORM_MS);
			const booking = bookings.find((each) => each.slot.start === slot.start);
			if (booking) return { result: { outcome: act, ...booking, isEarlier: true } };
			return { isNotDone: isKnown };
		}
		case 'move': {
			// It may have been moved back to the time that the workflow knows.
			const isMoved = page.isRead && appointment?.start === slot.start;
			if (isMoved) return { result: { outcome: act, slot: appointment, isEarlier: true } };
			return { isNotDone: page.isRead && !page.isGone };
		}
		case 'cancel':
			if (page.isCanceled) return { result: { outcome: act, slot, isEarlier: true } };
			return { isNotDone: page.isRead };
		case 'confirm':
			// The status may have been set before the link was sent.
			return {};
	}
}

/** An appointment that the contact has got by the link. */
interface BookingByLink {
	slot: Slot;
	record: DecisionResult['record'];
}

interface BookingsByLink {
	bookings: BookingByLink[];
	/** The platform could be asked. */
	isKnown: boolean;
}

/** The appointments that the contact has got since the link was sent, probably by it. */
export async function findBookingsByLink(
	request: PageRequest,
	maxAgeMs?: number,
): Promise<BookingsByLink> {
	const bookings: BookingByLink[] = [];
	if (!(await canAskForBookings(request))) return { bookings, isKnown: false };
	try {
		const appointments = await readOwnBookings(
			request,
			(each) => isSinceSent(request, each),
			maxAgeMs,
		);
		for (const { slot, record } of appointments) {
			const isKept = slot?.start === request.input.keptSlot?.start;
			if (slot && !isKept) bookings.push({ slot, record });
		}
		return { bookings, isKnown: true };
	} catch (error) {
		report(request.context, NOT_UP_TO_DATE, error);
		return { bookings, isKnown: false };
	}
}
