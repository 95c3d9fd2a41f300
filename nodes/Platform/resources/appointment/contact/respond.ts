import type { IDataObject } from 'n8n-workflow';

import { nearestTo } from '../../../../booking/alternatives';
import type { Slot } from '../../../../booking/slots';
import type { Notice } from '../../../../bookingPage/choosePage';
import { choosePage } from '../../../../bookingPage/choosePage';
import type { Page } from '../../../../bookingPage/document';
import type { Act, Choice } from '../../../../bookingPage/offer';
import { addressOf, AGAIN } from '../../../../bookingPage/offer';
import { askPage, cancelPage, confirmPage, donePage, messagePage, unsurePage } from '../../../../bookingPage/pages';
import type { NoticeName } from '../../../../bookingPage/visitor';
import { readId } from '../../../../http/body';
import type { Attempt, Wanted } from './once';
import { decideOnce, endOf } from './once';
import type { Offered, VisitorRequest } from './request';
import { readSlots, report } from './request';

const NEAREST = 3;

/** What a visitor gets: a page, or the address of one. */
export type Reply = ({ page: Page; status?: number } | { location: string }) & {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
};

export const UNAVAILABLE = 503;

/** The page that a GET asks for. Changes nothing. */
export function show(request: VisitorRequest): Reply {
	const { page, view, visit } = request;
	const end = endOf(view.visitor.wait);
	if (end) return ended(request, end);
	if (visit.notice === 'failed') return { page: messagePage(view, 'failed', addressOf(view.visitor)) };
	const { appointment, acts } = page;
	const act = acts.find((one) => one === visit.act);
	if (!appointment || act === 'move') return showTimes(request, act ?? 'book');
	if (act && isUnsure(visit.notice)) {
		return { page: unsurePage(view, { act, slot: appointment }, visit.notice === 'unclear') };
	}
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

function isUnsure(notice: NoticeName | undefined): boolean {
	return notice === 'unsure' || notice === 'unclear';
}

/** The list of free times, or the one that was chosen from it. */
function showTimes(request: VisitorRequest, act: Act): Reply {
	const { view, visit, offered, mayBeDone } = request;
	if (!offered) return { page: messagePage(view, 'unreadable', addressOf(view.visitor, { do: act })), status: UNAVAILABLE };
	const { start, notice } = visit;
	if (start === undefined) return choosing(request, act, offered);
	const slot = offered.slots.find((one) => one.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'conflict') {
		// What the contact has then may be another appointment: only one that is booked here can be kept.
		return choosing(request, act, offered, { kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	}
	if (!slot) return choosing(request, act, offered, mayBeDone ? { kind: 'own', nearest: [] } : { kind: 'taken', nearest });
	if (isUnsure(notice)) return { page: unsurePage(view, { act, slot }, notice === 'unclear') };
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return { page: messagePage(view, 'failed', addressOf(view.visitor)) };
	return { page: confirmPage(view, { act, slot }) };
}

function choosing({ view, visit }: VisitorRequest, act: Act, { slots, hasMore }: Offered, notice?: Notice): Reply {
	const day = visit.day ?? (visit.start === undefined ? undefined : view.visitor.clock.dateOf(visit.start));
	return { page: choosePage(view, { act, slots, hasMore, day, notice, now: Date.now() }) };
}

/** Does what a POST asks for, once, and tells the outcome at an address that can be loaded again. */
export async function decide(request: VisitorRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const { visitor } = view;
	const act = page.acts.find((one) => one === visit.act) ?? (page.appointment ? undefined : page.acts[0]);
	const start = act === 'confirm' || act === 'cancel' ? page.appointment?.start : visit.start;
	if (act === undefined || start === undefined) return { location: addressOf(visitor) };
	const { attempt, isOwn } = await decideOnce(visitor.wait, { act, start }, async (wanted, unsure) =>
		await write(request, wanted, unsure),
	);
	if (attempt.kind === 'done') {
		const { choice, record, isOld } = attempt;
		return { ...ended(request, attempt), ...(isOwn && { item: page.item(choice, record, isOld) }) };
	}
	const told = 'choice' in attempt ? attempt.choice : { act, slot: { start } };
	return {
		location: addressOf(visitor, {
			do: told.act,
			slot: String(told.slot.start),
			notice: attempt.kind === 'unknown' ? (attempt.isAgain ? 'unclear' : 'unsure') : attempt.kind,
			from: attempt.kind === 'unknown' ? AGAIN : (visit.from ?? visitor.drawnBy),
		}),
	};
}

/** One write for a time that is still offered, or for what an earlier write may have done already. */
async function write(request: VisitorRequest, { act, start }: Wanted, unsure?: Slot): Promise<Attempt> {
	const { context, page } = request;
	const isRepeat = unsure !== undefined || request.isRepeat;
	let choice: Choice | undefined;
	const failed = (error: unknown): Attempt => {
		report(context, isRepeat ? `The repeat of a lost ${act} tells nothing` : `What a contact chose (${act}) was refused`, error);
		return choice && isRepeat ? { kind: 'unknown', choice, isAgain: true } : { kind: 'failed' };
	};
	try {
		const slot = unsure ?? (await slotFor(request, act, start));
		if (slot === 'unread') return { kind: 'failed' };
		if (!slot) return { kind: 'taken' };
		choice = { act, slot };
		const outcome = await page.write(choice);
		if (outcome.kind === 'done') return { kind: 'done', choice, record: outcome.record, isOld: false };
		if (outcome.kind === 'unknown') {
			report(context, 'The response to a write was lost', outcome.error);
			return { kind: 'unknown', choice, isAgain: isRepeat };
		}
		if (isRepeat && outcome.kind === DONE_BEFORE[act]) return { kind: 'done', choice, record: {}, isOld: true };
		// Only of a new time can the platform say that it is taken.
		if (isRepeat || outcome.kind === 'gone' || act === 'confirm' || act === 'cancel') return failed(outcome.error);
		return { kind: outcome.kind };
	} catch (error) {
		return failed(error);
	}
}

/** How the platform refuses what an earlier write has done. A repeated PUT is just carried out. */
const DONE_BEFORE: Partial<Record<Act, string>> = { book: 'conflict', cancel: 'gone' };

async function slotFor({ context, client, page }: VisitorRequest, act: Act, start: number): Promise<Slot | undefined | 'unread'> {
	if (act === 'confirm' || act === 'cancel') return page.appointment;
	const offered = await readSlots(context, client, page);
	return offered ? offered.slots.find((one) => one.start === start) : 'unread';
}

function ended({ view, page }: VisitorRequest, end: Extract<Attempt, { choice: Choice }>): Reply {
	const { choice } = end;
	if (end.kind === 'unknown') return { page: unsurePage(view, choice, end.isAgain) };
	if (page.redirect !== '' && choice.act !== 'cancel') return { location: page.redirect };
	const uid = readId(end.record) ?? page.eventId ?? `${page.calendarId}-${choice.slot.start}`;
	return { page: donePage(view, { ...choice, uid, now: Date.now() }) };
}
