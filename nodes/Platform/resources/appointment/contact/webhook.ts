import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { VisitorClock } from '../../../../bookingPage/dates';
import { HEADERS } from '../../../../bookingPage/document';
import { wordsOf } from '../../../../bookingPage/languages';
import type { View } from '../../../../bookingPage/offer';
import { messagePage } from '../../../../bookingPage/pages';
import type { Reply } from './respond';
import { decide, show, UNAVAILABLE } from './respond';
import { readRequest, report } from './request';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const contactWebhooks: IWebhookDescription[] = ['GET', 'POST'].map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

/** Says nothing of what is offered. */
const NOTHING: View = {
	offer: { calendarName: '', title: '', heading: '', explanation: '', businessName: '', accent: '', message: '' },
	visitor: { clock: new VisitorClock('en', 'UTC'), words: wordsOf('en'), wait: '', drawnBy: '' },
};
const [OK, SEE_OTHER, CONFLICT] = [200, 303, 409];

/**
 * Serves the page of a waiting execution: GET reads, POST decides.
 *
 * @returns for n8n: the response has been sent; with items if the execution continues
 */
export async function respondToContact(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const reply = await replyTo(context).catch((error: unknown): Reply => {
		report(context, 'The page could not be shown', error);
		return { page: messagePage(NOTHING, 'unreadable', ''), status: UNAVAILABLE };
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

async function replyTo(context: IWebhookFunctions): Promise<Reply> {
	const request = await readRequest(context);
	const { view, isOutdated, isPost } = request;
	if (isOutdated) {
		const { visitor } = view;
		return { page: messagePage({ ...NOTHING, visitor }, 'outdated'), status: CONFLICT };
	}
	return isPost ? await decide(request) : show(request);
}
