import { filterSlots, type Slot } from '../../booking/slots';
import type { Notice, Wish } from '../../bookingPage/readVisit';
import { mayWorkLater } from '../../http/explain';
import { appointmentIn } from '../../platformApi/appointmentReads';
import { isNotCarriedOut, isOfStatus } from '../appointment/appointmentAfterWrite';
import { speaksOfSlot } from '../appointment/findOtherSlots';
import type { Decided } from './pageFields';
import type { PageRequest } from './readRequest';
import { report } from './report';
import {
	canAskForBookings,
	forgetSlots,
	isSinceSent,
	offeredNow,
	readOwnBookings,
} from './sharedReads';

/** What a contact has decided. */
export interface Choice {
	act: Wish;
	/** A slot that the page has offered; none where no time suits. */
	slot?: Slot;
	/** It may have been carried out already. */
	isRepeat: boolean;
	/** The appointment that the contact keeps beside the one to be booked. */
	kept?: Slot;
	note?: string;
}

/** What was carried out; else why nothing was, or that nobody knows. `own`: the contact has booked before, at another time. */
export type ChoiceOutcome = Decided | Notice | 'own';

/** Carries out what the page has offered, with one write at most. @throws where the platform cannot be asked */
export async function carryOut(request: PageRequest, choice: Choice): Promise<ChoiceOutcome> {
	const { page, context } = request;
	const { act, slot, note, isRepeat } = choice;
	const done: Decided = { outcome: act, slot, note };
	if (act === 'none' || !slot) {
		// Without an item, as for a contact that cannot be looked up, the workflow could not continue: nothing is decided then.
		await page.item(done);
		return done;
	}
	const gone: Decided = { outcome: 'gone', note };
	if (page.isGone) {
		const why = page.isCanceled ? ALREADY_CANCELED : NOT_FOUND;
		report(context, `Nothing was sent for what a contact chose (${act})`, why);
		return page.isCanceled && act === 'cancel' ? done : gone;
	}
	const isNew = act === 'book' || act === 'move';
	if (isNew && !isRepeat && !isStillOffered(request, slot)) return 'taken';
	if (act === 'book' && !isRepeat) {
		const before = await findBefore(request, choice, slot);
		if (before) return before;
	}
	const written = await page.write(act, slot, isRepeat);
	// The slot that was just booked or refused may still be among those that were read.
	forgetSlots(request);
	switch (written.kind) {
		case 'unknown':
			report(context, `The outcome of a write (${act}) is unknown`, written.error);
			return 'unknown';
		case 'refused': {
			const { why, error } = written;
			if (isNew && why === 'conflict') return 'conflict';
			if (isNew && why === 'taken' && (speaksOfSlot(error) || !(await isFree(request, slot))))
				return 'taken';
			const notice = reportUndone(request, act, error);
			return why === 'gone' && act !== 'book' ? gone : notice;
		}
		case 'alreadyDone':
			// The contract does not say whether it is the same appointment.
			if (isNew && !written.record) return 'conflict';
			if (act === 'cancel') {
				const why = written.record ? ALREADY_CANCELED : NOT_FOUND;
				report(context, 'Nothing was left to cancel for a contact', why);
				// Only a record shows that it was canceled: the ID may never have been one.
				if (!written.record) return gone;
			}
			break;
		case 'done':
	}
	const { record = {} } = written;
	const status = isNew ? undefined : page.statusAfter?.(act);
	const isMissed = status
		? !isOfStatus(status, record)
		: isNotCarriedOut(record, status, slot, page.appointment);
	if (isMissed) return reportUndone(request, act, OTHERWISE);
	const isEarlier = written.kind === 'alreadyDone' || written.isEarlier;
	return { ...done, slot: appointmentIn(record).slot ?? slot, record: written.record, isEarlier };
}

const OTHERWISE =
	'The platform responded with success, and with an appointment of another status or at its old time';

const ALREADY_CANCELED = 'The appointment was called off or deleted before';

const NOT_FOUND = 'The platform does not know the appointment';

/** The time may have come within 'Minimum Notice' meanwhile. */
const isStillOffered = ({ page }: PageRequest, slot: Slot) =>
	filterSlots([slot], page.filters, page.zone, Date.now()).length > 0;

/**
 * This process may have been started after the contact has booked, so it asks the platform, where it can be asked.
 *
 * @returns the contact's appointment at this time; `own` where there is another one, made since the link was sent
 */
async function findBefore(
	request: PageRequest,
	{ act, kept, note }: Choice,
	slot: Slot,
): Promise<ChoiceOutcome | undefined> {
	if (!(await canAskForBookings(request))) return undefined;
	try {
		const own = await readOwnBookings(
			request,
			(each) => each.slot?.start === slot.start || isSinceSent(request, each),
			0,
		);
		const booked = own.find((each) => each.slot?.start === slot.start);
		if (booked) {
			const { slot: bookedSlot = slot, record } = booked;
			return { outcome: act, slot: bookedSlot, record, note, isEarlier: true };
		}
		const isOther = own.some((each) => each.slot && each.slot.start !== kept?.start);
		return isOther ? 'own' : undefined;
	} catch (error) {
		// Without the scope for it nobody could ever book.
		if (mayWorkLater(error)) return reportUndone(request, act, error);
		report(request.context, 'It could not be checked whether a contact had booked before', error);
		return undefined;
	}
}

const isFree = async (request: PageRequest, { start }: Slot): Promise<boolean> =>
	await offeredNow(request).then(
		({ slots }) => slots.some((slot) => slot.start === start),
		() => false,
	);

/** @returns whether it may help to try again */
export function reportUndone({ context }: PageRequest, act: Wish, error: unknown): Notice {
	report(context, `What a contact chose (${act}) was refused`, error);
	return mayWorkLater(error) ? 'failed' : 'refused';
}
