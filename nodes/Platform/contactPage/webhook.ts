import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Notice } from '../../bookingPage/choosePage';
import { ContactClock } from '../../bookingPage/dates';
import { HEADERS, type Page } from '../../bookingPage/document';
import { calendarsOf, donePage } from '../../bookingPage/donePage';
import { askPage, cancelPage, confirmPage, troublePage, unknownPage } from '../../bookingPage/pages';
import { type Act, addressOf, type Wish } from '../../bookingPage/view';
import { LANGUAGES } from '../../bookingPage/words';
import { readId } from '../../http/body';
import { choosesTime, decideOnce, type End, ends, writeChoice } from './decide';
import { forgetSlots, isLate, offeredNow, readRequest, report, type PageRequest, withName } from './request';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = (['GET', 'HEAD', 'POST'] as const).map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

const [OK, SEE_OTHER, CONFLICT, UNAVAILABLE] = [200, 303, 409, 503];

const NEAREST = 3;

/** What a contact gets: a page, or the address of one. */
type Reply = ({ page: Page; status?: number } | { location: string }) & {
	/** The item with which the workflow continues; without it the execution keeps waiting. */
	item?: IDataObject;
};

/** Serves the page of a waiting execution: GET reads, POST decides, and the execution continues where there are items. */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const reply = await readRequest(this).then(replyTo).catch((error: unknown): Reply => {
		report(this, 'The page could not be shown', error);
		const view = { offer: {}, clock: new ContactClock('en', 'UTC'), ...LANGUAGES.en, wait: '' };
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

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, visit, method } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated) return { page: troublePage({ ...view, offer: {} }, 'outdated'), status: CONFLICT };
	const end = ends.get(view.wait);
	const isOver = !end && (view.usableUntil ?? Infinity) <= Date.now();
	if (isOver) return { page: troublePage(view, 'ended'), status: CONFLICT };
	if (isPost) return await decide(request);
	return end ? (await ended(request, end)).reply : await show(request);
}

/** The page that a GET asks for. Changes nothing. */
async function show(request: PageRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, acts } = page;
	if (visit.notice === 'failed') return failed(request);
	const act = acts.find((possible) => possible === visit.act);
	if (!appointment || act === 'move') return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	if (act && visit.notice === 'unknown') return { page: unknownPage(view, act, appointment) };
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

const failed = ({ view }: PageRequest): Reply => ({ page: troublePage(view, 'failed', addressOf(view)) });

/** The list of free times, or the one that was chosen from it. */
async function showTimes(request: PageRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	if (!offered) return { page: troublePage(view, 'unreadable', addressOf(view, { do: act })), status: UNAVAILABLE };
	const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
	const choosing = (reason?: Notice): Reply => ({
		page: choosePage(view, { act, former, ...offered, day, takesNone: page.takesNone, notice: reason }),
	});
	if (start === undefined) return choosing();
	const slot = offered.slots.find((free) => free.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'unknown') return { page: unknownPage(view, act, slot) };
	// What the contact has at the time of a move may be another appointment, which cannot be kept in its place.
	if (notice === 'conflict') return choosing({ kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	if (!slot) return choosing({ kind: isLate(page, start) ? 'late' : 'taken', nearest });
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return failed(request);
	return { page: confirmPage(view, { act, slot }, former) };
}

/** Does what a POST asks for, once, and tells the outcome at an address that can be loaded again. */
async function decide(request: PageRequest): Promise<Reply> {
	const { page, visit, view } = request;
	const { note, isRepeat } = visit;
	const wishes: readonly Wish[] = page.takesNone ? [...page.acts, 'none'] : page.acts;
	const act = wishes.find((wish) => wish === visit.act);
	const slot = choosesTime(act) ? undefined : page.appointment;
	const start = slot ? slot.start : visit.start;
	const isNoMove = act === 'move' && start === page.appointment?.start;
	if (act === undefined || isNoMove || (start === undefined && act !== 'none')) return { location: addressOf(view) };
	const wanted = { act, start, note, slot, isRepeat };
	const { attempt, isOwn } = await decideOnce(view.wait, wanted, async (chosen) => await writeChoice(request, chosen));
	// What was just booked or refused may still be among what was read.
	forgetSlots(request);
	if (attempt.kind === 'done') {
		const { reply, item } = await ended(request, attempt);
		return isOwn ? { ...reply, item: await item?.() } : reply;
	}
	const about = 'choice' in attempt ? attempt.choice : { act, slot: { start } };
	return { location: addressOf(view, { do: about.act, slot: about.slot.start?.toString(), notice: attempt.kind }) };
}

/** What a contact gets where nothing more can be decided, and the item with which the workflow continues. */
async function ended(request: PageRequest, end: End): Promise<{ reply: Reply; item?: () => Promise<IDataObject> }> {
	const { page } = request;
	const view = { ...(await withName(request)), usableUntil: undefined };
	if (end.kind !== 'done') return { reply: { page: unknownPage(view, end.choice.act, end.choice.slot) } };
	const { outcome, slot, record } = end;
	const hasTime = outcome === 'book' || outcome === 'confirm' || outcome === 'move';
	const uid = readId(record ?? {}) ?? page.appointmentId ?? `${page.calendarId}-${slot?.start}`;
	const calendars = calendarsOf(view, end, uid);
	const item = async () => await page.item(end, record, calendars);
	if (page.redirect !== '' && hasTime) return { reply: { location: page.redirect }, item };
	return { reply: { page: donePage(view, end, calendars, outcome === 'move' ? page.appointment : undefined) }, item };
}
