import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nearestTo } from '../../../../booking/alternatives';
import type { Notice } from '../../../../bookingPage/choosePage';
import { choosePage } from '../../../../bookingPage/choosePage';
import { VisitorClock } from '../../../../bookingPage/dates';
import type { Page } from '../../../../bookingPage/document';
import { HEADERS } from '../../../../bookingPage/document';
import { askPage, cancelPage, confirmPage, donePage, troublePage } from '../../../../bookingPage/pages';
import type { Offer } from '../../../../bookingPage/view';
import { addressOf, AGAIN, wordsOf } from '../../../../bookingPage/view';
import type { Act, Visit } from '../../../../bookingPage/visitor';
import { readId } from '../../../../http/body';
import type { Attempt, End, Wanted } from './once';
import { decideOnce, endOf } from './once';
import type { Offered, VisitorRequest } from './request';
import { readRequest, readSlots, report } from './request';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = ['GET', 'POST'].map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

/** What a visitor gets: a page, or the address of one. */
type Reply = ({ page: Page; status?: number } | { location: string }) & {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
};

const [OK, SEE_OTHER, CONFLICT, UNAVAILABLE] = [200, 303, 409, 503];
const NEAREST = 3;
/** Says nothing of what is offered. */
const NOTHING: Offer = { calendarName: '', title: '', heading: '', explanation: '', businessName: '', accent: '', message: '' };

/**
 * Serves the page of a waiting execution: GET reads, POST decides.
 *
 * @returns for n8n: the response has been sent; with items if the execution continues
 */
export async function respondToContact(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const reply = await readRequest(context).then(replyTo).catch((error: unknown): Reply => {
		report(context, 'The page could not be shown', error);
		const view = { offer: NOTHING, clock: new VisitorClock('en', 'UTC'), words: wordsOf('en'), wait: '', drawnBy: '' };
		return { page: troublePage(view, 'unreadable', { again: '' }), status: UNAVAILABLE };
	});
	const isPage = 'page' in reply;
	const headers = isPage ? reply.page.headers : { ...HEADERS, Location: reply.location };
	const response = context.getResponseObject();
	response.statusCode = isPage ? (reply.status ?? OK) : SEE_OTHER;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.end(isPage ? reply.page.html : '');
	return {
		noWebhookResponse: true,
		...(reply.item && { workflowData: [[{ json: reply.item, pairedItem: { item: 0 } }]] }),
	};
}

async function replyTo(request: VisitorRequest): Promise<Reply> {
	const { view, visit, isPost } = request;
	// In a loop, n8n serves the next contact at the same address.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated) return { page: troublePage({ ...view, offer: NOTHING, askZone: undefined }, 'outdated'), status: CONFLICT };
	return isPost ? await decide(request) : show(request);
}

/** The page that a GET asks for. Changes nothing. */
function show(request: VisitorRequest): Reply {
	const { page, view, visit } = request;
	const end = endOf(view.wait);
	if (end) return ended(request, end);
	if (visit.notice === 'failed') return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	const { appointment, acts } = page;
	const act = acts.find((one) => one === visit.act);
	if (!appointment || act === 'move') return showTimes(request, act ?? 'book');
	if (act && isUnsure(visit.notice)) return { page: troublePage(view, visit.notice, { choice: { act, slot: appointment } }) };
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

function isUnsure(notice: Visit['notice']): notice is 'unsure' | 'unclear' {
	return notice === 'unsure' || notice === 'unclear';
}

/** The list of free times, or the one that was chosen from it. */
function showTimes(request: VisitorRequest, act: Act): Reply {
	const { view, visit, offered } = request;
	const { start, notice, from } = visit;
	if (!offered) return { page: troublePage(view, 'unreadable', { again: addressOf(view, { do: act }) }), status: UNAVAILABLE };
	if (start === undefined) return choosing(request, act, offered);
	const slot = offered.slots.find((one) => one.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'conflict') {
		// What the contact has then may be another appointment: only one that is booked here can be kept.
		return choosing(request, act, offered, { kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	}
	if (!slot) {
		// Another process, which may have booked it, would not be remembered here.
		const mayBeOwn = from !== undefined && from !== view.drawnBy;
		return choosing(request, act, offered, mayBeOwn ? { kind: 'own', nearest: [] } : { kind: 'taken', nearest });
	}
	if (isUnsure(notice)) return { page: troublePage(view, notice, { choice: { act, slot } }) };
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	return { page: confirmPage(view, { act, slot }) };
}

function choosing({ view, visit }: VisitorRequest, act: Act, offered: Offered, notice?: Notice): Reply {
	const day = visit.day ?? (visit.start === undefined ? undefined : view.clock.dateOf(visit.start));
	return { page: choosePage(view, { act, ...offered, day, notice }) };
}

/** Does what a POST asks for, once, and tells the outcome at an address that can be loaded again. */
async function decide(request: VisitorRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const act = page.acts.find((one) => one === visit.act);
	const start = choosesTime(act) ? visit.start : page.appointment?.start;
	if (act === undefined || start === undefined) return { location: addressOf(view) };
	const { attempt, isOwn } = await decideOnce(view.wait, { act, start }, async (wanted) => await write(request, wanted));
	if (attempt.kind === 'done') {
		return { ...ended(request, attempt), ...(isOwn && { item: page.item(attempt.choice, attempt.record) }) };
	}
	const isUnknown = 'choice' in attempt;
	const told = isUnknown ? attempt.choice : { act, slot: { start } };
	const from = isUnknown ? AGAIN : (visit.from ?? view.drawnBy);
	return { location: addressOf(view, { do: told.act, slot: String(told.slot.start), notice: attempt.kind, from }) };
}

/** Rather than the appointment that there is. */
function choosesTime(act: Act | undefined): boolean {
	return act === 'book' || act === 'move';
}

/** How the platform refuses what an earlier write has done. A repeated PUT is just carried out. */
const DONE_BEFORE: Partial<Record<Act, string>> = { book: 'conflict', cancel: 'gone' };

/** One write for a time that is still offered, or for what an earlier write may have done already. */
async function write(request: VisitorRequest, { act, start, unsure }: Wanted): Promise<Attempt> {
	const { context, client, page, visit } = request;
	const isRepeat = unsure !== undefined || visit.from === AGAIN;
	const known = unsure ?? (choosesTime(act) ? undefined : page.appointment);
	const slots = known ? [known] : (await readSlots(context, client, page))?.slots;
	if (!slots) return { kind: 'failed' };
	const slot = slots.find((one) => one.start === start);
	if (!slot) return { kind: 'taken' };
	const choice = { act, slot };
	const outcome = await page.write(choice).catch((error: unknown) => ({ kind: 'refused', error }) as const);
	if (outcome.kind === 'done') return { kind: 'done', choice, record: outcome.record };
	if (isRepeat && outcome.kind === DONE_BEFORE[act]) return { kind: 'done', choice };
	// Only of a new time can the platform say that it is taken.
	if (!isRepeat && choosesTime(act) && (outcome.kind === 'taken' || outcome.kind === 'conflict')) return { kind: outcome.kind };
	if (outcome.kind === 'unknown') report(context, 'The response to a write was lost', outcome.error);
	else report(context, isRepeat ? `The repeat of a lost ${act} tells nothing` : `What a contact chose (${act}) was refused`, outcome.error);
	if (isRepeat) return { kind: 'unclear', choice };
	return outcome.kind === 'unknown' ? { kind: 'unsure', choice } : { kind: 'failed' };
}

function ended({ view, page }: VisitorRequest, end: End): Reply {
	const { choice } = end;
	if (end.kind !== 'done') return { page: troublePage(view, end.kind, { choice }) };
	if (page.redirect !== '' && choice.act !== 'cancel') return { location: page.redirect };
	return { page: donePage(view, choice, readId(end.record ?? {}) ?? page.eventId ?? `${page.calendarId}-${choice.slot.start}`) };
}
