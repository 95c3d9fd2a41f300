import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ContactClock } from '../../bookingPage/contactClock';
import { addressOf, type View } from '../../bookingPage/pageParts';
import { HEADERS, messagePage, type Page } from '../../bookingPage/pages';
import { LANGUAGES } from '../../bookingPage/words';
import { mayWorkLater } from '../../http/explain';
import {
	type ExpressResponse,
	type HeldResponse,
	holdResponse,
	sendPage,
} from '../../n8n/waitingExecution';
import { withTimeout } from '../../utils/withTimeout';
import {
	decide,
	type Handover,
	hasDecision,
	MAX_SAVING_MS,
	type Reply,
	showDecision,
	WORKFLOW_NOT_CONTINUED,
} from './decideOnce';
import { type PageRequest, readRequest } from './readRequest';
import { report } from './report';
import { showPage } from './showPage';

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = METHODS.map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

/** Serves the page of a waiting execution: GET reads, POST decides, and the execution continues where there is an item. */
export async function respondToContact(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = this.getResponseObject() as ExpressResponse;
	const reply = await replySafely(this);
	if (reply.page) sendPage(response, reply.page);

	const handover = await reply.handover?.catch((error: unknown) =>
		report(this, WORKFLOW_NOT_CONTINUED, error),
	);
	if (!handover) return { noWebhookResponse: true };
	const heldResponse = holdResponse(response);
	void respondOnceSaved(this, heldResponse, handover, reply.page !== undefined);
	// Without `noWebhookResponse`, n8n responds once it has saved the item.
	return { workflowData: [[{ json: handover.item, pairedItem: { item: 0 } }]] };
}

/** @param hasPage the contact has got a page already */
async function respondOnceSaved(
	context: IWebhookFunctions,
	heldResponse: HeldResponse,
	{ donePage, pendingPage, reportSaved }: Handover,
	hasPage: boolean,
): Promise<void> {
	void heldResponse.isItemSaved.then(reportSaved);
	const isSaved = await withTimeout(heldResponse.isItemSaved, MAX_SAVING_MS);
	if (isSaved === false)
		report(context, WORKFLOW_NOT_CONTINUED, 'n8n could not continue the execution');
	if (isSaved === undefined)
		report(
			context,
			WORKFLOW_NOT_CONTINUED,
			'n8n has not continued the execution yet, perhaps since its concurrency limit is reached',
		);
	if (!hasPage) heldResponse.send(isSaved ? donePage : pendingPage);
}

/** An error that is thrown in a webhook would end the execution, whoever made the request. */
async function replySafely(context: IWebhookFunctions): Promise<Reply> {
	let request: PageRequest | undefined;
	try {
		request = await readRequest(context);
		return await replyTo(request);
	} catch (error) {
		report(context, 'The page could not be shown', error);
		return { page: failurePage(error, request) };
	}
}

/** For a request that could not even be read. */
const PLAIN_VIEW: View = {
	offer: {},
	clock: new ContactClock('en', 'UTC'),
	words: LANGUAGES.en,
	wait: '',
	seal: () => '',
};

function failurePage(error: unknown, request?: PageRequest): Page {
	const view = request?.view ?? PLAIN_VIEW;
	const message = mayWorkLater(error) ? 'unreadable' : 'refused';
	const tryAgain = request ? addressOf(view, { do: request.input.act }) : '';
	return { ...messagePage(view, message, tryAgain), status: 503 };
}

async function replyTo(request: PageRequest): Promise<Reply> {
	const { view, input, method, page } = request;
	if (method === 'HEAD') return { page: { html: '', headers: HEADERS } };
	const isPost = method === 'POST';

	// In a loop, n8n serves the next contact at the same address; this one learns nothing of what is offered there.
	const isOutdated = input.wait !== view.wait && (isPost || input.wait !== undefined);
	if (isOutdated) {
		const withoutOffer = { ...view, offer: {} };
		return { page: { ...messagePage(withoutOffer, 'outdated'), status: 409 } };
	}
	const endsAt = Math.min(view.usableUntil ?? Infinity, page.appointment?.start ?? Infinity);
	if (!hasDecision(request) && endsAt <= Date.now())
		return { page: { ...messagePage(view, 'ended'), status: 409 } };

	if (isPost) return await decide(request);
	return (await showDecision(request)) ?? (await showPage(request));
}
