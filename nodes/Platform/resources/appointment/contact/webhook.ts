import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nearestTo, type Slot } from '../../../../booking/slots';
import { choosePage, type Notice } from '../../../../bookingPage/choosePage';
import { VisitorClock } from '../../../../bookingPage/dates';
import { HEADERS } from '../../../../bookingPage/document';
import { askPage, cancelPage, confirmPage, openingPage, troublePage } from '../../../../bookingPage/pages';
import { type Act, addressOf, type Visit } from '../../../../bookingPage/view';
import { LANGUAGES } from '../../../../bookingPage/words';
import { decide, ended, endOf, type Reply } from './decide';
import { isLate, offeredNow, readRequest, report, type VisitorRequest, withName } from './request';

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

/**
 * Serves the page of a waiting execution: GET reads, POST decides.
 *
 * @returns for n8n: the response has been sent; with items if the execution continues
 */
export async function respondToContact(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const reply = await readRequest(context).then(replyTo).catch((error: unknown): Reply => {
		report(context, 'The page could not be shown', error);
		const view = { offer: {}, clock: new VisitorClock('en', 'UTC'), ...LANGUAGES.en, wait: '', drawnBy: '' };
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
	const { page, view, visit, method, isOpening } = request;
	if (isOpening) {
		const { act, start, day, wait } = visit;
		const fields = { do: act, slot: start?.toString(), day, ...(wait !== undefined && { wait }) };
		return { page: openingPage({ ...view, usableUntil: undefined }, addressOf(view, fields)) };
	}
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated) return { page: troublePage({ ...view, offer: {} }, 'outdated'), status: CONFLICT };
	const end = endOf(view.wait);
	if (!end && isBefore(page.appointment?.start)) return { page: troublePage(await withName(request), 'passed'), status: CONFLICT };
	if (!end && isBefore(view.usableUntil)) return { page: troublePage(await withName(request), 'ended'), status: CONFLICT };
	if (isPost) return await decide(request);
	return end ? await ended(request, end) : await show(request);
}

function isBefore(instant = Infinity): boolean {
	return instant <= Date.now();
}

/** The page that a GET asks for. Changes nothing. */
async function show(request: VisitorRequest): Promise<Reply> {
	const { page, visit } = request;
	const { appointment, acts } = page;
	const act = acts.find((one) => one === visit.act);
	if (visit.notice !== 'failed' && (!appointment || act === 'move')) return await showTimes(request, act ?? 'book', appointment);
	const view = await withName(request);
	if (visit.notice === 'failed' || !appointment) return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	if (act && isUnsure(visit.notice)) return { page: troublePage(view, visit.notice, { choice: { act, slot: appointment } }) };
	return { page: act === 'cancel' ? cancelPage(view, appointment) : askPage(view, appointment, acts) };
}

function isUnsure(notice: Visit['notice']): notice is 'unsure' | 'unclear' {
	return notice === 'unsure' || notice === 'unclear';
}

/** The list of free times, or the one that was chosen from it. */
async function showTimes(request: VisitorRequest, act: Act, former?: Slot): Promise<Reply> {
	const { page, visit } = request;
	const { start, notice, from, zone, drawnIn = zone } = visit;
	const [view, offered] = await Promise.all([withName(request), offeredNow(request)]);
	if (!offered) return { page: troublePage(view, 'unreadable', { again: addressOf(view, { do: act }) }), status: UNAVAILABLE };
	const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
	const times = { act, former, ...offered, day, takesNone: page.takesNone };
	const choosing = (told?: Notice): Reply => ({ page: choosePage(view, { ...times, notice: told }) });
	// What was clicked was read in another zone than the one that is chosen now.
	if (start === undefined || drawnIn !== zone) return choosing();
	const slot = offered.slots.find((one) => one.start === start);
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	if (notice === 'conflict') {
		// What the contact has then may be another appointment: only one that is booked here can be kept.
		return choosing({ kind: 'conflict', nearest, kept: act === 'book' ? slot : undefined });
	}
	if (!slot) {
		// Another process, which may have booked it, would not be remembered here.
		const mayBeOwn = from !== undefined && from !== view.drawnBy;
		if (mayBeOwn) return choosing({ kind: 'own', nearest: [] });
		return choosing({ kind: isLate(page, start) ? 'late' : 'taken', nearest });
	}
	if (isUnsure(notice)) return { page: troublePage(view, notice, { choice: { act, slot } }) };
	// Still free: the platform has refused it for another reason.
	if (notice === 'taken') return { page: troublePage(view, 'failed', { again: addressOf(view) }) };
	return { page: confirmPage(view, { act, slot }, former) };
}
