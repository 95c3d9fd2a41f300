import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nearestTo, type Slot } from '../../booking/slots';
import { choosePage, type Choosing } from '../../bookingPage/choosePage';
import { ContactClock } from '../../bookingPage/dates';
import {
	askPage,
	cancelPage,
	confirmPage,
	HEADERS,
	keepPage,
	messagePage,
	type Page,
	unknownPage,
} from '../../bookingPage/pages';
import { type Act, addressOf } from '../../bookingPage/view';
import { LANGUAGES } from '../../bookingPage/words';
import { mayWorkLater } from '../../http/explain';
import { decide, type Decision, decisions, type Reply, tell } from './decide';
import {
	madeSince,
	offeredNow,
	type PageRequest,
	readRequest,
	report,
	withName,
} from './pageRequest';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = (['GET', 'HEAD', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	}),
);

/** Serves the page of a waiting execution: GET reads, POST decides, and the execution continues where there is an item. */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// An error thrown here would end the execution, whoever made the request.
	const {
		html,
		headers,
		status = 200,
		item,
	} = await readRequest(this).then(
		async (request) =>
			await replyTo(request).catch((error: unknown) => notShown(this, error, request)),
		(error: unknown) => notShown(this, error),
	);
	this.getResponseObject().status(status).set(headers).end(html);
	const json = await item?.catch((error: unknown) => report(this, NOT_TOLD, error));
	return {
		noWebhookResponse: true,
		...(json && { workflowData: [[{ json, pairedItem: { item: 0 } }]] }),
	};
}

const NOT_TOLD = 'The workflow could not be told what a contact has decided';

const PLAIN = { offer: {}, clock: new ContactClock('en', 'UTC'), words: LANGUAGES.en, wait: '' };

function notShown(context: IWebhookFunctions, error: unknown, request?: PageRequest): Reply {
	report(context, 'The page could not be shown', error);
	const again = request ? addressOf(request.view, { do: request.visit.act }) : '';
	const message = mayWorkLater(error) ? 'unreadable' : 'refused';
	return { ...messagePage(request?.view ?? PLAIN, message, again), status: 503 };
}

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, visit, method, page } = request;
	if (method === 'HEAD') return { html: '', headers: HEADERS };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated) return { ...messagePage({ ...view, offer: {} }, 'outdated'), status: 409 };
	const decision = decisions.get(view.wait);
	const ends = Math.min(view.usableUntil ?? Infinity, page.appointment?.start ?? Infinity);
	if (!decision && ends <= Date.now()) return { ...messagePage(view, 'ended'), status: 409 };
	if (isPost) return await decide(request);
	if (typeof decision?.ended === 'object') return await tell(request, decision, decision.ended);
	return await show(request, decision?.choice);
}

/** The page that a GET asks for. Changes nothing. @param sent the decision that is under way, or whose outcome is unknown */
async function show(request: PageRequest, sent?: Decision['choice']): Promise<Reply> {
	const { page, visit, view } = request;
	const { appointment, former, acts, isGone } = page;
	const { notice } = visit;
	const { act, slot = appointment } = sent ?? visit;
	if (act && (sent || notice === 'unknown'))
		return unknownPage({ ...(await withName(request)), usableUntil: undefined }, act, slot);
	if (notice === 'failed' || notice === 'refused') return messagePage(view, notice);
	if (isGone) return messagePage(view, 'goneDone');
	if (!appointment || act === 'move') return await showTimes(request, appointment);
	const named = await withName(request);
	return act === 'cancel'
		? cancelPage(named, appointment, former)
		: askPage(named, appointment, acts, former);
}

/** The list of free slots, or the one that was chosen from it. */
async function showTimes(request: PageRequest, former?: Slot): Promise<Page> {
	const { page, visit } = request;
	const { start, notice } = visit;
	const act: Act = former ? 'move' : 'book';
	const [view, offered, made] = await Promise.all([
		withName(request),
		offeredNow(request),
		// The link as it was sent: nobody has told the contact what became of a booking.
		visit.act === undefined ? madeSince(request) : undefined,
	]);
	if (made) return keepPage(view, made);
	const choosing = (more: Partial<Choosing> = {}) => {
		const day = visit.day ?? (start === undefined ? undefined : view.clock.dateOf(start));
		const takesNone = page.acts.includes('none');
		return choosePage(view, { act, former, ...offered, day, takesNone, ...more });
	};
	if (start === undefined) return choosing();
	const nearest = nearestTo({ start, end: start }, offered.slots, NEAREST);
	// A contact who moves may have another appointment at that time, which cannot replace this one.
	if (notice === 'conflict')
		return choosing({ notice, nearest, kept: former ? undefined : visit.slot });
	const slot = offered.slots.find((free) => free.start === start);
	if (!slot || notice === 'taken') return choosing({ notice: 'taken', nearest });
	return confirmPage(view, act, slot, former);
}

const NEAREST = 3;
