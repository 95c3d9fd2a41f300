import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ContactClock } from '../../bookingPage/contactClock';
import { addressOf, type View } from '../../bookingPage/pageParts';
import { HEADERS, messagePage, type Page } from '../../bookingPage/pages';
import { LANGUAGES } from '../../bookingPage/words';
import { mayWorkLater } from '../../http/explain';
import {
	type HeldResponse,
	holdResponse,
	type PageResponse,
	sendPage,
} from '../../n8n/waitingExecution';
import { withTimeout } from '../../utils/attempt';
import {
	decide,
	type Handover,
	isDecided,
	MAX_TAKING_MS,
	NOT_TOLD,
	type Reply,
	showDecision,
} from './decisions';
import { type PageRequest, readRequest } from './readRequest';
import { report } from './report';
import { showPage } from './showPage';

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
	const response = this.getResponseObject() as PageResponse;
	const { page, handover } = await replySafely(this);
	if (page) sendPage(response, page);
	const handed = await handover?.catch((error: unknown) => report(this, NOT_TOLD, error));
	if (!handed) return { noWebhookResponse: true };
	const held = holdResponse(response);
	void answerOnceTaken(this, held, handed, page !== undefined);
	// Without `noWebhookResponse`, n8n responds once it has taken the item.
	return { workflowData: [[{ json: handed.item, pairedItem: { item: 0 } }]] };
}

/** @param isAnswered the contact has got a page already */
async function answerOnceTaken(
	context: IWebhookFunctions,
	held: HeldResponse,
	{ done, pending, settle }: Handover,
	isAnswered: boolean,
): Promise<void> {
	void held.taken.then(settle);
	const isTaken = await withTimeout(held.taken, MAX_TAKING_MS);
	if (!isTaken) {
		const why =
			isTaken === false
				? 'n8n could not continue the execution'
				: 'n8n has not continued the execution yet, perhaps since its concurrency limit is reached';
		report(context, NOT_TOLD, why);
	}
	if (!isAnswered) held.send(isTaken ? done : pending);
}

/** An error that is thrown in a webhook would end the execution, whoever made the request. */
async function replySafely(context: IWebhookFunctions): Promise<Reply> {
	let request: PageRequest | undefined;
	try {
		request = await readRequest(context);
		return await replyTo(request);
	} catch (error) {
		report(context, 'The page could not be shown', error);
		return { page: notShownPage(error, request) };
	}
}

const PLAIN_VIEW: View = {
	offer: {},
	clock: new ContactClock('en', 'UTC'),
	words: LANGUAGES.en,
	wait: '',
	seal: () => '',
};

function notShownPage(error: unknown, request?: PageRequest): Page {
	const again = request ? addressOf(request.view, { do: request.visit.act }) : '';
	const message = mayWorkLater(error) ? 'unreadable' : 'refused';
	return { ...messagePage(request?.view ?? PLAIN_VIEW, message, again), status: 503 };
}

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, visit, method, page } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';
	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = visit.wait !== view.wait && (isPost || visit.wait !== undefined);
	if (isOutdated)
		return { page: { ...messagePage({ ...view, offer: {} }, 'outdated'), status: 409 } };
	const ends = Math.min(view.usableUntil ?? Infinity, page.appointment?.start ?? Infinity);
	if (!isDecided(request) && ends <= Date.now())
		return { page: { ...messagePage(view, 'ended'), status: 409 } };
	if (isPost) return await decide(request);
	return (await showDecision(request)) ?? (await showPage(request));
}
