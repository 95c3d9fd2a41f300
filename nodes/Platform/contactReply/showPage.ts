import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type OfferedTimes } from '../../bookingPage/choosePage';
import {
	askPage,
	cancelPage,
	confirmPage,
	keepPage,
	messagePage,
	type Page,
	uncertainPage,
} from '../../bookingPage/pages';
import type { Act } from '../../bookingPage/readContactInput';
import { type Reply, respondWithEvidence } from './decideOnce';
import { type DecisionResult, MAX_AGE_AFTER_FORM_MS } from './contactPage';
import type { PageRequest } from './readRequest';
import { NOT_UP_TO_DATE, report } from './report';
import {
	canAskForBookings,
	isSinceSent,
	offeredNow,
	readOwnBookings,
	withCalendarName,
} from './sharedReads';

/** How many free times are named beside one that is taken. */
const MAX_NEAREST = 3;

/** The page that a GET asks for, of a wait of which this process knows no decision. Changes nothing on the platform. */
export async function showPage(request: PageRequest): Promise<Reply> {
	const { input, page } = request;
	const { act, notice, slot = page.appointment } = input;
	if (act && (notice === 'unknown' || notice === 'pending')) {
		const evidence = await findEvidence(request);
		if (evidence.result) return await respondWithEvidence(request, evidence.result);
		if (!evidence.isNotDone) {
			const view = { ...(await withCalendarName(request)), usableUntil: undefined };
			return { page: uncertainPage(view, notice, act, slot, input.isRepeat) };
		}
	}
	return { page: await pageOfInput(request) };
}

async function pageOfInput(request: PageRequest): Promise<Page> {
	const { page, input, view } = request;
	const { appointment, formerSlot, acts, isGone } = page;
	const { act, notice, start } = input;
	if (notice === 'failed' || notice === 'refused') return messagePage(view, notice);
	if (isGone) return messagePage(view, 'goneDone');
	if (!appointment) return await showTimes(request);
	const namedView = await withCalendarName(request);
	// The address of a form that was sent: the appointment has been moved there meanwhile.
	if (act === 'move' && formerSlot && start === appointment.start)
		return uncertainPage({ ...namedView, usableUntil: undefined }, 'unknown', act, appointment);
	if (act === 'move') return await showTimes(request, appointment);
	if (act === 'cancel') return cancelPage(namedView, appointment, formerSlot);
	return askPage(namedView, appointment, acts, formerSlot);
}

/** What the platform shows of a decision that another process may have carried out. */
interface Evidence {
	/** It was carried out. */
	result?: DecisionResult;
	/** It was not. Without both, nobody knows. */
	isNotDone?: boolean;
}

async function findEvidence(request: PageRequest): Promise<Evidence> {
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
async function findBookingsByLink(
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

/** The list of free slots, or the one that was chosen from it. @param formerSlot of the appointment that is moved */
async function showTimes(request: PageRequest, formerSlot?: Slot): Promise<Page> {
	const { page, input } = request;
	const { start, notice } = input;
	const act: Act = formerSlot ? 'move' : 'book';
	const [view, offered] = await Promise.all([withCalendarName(request), offeredNow(request)]);
	const slot = offered.slots.find((free) => free.start === start);
	const isMissing = start !== undefined && !slot;

	let isKnown = formerSlot !== undefined && page.isRead === true;
	// The link as it was sent, or a time that is not free: nobody has told the contact what became of a booking.
	if (act === 'book' && (input.act === undefined || isMissing)) {
		const found = await findBookingsByLink(request, isMissing ? MAX_AGE_AFTER_FORM_MS : undefined);
		isKnown = found.isKnown;
		const [booking] = found.bookings;
		if (booking) return keepPage(view, booking.slot);
	}

	const chosenDay = start === undefined ? undefined : view.clock.dateOf(start);
	const times: OfferedTimes = {
		act,
		formerSlot,
		...offered,
		day: input.day ?? chosenDay,
		takesNone: page.acts.includes('none'),
	};
	if (start === undefined) return choosePage(view, times);
	const nearest = nearestTo({ start, end: start }, offered.slots, MAX_NEAREST);
	if (notice === 'conflict') {
		// A contact who moves may have another appointment at that time, which cannot replace this one.
		const ownSlot = formerSlot ? undefined : input.slot;
		return choosePage(view, { ...times, notice, nearest, ownSlot, isRepeat: input.isRepeat });
	}
	// The platform has just refused it, or says that the contact has not got it.
	if (notice === 'taken' || (isMissing && isKnown))
		return choosePage(view, { ...times, notice: 'taken', nearest });
	if (!slot) return choosePage(view, { ...times, notice: 'takenOrOwn', nearest });
	return confirmPage(view, act, slot, formerSlot);
}
