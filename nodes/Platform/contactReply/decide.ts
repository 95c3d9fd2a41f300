import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { filterSlots, type Slot } from '../../booking/slots';
import { calendarsOf, donePage } from '../../bookingPage/donePage';
import { HEADERS, type Page } from '../../bookingPage/pages';
import { addressOf, choiceFields, type Notice, type Wish } from '../../bookingPage/view';
import { readId } from '../../http/body';
import { mayWorkLater } from '../../http/explain';
import { appointmentIn } from '../../platformApi/appointmentReads';
import { withTimeout } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { isOfStatus, isUndone } from '../appointment/outputs';
import { speaksOfSlot } from '../appointment/otherSlots';
import type { ContactPage, Decided } from './pageFields';
import { forgetSlots, offeredNow, type PageRequest, report, withName } from './pageRequest';

export interface Reply extends Page {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: Promise<IDataObject | undefined>;
}

const redirect = (address: string): Page => ({
	html: '',
	headers: { ...HEADERS, Location: address },
	status: 303,
});

/** What a contact has decided. `slot` is one that the page has offered; after `isRepeat`, it may have been carried out already. */
type Choice = Pick<PageRequest['visit'], 'isRepeat' | 'note' | 'slot'> & { act: Wish };

/** What was carried out; else the notice that says that nothing was, or that nobody knows. */
type Outcome = Decided | Notice;

export interface Decision {
	choice: Choice;
	/** Until the workflow has been told: it makes the item. */
	page?: ContactPage;
	outcome: Promise<Outcome>;
	/** The outcome, once it is there. */
	ended?: Outcome;
}

/**
 * The decisions of this process that are under way or stand, by the name of the wait: n8n lets two requests at the same
 * instant both reach the node. After a restart, the form and the platform know.
 */
export const decisions = new BoundedMap<string, Decision>(1_000);

/** A proxy in front of n8n waits a minute. */
const MAX_DECISION_MS = 25_000;
/** Once an outcome is there that came late, the contact may ask for it so long before the workflow goes on without. */
const TO_ASK_MS = 30_000;

/** Carries out what a POST asks for, once. What is not done is shown at an address that can be loaded again. */
export async function decide(request: PageRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const { act, slot } = visit;
	const { start, end } = page.appointment ?? {};
	const isThere = slot?.start === start && slot?.end === end;
	const isStale = (act === 'confirm' || act === 'cancel') && !isThere && !page.isGone;
	// What was not offered, or is not what the page shows now, is asked anew.
	if (!act || (act !== 'none' && (!slot || isStale)))
		return redirect(addressOf(view, { do: act, slot: visit.start }));
	// A form that is sent again may have moved it there before.
	const isRepeat = visit.isRepeat || (act === 'move' && isThere);
	const decision = decisionFor(request, { ...visit, act, isRepeat });
	const outcome = await withTimeout(decision.outcome, MAX_DECISION_MS);
	if (typeof outcome === 'object') return await tell(request, decision, outcome);
	// Once it is told that nothing was done, anything else can be decided.
	if (outcome && outcome !== 'unknown') decisions.delete(view.wait);
	const { choice } = decision;
	const about = { ...choiceFields(view, choice.act, choice.slot), notice: outcome ?? 'unknown' };
	return {
		...redirect(addressOf(view, about)),
		item: outcome ? undefined : late(request, decision),
	};
}

/** The decision that is under way or stands, or else a new one. After an unknown outcome, it is the same again. */
function decisionFor(request: PageRequest, asked: Choice): Decision {
	const { wait } = request.view;
	const before = decisions.get(wait);
	if (before && before.ended !== 'unknown') return before;
	const choice = before ? { ...before.choice, isRepeat: true } : asked;
	const outcome = carryOut(request, choice).catch((error: unknown) =>
		undone(request, choice, error),
	);
	const decision: Decision = { choice, page: request.page, outcome };
	decisions.set(wait, decision);
	void outcome.then((ended) => (decision.ended = ended));
	return decision;
}

/** One write of what the page has offered. */
async function carryOut(request: PageRequest, choice: Choice): Promise<Outcome> {
	const { page } = request;
	const { act, slot, note, isRepeat } = choice;
	const done: Decided = { outcome: act, slot, note };
	if (act === 'none' || !slot) {
		// Without an item, as for a contact that cannot be looked up, the workflow could not continue: nothing is decided then.
		await page.item(done);
		return done;
	}
	const isNew = act === 'book' || act === 'move';
	const gone: Decided = act === 'cancel' ? done : { outcome: 'gone', note };
	if (page.isGone) return gone;
	const isOffered = isRepeat || filterSlots([slot], page.filters, page.zone, Date.now()).length > 0;
	if (isNew && !isOffered) return 'taken';
	const written = await page.write(act, slot, isRepeat);
	// The slot that was just booked or refused may still be among those that were read.
	forgetSlots(request);
	if (written.kind === 'unknown') {
		report(request.context, `The outcome of a write (${act}) is unknown`, written.error);
		return 'unknown';
	}
	if (written.kind === 'refused') {
		const { why, error } = written;
		if (isNew && why === 'conflict') return why;
		if (isNew && why === 'taken' && (speaksOfSlot(error) || !(await isFree(request, slot))))
			return why;
		const notice = undone(request, choice, error);
		return why === 'gone' && act !== 'book' ? gone : notice;
	}
	const { kind, record } = written;
	// The contract does not say whether it is the same appointment.
	if (kind === 'own' && !record && isNew) return 'conflict';
	const status = isNew ? undefined : page.statusAfter?.(act);
	const isMissed = status
		? !isOfStatus(status, record)
		: isUndone(record ?? {}, status, slot, page.appointment);
	if (isMissed) return undone(request, choice, OTHERWISE);
	const isEarlier = kind === 'own' || written.isEarlier;
	return { ...done, slot: appointmentIn(record ?? {}).slot ?? slot, record, isEarlier };
}

const OTHERWISE =
	'The platform responded with success, and with an appointment of another status or at its old time';

const isFree = async (request: PageRequest, { start }: Slot) =>
	await offeredNow(request).then(
		({ slots }) => slots.some((slot) => slot.start === start),
		() => false,
	);

function undone({ context }: PageRequest, { act }: Choice, error: unknown): Notice {
	report(context, `What a contact chose (${act}) was refused`, error);
	return mayWorkLater(error) ? 'failed' : 'refused';
}

/** The item for the workflow of an outcome that came late, unless the contact has asked for it. */
async function late(request: PageRequest, decision: Decision): Promise<IDataObject | undefined> {
	const outcome = await decision.outcome;
	await sleep(TO_ASK_MS);
	if (typeof outcome !== 'object') return undefined;
	const { item } = await tell(request, decision, outcome);
	return await item;
}

/** The response to a decision that was carried out. With the first one, the workflow continues. */
export async function tell(request: PageRequest, decision: Decision, end: Decided): Promise<Reply> {
	const { page } = request;
	const view = { ...(await withName(request)), usableUntil: undefined };
	const { outcome, slot, record } = end;
	const uid = readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const calendars = calendarsOf(view, end, uid);
	// With the slot that was chosen, so that the item says where the platform has another.
	const item = decision.page?.item({ ...end, slot: slot && decision.choice.slot }, calendars);
	decision.page = undefined;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	if (page.redirect && hasTime) return { ...redirect(new URL(page.redirect).href), item };
	const former = outcome === 'move' ? (page.former ?? page.appointment) : undefined;
	return { ...donePage(view, end, calendars, former), item };
}
