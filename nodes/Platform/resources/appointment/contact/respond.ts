import type { IDataObject } from 'n8n-workflow';

import { nearestTo } from '../../../../booking/alternatives';
import type { Slot } from '../../../../booking/slots';
import { bookedPage, confirmPage, messagePage, unsurePage } from '../../../../bookingPage/answerPages';
import type { Notice } from '../../../../bookingPage/choosePage';
import { choosePage } from '../../../../bookingPage/choosePage';
import type { Page } from '../../../../bookingPage/document';
import { addressOf } from '../../../../bookingPage/offer';
import { conflictNotice, REFUSED, takenNotice, UNREADABLE } from '../../../../bookingPage/words';
import { readId } from '../../../../http/body';
import { createAppointment } from '../../../../platformApi/appointments';
import { bookedItem, BOOKED_FIELDS } from '../booking';
import type { OfferSettings } from './offerSlots.operation';
import type { Attempt } from './once';
import { bookOnce, endOf } from './once';
import { picked } from '../../../../fields/simplify';
import type { VisitorRequest } from './request';
import { readSlots, report } from './request';

const NEAREST = 3;
const OK = 200;
export const UNAVAILABLE = 503;

/** What a visitor gets. */
export interface Answer {
	page: Page;
	status: number;
	/** The items with which the workflow continues; without them the execution keeps waiting. */
	item?: IDataObject;
}

/** The page that a GET asks for. Changes nothing. */
export function show(request: VisitorRequest, slots = request.slots): Answer {
	const { offer, visitor, visit, askZone } = request;
	const end = endOf(visitor.wait);
	if (end) return ended(request, end);
	if (!slots) return saying(request, UNREADABLE, UNAVAILABLE);
	if (visit.start === undefined) return choosing(request, slots);
	const slot = slots.find(({ start }) => start === visit.start);
	return slot
		? { page: confirmPage({ offer, visitor, slot, askZone }), status: OK }
		: choosing(request, slots, takenNotice(nearestSlots(visit.start, slots)));
}

/** Books what a POST asks for, once, and tells the outcome. */
export async function book(request: VisitorRequest): Promise<Answer> {
	const { context, client, settings, visit, visitor } = request;
	const { start } = visit;
	if (start === undefined) return show(request, await readSlots(context, client, settings));
	const { attempt, isOwn } = await bookOnce(visitor.wait, start, async (wanted, unsure) =>
		await write(request, wanted, unsure),
	);
	if (attempt.kind === 'booked') {
		return { ...ended(request, attempt), ...(isOwn && { item: itemOf(settings, attempt) }) };
	}
	if (attempt.kind === 'unknown') return ended(request, attempt);
	if (attempt.kind === 'refused') return saying(request, REFUSED, UNAVAILABLE);
	const slots = await readSlots(context, client, settings);
	if (!slots) return saying(request, UNREADABLE, UNAVAILABLE);
	if (attempt.kind === 'conflict') return choosing(request, slots, conflictNotice(nearestSlots(start, slots)));
	// Still listed as free: the platform refused for another reason.
	return slots.some((slot) => slot.start === start)
		? saying(request, REFUSED, UNAVAILABLE)
		: choosing(request, slots, takenNotice(nearestSlots(start, slots)));
}

/** One write for a slot that is still offered, or for the slot of a write whose answer was lost. */
async function write(request: VisitorRequest, start: number, unsure?: Slot): Promise<Attempt> {
	const { context, client, settings } = request;
	const refused = (error: unknown): Attempt => {
		report(context, 'A booking was refused', error);
		return unsure ? { kind: 'unknown', slot: unsure } : { kind: 'refused' };
	};
	try {
		const slots = unsure ? [unsure] : await readSlots(context, client, settings);
		if (!slots) return { kind: 'refused' };
		const slot = slots.find((one) => one.start === start);
		if (!slot) return { kind: 'taken' };
		const outcome = await createAppointment(client, settings.booking, slot);
		if (outcome.kind === 'done') return { kind: 'booked', slot, record: outcome.record, isOld: false };
		if (unsure && outcome.kind === 'conflict') return { kind: 'booked', slot, record: {}, isOld: true };
		if (outcome.kind === 'unknown') {
			report(context, 'A booking was not answered', outcome.error);
			return { kind: 'unknown', slot };
		}
		if (unsure || outcome.kind === 'gone') return refused(outcome.error);
		return { kind: outcome.kind };
	} catch (error) {
		return refused(error);
	}
}

function nearestSlots(start: number, slots: readonly Slot[]): Slot[] {
	return nearestTo({ start, end: start }, slots, NEAREST);
}

function choosing({ offer, visitor, visit, askZone, settings }: VisitorRequest, slots: Slot[], notice?: Notice): Answer {
	const day = visit.day ?? (visit.start === undefined ? undefined : visitor.clock.dateOf(visit.start));
	const { daysAhead } = settings;
	return { page: choosePage({ offer, visitor, slots, day, daysAhead, notice, askZone }), status: OK };
}

function saying({ offer, visitor }: VisitorRequest, words: typeof REFUSED, status: number): Answer {
	return { page: messagePage({ offer, ...words, again: addressOf(visitor) }), status };
}

function ended({ offer, visitor, settings }: VisitorRequest, end: Extract<Attempt, { slot: Slot }>): Answer {
	const { slot } = end;
	if (end.kind === 'unknown') return { page: unsurePage({ offer, visitor, slot }), status: OK };
	const uid = readId(end.record) ?? `${settings.booking.calendarId}-${slot.start}`;
	return { page: bookedPage({ offer, visitor, slot, uid, now: Date.now() }), status: OK };
}

/** The output of Book. */
function itemOf(settings: OfferSettings, { slot, record, isOld }: Extract<Attempt, { kind: 'booked' }>): IDataObject {
	const { booking, zone, simplify } = settings;
	const item = {
		...bookedItem(booking, slot, slot, zone, record),
		...(isOld && { alreadyBooked: true }),
	};
	if (simplify) return picked(item, BOOKED_FIELDS);
	return isOld ? item : { ...item, appointment: record };
}
