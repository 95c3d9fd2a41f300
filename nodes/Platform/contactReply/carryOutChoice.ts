import { filterSlots, type Slot } from '../../booking/slots';
import type { ActOrNone, Notice } from '../../bookingPage/readContactInput';
import { mayWorkLater } from '../../http/explain';
import { appointmentIn } from '../../platformApi/appointmentReads';
import type { FinishedWrite, RefusedWrite, WriteAlreadyDone } from '../../platformApi/write';
import { isNotCarriedOut, isOfStatus } from '../appointment/appointmentAfterWrite';
import { speaksOfSlot } from '../appointment/findOtherSlots';
import type { DecisionResult } from './contactPage';
import type { PageRequest } from './readRequest';
import { report } from './report';
import {
	canAskForBookings,
	forgetSlots,
	isSinceSent,
	offeredNow,
	readOwnBookings,
} from './sharedReads';

/** What a contact has chosen. */
export interface Choice {
	act: ActOrNone;
	/** A slot that the page has offered; none where no time suits. */
	slot?: Slot;
	/** It may have been carried out already. */
	isRepeat: boolean;
	/** The appointment that the contact keeps beside the one to be booked. */
	keptSlot?: Slot;
	note?: string;
}

/** A choice that needs a write. */
interface ChoiceOfSlot extends Choice {
	slot: Slot;
}

/**
 * What was carried out; else why nothing was, or that nobody knows.
 *
 * - bookedElsewhere: the contact has booked before by this link, at another time
 */
export type ChoiceOutcome = DecisionResult | Notice | 'bookedElsewhere';

const ALREADY_CANCELED = 'The appointment was called off or deleted before';
const NOT_FOUND = 'The platform does not know the appointment';
const SHOWS_OTHERWISE =
	'The platform responded with success, and with an appointment of another status or at its old time';

/** Carries out what the page has offered, with one write at most. @throws where the platform cannot be asked */
export async function carryOut(request: PageRequest, choice: Choice): Promise<ChoiceOutcome> {
	const { page, context } = request;
	const { act, slot, note, isRepeat } = choice;
	const result: DecisionResult = { outcome: act, slot, note };
	if (act === 'none' || !slot) {
		// Without an item, as for a contact that cannot be looked up, the workflow could not continue: nothing is decided then.
		await page.item(result);
		return result;
	}
	if (page.isGone) {
		const reason = page.isCanceled ? ALREADY_CANCELED : NOT_FOUND;
		report(context, `Nothing was sent for what a contact chose (${act})`, reason);
		const isAsChosen = page.isCanceled && act === 'cancel';
		return isAsChosen ? result : { outcome: 'gone', note };
	}
	const takesSlot = act === 'book' || act === 'move';
	if (takesSlot && !isRepeat && !isStillOffered(request, slot)) return 'taken';
	const chosen: ChoiceOfSlot = { ...choice, slot };
	if (act === 'book' && !isRepeat) {
		const earlierOutcome = await findEarlierBooking(request, chosen);
		if (earlierOutcome) return earlierOutcome;
	}

	const write = await page.write(act, slot, isRepeat);
	// The slot that was just booked or refused may still be among those that were read.
	forgetSlots(request);
	switch (write.kind) {
		case 'unknown':
			report(context, `The outcome of a write (${act}) is unknown`, write.error);
			return 'unknown';
		case 'refused':
			return await outcomeOfRefusal(request, chosen, write);
		case 'alreadyDone':
			return outcomeOfAlreadyDone(request, chosen, write);
		case 'done':
			return outcomeOfWrite(request, chosen, write);
	}
}

async function outcomeOfRefusal(
	request: PageRequest,
	{ act, slot, note }: ChoiceOfSlot,
	{ why, error }: RefusedWrite,
): Promise<ChoiceOutcome> {
	const takesSlot = act === 'book' || act === 'move';
	if (takesSlot && why === 'conflict') return 'conflict';
	if (takesSlot && why === 'taken') {
		const isAboutSlot = speaksOfSlot(error) || !(await isFree(request, slot));
		if (isAboutSlot) return 'taken';
	}
	const notice = reportRefusal(request, act, error);
	return why === 'gone' && act !== 'book' ? { outcome: 'gone', note } : notice;
}

/** The platform says that it was so before. */
function outcomeOfAlreadyDone(
	request: PageRequest,
	choice: ChoiceOfSlot,
	write: WriteAlreadyDone,
): ChoiceOutcome {
	const { act, note } = choice;
	// The contract does not say whether it is the same appointment.
	if (act === 'book' && !write.record) return 'conflict';
	if (act === 'cancel') {
		const reason = write.record ? ALREADY_CANCELED : NOT_FOUND;
		report(request.context, 'Nothing was left to cancel for a contact', reason);
		// Only a record shows that it was canceled: the ID may never have been one.
		if (!write.record) return { outcome: 'gone', note };
	}
	return outcomeOfWrite(request, choice, write);
}

/** What the platform shows after a success. */
function outcomeOfWrite(
	request: PageRequest,
	{ act, slot, note }: ChoiceOfSlot,
	write: FinishedWrite | WriteAlreadyDone,
): ChoiceOutcome {
	const { page } = request;
	const { record = {} } = write;
	const takesSlot = act === 'book' || act === 'move';
	const status = takesSlot ? undefined : page.statusAfter?.(act);
	const isOtherwise = status
		? !isOfStatus(status, record)
		: isNotCarriedOut(record, status, slot, page.appointment);
	if (isOtherwise) return reportRefusal(request, act, SHOWS_OTHERWISE);
	return {
		outcome: act,
		note,
		slot: appointmentIn(record).slot ?? slot,
		record: write.record,
		isEarlier: write.kind === 'alreadyDone' || write.isEarlier,
	};
}

/** The time may have come within 'Minimum Notice' meanwhile. */
function isStillOffered({ page }: PageRequest, slot: Slot): boolean {
	return filterSlots([slot], page.filters, page.zone, Date.now()).length > 0;
}

/**
 * This process may have been started after the contact has booked, so it asks the platform, where it can be asked.
 *
 * @returns the contact's appointment at this time; `bookedElsewhere` where there is another one, made since the link was sent
 */
async function findEarlierBooking(
	request: PageRequest,
	{ act, keptSlot, note, slot }: ChoiceOfSlot,
): Promise<ChoiceOutcome | undefined> {
	if (!(await canAskForBookings(request))) return undefined;
	try {
		const bookings = await readOwnBookings(
			request,
			(each) => each.slot?.start === slot.start || isSinceSent(request, each),
			0,
		);
		const booking = bookings.find((each) => each.slot?.start === slot.start);
		if (booking) {
			const { slot: bookedSlot = slot, record } = booking;
			return { outcome: act, slot: bookedSlot, record, note, isEarlier: true };
		}
		const hasOther = bookings.some((each) => each.slot && each.slot.start !== keptSlot?.start);
		return hasOther ? 'bookedElsewhere' : undefined;
	} catch (error) {
		// Without the scope for it nobody could ever book.
		if (mayWorkLater(error)) return reportRefusal(request, act, error);
		report(request.context, 'It could not be checked whether a contact had booked before', error);
		return undefined;
	}
}

async function isFree(request: PageRequest, { start }: Slot): Promise<boolean> {
	try {
		const { slots } = await offeredNow(request);
		return slots.some((slot) => slot.start === start);
	} catch {
		return false;
	}
}

/** @returns whether it may help to try again */
export function reportRefusal({ context }: PageRequest, act: ActOrNone, error: unknown): Notice {
	report(context, `What a contact chose (${act}) was refused`, error);
	return mayWorkLater(error) ? 'failed' : 'refused';
}
