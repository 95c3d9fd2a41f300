import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { messagePage } from '../../../../bookingPage/answerPages';
import { OUTDATED, UNREADABLE } from '../../../../bookingPage/words';
import type { Answer } from './respond';
import { book, show, UNAVAILABLE } from './respond';
import { readRequest, report } from './request';

/** n8n serves these at the resume address of a waiting execution only; there is nothing to register. */
export const visitorWebhooks: IWebhookDescription[] = ['GET', 'POST'].map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	path: '',
	restartWebhook: true,
}));

/** Says nothing of what is offered. */
const NOTHING = { calendarName: '', title: '', heading: '', explanation: '' };
const CONFLICT = 409;

/**
 * Serves the page of a waiting execution: GET reads, POST books.
 *
 * @returns for n8n: the answer has been sent; with items if the execution continues
 */
export async function answerVisitor(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// What is thrown here would end the execution, whoever made the request.
	const { page, status, item } = await answer(context).catch((error: unknown): Answer => {
		report(context, 'The booking page could not be shown', error);
		return { page: messagePage({ offer: NOTHING, ...UNREADABLE, again: '' }), status: UNAVAILABLE };
	});
	const response = context.getResponseObject();
	response.statusCode = status;
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	response.end(page.html);
	return {
		noWebhookResponse: true,
		...(item && { workflowData: [[{ json: item, pairedItem: { item: 0 } }]] }),
	};
}

async function answer(context: IWebhookFunctions): Promise<Answer> {
	const request = await readRequest(context);
	if (request.isOutdated) return { page: messagePage({ offer: NOTHING, ...OUTDATED }), status: CONFLICT };
	return request.isPost ? await book(request) : show(request);
}
