import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Choosing } from '../../bookingPage/choosePage';
import {
	askPage,
	cancelPage,
	confirmPage,
	keepPage,
	messagePage,
	type Page,
	uncertainPage,
} from '../../bookingPage/pages';
import type { Act } from '../../bookingPage/readVisit';
import { answerFound, type Reply } from './decisions';
import type { Decided } from './pageFields';
import type { PageRequest } from './readRequest';
import { NOT_UP_TO_DATE, report } from './report';
import {
	canAskForBookings,
	isSinceSent,
	offeredNow,
	readOwnBookings,
	withName,
} from './sharedReads';

/** The page that a GET asks for, of a wait of which this process knows no decision. Changes nothing on the platform. */
export async function showPage(request: PageRequest): Promise<Reply> {
	const { visit, page } = request;
	const { act, notice, slot = page.appointment } = visit;
	if (act && (notice === 'unknown' || notice === 'pending')) {
		const trace = await findTrace(request);
		if (trace.decided) return await answerFound(request, trace.decided);
		if (!trace.isUndone) {
			const view = { ...(await withName(request)), usableUntil: undefined };
			return { page: uncertainPage(view, notice, act, slot, visit.isRepeat) };
		}
	}
	return { page: await pageOfVisit(request) };
}

async function pageOfVisit(request: PageRequest): Promise<Page> {
	const { page, visit, view } = request;
	const { appointment, former, acts, isGone } = page;
	const { act, notice, start } = visit;
	if (notice === 'failed' || notice === 'refused') return messagePage(view, notice);
	if (isGone) return messagePage(view, 'goneDone');
	if (!appointment) return await showTimes(request);
	const named = await withName(request);
	// The address of a form that was sent: the appointment has been moved there meanwhile.
	if (act === 'move' && former && start === appointment.start)
		return uncertainPage({ ...named, usableUntil: undefined }, 'unknown', act, appointment);
	if (act === 'move') return await showTimes(request, appointment);
	return act === 'cancel'
		? cancelPage(named, appointment, former)
		: askPage(named, appointment, acts, former);
}

/** What the platform shows of a decision that another process may have carried out. */
interface Trace {
	/** It was carried out. */
	decided?: Decided;
	/** It was not. Without both, nobody knows. */
	isUndone?: boolean;
}

async function findTrace(request: PageRequest): Promise<Trace> {
	const { page, visit } = request;
	const { act, slot } = visit;
	const { appointment, former } = page;
	if (!act || act === 'none' || !slot) return {};
	switch (act) {
		case 'book': {
			const { own, isKnown } = await findOwnBookings(request, JUST_SENT_MS);
			const found = own.find((each) => each.slot.start === slot.start);
			if (found) return { decided: { outcome: act, ...found, isEarlier: true } };
			return { isUndone: isKnown };
		}
		case 'move':
			if (former && appointment?.start === slot.start)
				return { decided: { outcome: act, slot: appointment, isEarlier: true } };
			return { isUndone: page.isRead && !page.isGone };
		case 'cancel':
			if (page.isCanceled) return { decided: { outcome: act, slot, isEarlier: true } };
			return { isUndone: page.isRead };
		case 'confirm':
			// The status may have been set before the link was sent.
			return {};
	}
}

/** A contact whose form got no response looks for what became of it within seconds. */
const JUST_SENT_MS = 1_000;

interface OwnBooking {
	slot: Slot;
	record: Decided['record'];
}

/** The appointments that the contact has got since the link was sent, probably by it. `isKnown`: the platform could be asked. */
async function findOwnBookings(
	request: PageRequest,
	maxAgeMs?: number,
): Promise<{ own: OwnBooking[]; isKnown: boolean }> {
	if (!(await canAskForBookings(request))) return { own: [], isKnown: false };
	try {
		const found = await readOwnBookings(request, (each) => isSinceSent(request, each), maxAgeMs);
		const own: OwnBooking[] = [];
		for (const { slot, record } of found) {
			const isKept = slot?.start === request.visit.kept?.start;
			if (slot && !isKept) own.push({ slot, record });
		}
		return { own, isKnown: true };
	} catch (error) {
		report(request.context, NOT_UP_TO_DATE, error);
		return { own: [], isKnown: false };
	}
}

/** The list of free slots, or the one that was chosen from it. */
async function showTimes(request: PageRequest, former?: Slot): Promise<Page> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const act: Act = former ? 'move' : 'book';
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	const slot = offered.slots.find((free) => free.start === start);
	const isMissing = start !== undefined && !slot;

	let isKnown = former !== undefined && page.isRead === true;
	// The link as it was sent, or a time that is not free: nobody has told the contact what became of a booking.
	if (act === 'book' && (visit.act === undefined || isMissing)) {
		const bookings = await findOwnBookings(request, isMissing ? JUST_SENT_MS : undefined);
		isKnown = bookings.isKnown;
		const [own] = bookings.own;
		if (own) return keepPage(view, own.slot);
	}

	const choosing = (more: Partial<Choosing> = {}) => {
		const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
		const takesNone = page.acts.includes('none');
		return choosePage(view, { act, former, ...offered, day, takesNone, ...more });
	};
	if (start === undefined) return choosing();
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	// A contact who moves may have another appointment at that time, which cannot replace this one.
	const kept = former ? undefined : visit.slot;
	if (notice === 'conflict') return choosing({ notice, nearest, kept, isRepeat: visit.isRepeat });
	// The platform has just refused it, or says that the contact has not got it.
	if (notice === 'taken' || (isMissing && isKnown)) return choosing({ notice: 'taken', nearest });
	if (!slot) return choosing({ notice: 'takenOrOwn', nearest });
	return confirmPage(view, act, slot, former);
}

const NEAREST = 3;
