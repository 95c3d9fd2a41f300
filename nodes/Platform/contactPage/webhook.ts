import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { VisitorClock } from '../../bookingPage/dates';
import { HEADERS } from '../../bookingPage/document';
import { calendarsOf, donePage } from '../../bookingPage/donePage';
import { troublePage, unsurePage } from '../../bookingPage/pages';
import { addressOf, type Choice, type Done, type Wish } from '../../bookingPage/view';
import { LANGUAGES } from '../../bookingPage/words';
import { readId } from '../../http/body';
import { BoundedMap } from '../../utils/boundedMap';
import { forgetSlots, isLate, notes, offeredNow, readRequest, report, type VisitorRequest, withName } from './request';
import { type Reply, show, UNAVAILABLE } from './show';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = (['GET', 'HEAD', 'POST'] as const).map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

const [OK, SEE_OTHER, CONFLICT] = [200, 303, 409];

/**
 * Serves the page of a waiting execution: GET reads, POST decides.
 *
 * @returns for n8n: the response has been sent; with items if the execution continues
 */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const reply = await readRequest(this).then(replyTo).catch((error: unknown): Reply => {
		report(this, 'The page could not be shown', error);
		const view = { offer: {}, clock: new VisitorClock('en', 'UTC'), ...LANGUAGES.en, wait: '' };
		return { page: troublePage(view, 'unreadable', ''), status: UNAVAILABLE };
	});
	const isPage = 'page' in reply;
	const headers = isPage ? reply.page.headers : { ...HEADERS, Location: reply.location };
	const response = this.getResponseObject();
	response.statusCode = isPage ? (reply.status ?? OK) : SEE_OTHER;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.end(isPage ? reply.page.html : '');
	return {
		noWebhookResponse: true,
		...(reply.item && { workflowData: [[{ json: reply.item, pairedItem: { item: 0 } }]] }),
	};
}

async function replyTo(request: VisitorRequest): Promise<Reply> {
	const { page, view, visit, method } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated) return { page: troublePage({ ...view, offer: {} }, 'outdated'), status: CONFLICT };
	const end = endOf(view.wait);
	if (!end && isBefore(page.appointment?.start)) return { page: troublePage(await withName(request), 'passed'), status: CONFLICT };
	if (!end && isBefore(view.usableUntil)) return { page: troublePage(await withName(request), 'ended'), status: CONFLICT };
	if (isPost) return await decide(request);
	return end ? (await ended(request, end)).reply : await show(request);
}

function isBefore(instant = Infinity): boolean {
	return instant <= Date.now();
}

/** What became of a visitor's decision. */
export type Attempt =
	/** `record`: the platform's own, empty where it sent none; without it, an earlier write did it, whose response was lost. */
	| ({ kind: 'done'; record?: IDataObject } & Done)
	/** The write may or may not have been carried out; without a choice, the same cannot be sent again. */
	| { kind: 'unsure'; choice?: Choice }
	/** Nothing was done: the slot is taken, or begins too soon, the contact has an appointment then, or anything else. */
	| { kind: 'taken' | 'late' | 'conflict' | 'failed' };

/** What is to be done. */
export interface Wanted {
	act: Wish;
	/** Epoch milliseconds; not set where no time is chosen. */
	start?: number;
	note?: string;
	/** Of an earlier choice whose outcome is not known; otherwise the slot has still to be found. */
	unsure?: Slot;
}

/** Nothing else may be done after it, but to ask again for the very same where its outcome is not known. */
type End = Extract<Attempt, { kind: 'done' }> | { kind: 'unsure'; choice: Choice };

/**
 * By the name of the wait. n8n lets two requests at the same instant both reach the node, and continues
 * the workflow only after the first has its response.
 */
const running = new Map<string, { wanted: Wanted; outcome: Promise<Attempt> }>();

/** What this process remembers. Beyond it, a form that asks again says so. */
const ends = new BoundedMap<string, End>(1_000);

/** What was done, or may have been, in this wait. */
export function endOf(name: string): End | undefined {
	return ends.get(name);
}

/**
 * Decides once for a wait, however often and whatever it is asked to do. Requests for what is being
 * done share its outcome; others wait, and have their turn if nothing was done.
 *
 * @param name of the wait
 * @param wanted what the visitor chose
 * @param attempt does it, or what an earlier choice wanted whose outcome is not known
 * @returns the outcome, and whether it is that of this call's own write
 */
export async function decideOnce(
	name: string,
	wanted: Wanted,
	attempt: (wanted: Wanted) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	for (let other = running.get(name); other; other = running.get(name)) {
		const outcome = await other.outcome;
		const isSame = other.wanted.act === wanted.act && other.wanted.start === wanted.start;
		if (isSame) return { attempt: outcome, isOwn: false };
	}
	const end = ends.get(name);
	if (end?.kind === 'done') return { attempt: end, isOwn: false };
	const chosen = end ? { ...end.choice, start: end.choice.slot.start, unsure: end.choice.slot } : wanted;
	const outcome = attempt(chosen);
	running.set(name, { wanted: chosen, outcome });
	try {
		const own = await outcome;
		if (own.kind === 'done') ends.set(name, own);
		else if (own.kind === 'unsure' && own.choice) ends.set(name, { kind: 'unsure', choice: own.choice });
		return { attempt: own, isOwn: true };
	} finally {
		running.delete(name);
	}
}

/** Does what a POST asks for, once, and tells the outcome at an address that can be loaded again. */
async function decide(request: VisitorRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const { note } = visit;
	const wishes: readonly Wish[] = page.takesNone ? [...page.acts, 'none'] : page.acts;
	const act = wishes.find((one) => one === visit.act);
	const present = page.appointment?.start;
	const start = choosesTime(act) ? visit.start : present;
	const isNoMove = act === 'move' && start === present;
	if (act === undefined || isNoMove || (start === undefined && act !== 'none')) return { location: addressOf(view) };
	const { attempt, isOwn } = await decideOnce(view.wait, { act, start, note }, async (wanted) => await write(request, wanted));
	// What was just booked or refused may still be among what was read.
	forgetSlots(request);
	if (attempt.kind === 'done') {
		const { reply, item } = await ended(request, attempt);
		return isOwn ? { ...reply, item } : reply;
	}
	notes.set(view.wait, note);
	const told = (attempt.kind === 'unsure' && attempt.choice) || { act, slot: { start } };
	return { location: addressOf(view, { do: told.act, slot: told.slot.start?.toString(), notice: attempt.kind }) };
}

/** Rather than the appointment that there is. */
function choosesTime(act: Wish | undefined): boolean {
	return act === 'book' || act === 'move';
}

/** One write for a time that is still offered, or for what an earlier write may have done already. */
async function write(request: VisitorRequest, { act, start, note, unsure }: Wanted): Promise<Attempt> {
	const { context, page, visit } = request;
	if (act === 'none') return { kind: 'done', outcome: 'none', slot: page.appointment, note };
	const isRepeat = unsure !== undefined || visit.isRepeat;
	const known = unsure ?? (choosesTime(act) ? undefined : page.appointment);
	if (!known) forgetSlots(request);
	const slots = known ? [known] : (await offeredNow(request))?.slots;
	if (!slots) return { kind: 'failed' };
	const slot = slots.find((one) => one.start === start);
	if (!slot && isRepeat) return { kind: 'unsure' };
	if (!slot) return { kind: start !== undefined && isLate(page, start) ? 'late' : 'taken' };
	const choice = { act, slot, note };
	const done = { kind: 'done', outcome: act, slot, note } as const;
	const outcome = await page.write(choice).catch((error: unknown) => ({ kind: 'refused', error }) as const);
	if (outcome.kind === 'done') return { ...done, record: outcome.record };
	// How the platform refuses what an earlier write has done; a repeated PUT is just carried out.
	if (isRepeat && act === 'book' && outcome.kind === 'conflict') return done;
	// Nothing is left to cancel.
	if (act === 'cancel' && outcome.kind === 'gone') return done;
	// Only of a new time can the platform say that it is taken.
	if (!isRepeat && choosesTime(act) && (outcome.kind === 'taken' || outcome.kind === 'conflict')) return { kind: outcome.kind };
	if (outcome.kind === 'unknown') report(context, 'The response to a write was lost', outcome.error);
	else report(context, isRepeat ? `The repeat of a lost ${act} tells nothing` : `What a contact chose (${act}) was refused`, outcome.error);
	// To send the same again would never help.
	if (act !== 'book' && outcome.kind === 'gone') return { ...done, outcome: 'gone' };
	return isRepeat || outcome.kind === 'unknown' ? { kind: 'unsure', choice } : { kind: 'failed' };
}

/** What a visitor gets where nothing more can be decided, and the item with which the workflow continues. */
async function ended(request: VisitorRequest, end: End): Promise<{ reply: Reply; item?: IDataObject }> {
	const { page } = request;
	const view = { ...(await withName(request)), usableUntil: undefined };
	if (end.kind !== 'done') return { reply: { page: unsurePage(view, end.choice.act, end.choice.slot) } };
	const { outcome, slot, record } = end;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	const uid = readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const calendars = calendarsOf(view, end, uid);
	const item = page.item(end, record, calendars);
	if (page.redirect !== '' && hasTime) return { reply: { location: page.redirect }, item };
	return { reply: { page: donePage(view, end, calendars, outcome === 'move' ? page.appointment : undefined) }, item };
}
