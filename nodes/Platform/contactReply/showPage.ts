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
import { MAX_AGE_AFTER_FORM_MS } from './contactPage';
import { findBookingsByLink, findEvidence } from './findEvidence';
import type { CheckedInput, PageRequest } from './readRequest';
import { offeredNow, withCalendarName } from './sharedReads';

/** How many free times are named beside one that is taken. */
const MAX_NEAREST = 3;

/** The page that a GET asks for, of a wait of which this process knows no decision. Changes nothing on the platform. */
export async function showPage(request: PageRequest): Promise<Reply> {
	const { input, page } = request;
	const { act, notice, slot = page.appointment } = input;
	if (act && (notice === 'unknown' || notice === 'pending')) {
		const evidence = await findEvidence(request);
		if (evidence.result) return await respondWithEvidence(request, act, evidence.result);
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

/** The list of free slots, or the one that was chosen from it. @param formerSlot of the appointment that is moved */
async function showTimes(request: PageRequest, formerSlot?: Slot): Promise<Page> {
	const { page, input } = request;
	const { start } = input;
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
	const notice = noticeOf(input, isMissing, isKnown);
	if (slot && !notice) return confirmPage(view, act, slot, formerSlot);
	const nearest = nearestTo({ start }, offered.slots, MAX_NEAREST);
	if (notice !== 'conflict') return choosePage(view, { ...times, notice, nearest });
	// A contact who moves may have another appointment at that time, which cannot replace this one.
	const ownSlot = formerSlot ? undefined : input.slot;
	return choosePage(view, { ...times, notice, nearest, ownSlot, isRepeat: input.isRepeat });
}

/**
 * Why the chosen time cannot be had; undefined where it can.
 *
 * @param isMissing true where it is not free
 * @param isKnown true where the platform says that the contact has not got it
 */
function noticeOf(
	{ notice }: CheckedInput,
	isMissing: boolean,
	isKnown: boolean,
): OfferedTimes['notice'] {
	// The platform has just refused it.
	if (notice === 'conflict' || notice === 'taken') return notice;
	if (!isMissing) return undefined;
	return isKnown ? 'taken' : 'takenOrOwn';
}
