import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { type ParameterContext, parametersOf } from './parameters';

/** n8n saves the node's context with the execution; a request to a waiting node is not told its times (n8n-core, `WebhookContext`). */
export function rememberWait(context: IExecuteFunctions, beganAt: Date, endsAt: Date): void {
	const kept = context.getContext('node');
	kept.waitBegan = beganAt.toISOString();
	kept.waitEnds = endsAt.toISOString();
}

/** A request to a waiting node, and the wait that it is for. */
export interface WaitingRequest {
	parameters: ParameterContext;
	method: string;
	query: IDataObject;
	/** The fields of a form that was sent. */
	body: IDataObject;
	/** The header Accept-Language. */
	acceptLanguage: unknown;
	/** A public key of the wait. In a loop, one execution waits several times at the same address. */
	wait: string;
	/** When the wait began and when it ends, in epoch milliseconds; NaN where that is not stored. */
	beganAt: number;
	endsAt: number;
}

export function readWaitingRequest(context: IWebhookFunctions): WaitingRequest {
	const evaluate = (expression: string) => context.evaluateExpression(`{{ ${expression} }}`);
	const node = context.getNode();
	// n8n's run index is always 0 in a webhook, so the run that the items come from tells waits in a loop apart.
	const source = evaluate('[$prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join("/")');
	const wait = JSON.stringify([context.getExecutionId(), node.id, source]);
	const kept = `$node[${JSON.stringify(node.name)}].context`;
	const { method = 'GET' } = context.getRequestObject();
	return {
		parameters: parametersOf(context),
		method,
		query: context.getQueryData() as IDataObject,
		body: context.getBodyData(),
		acceptLanguage: context.getHeaderData()['accept-language'],
		wait: createHash('sha256').update(wait).digest('base64url'),
		beganAt: Date.parse(String(evaluate(`${kept}.waitBegan`))),
		endsAt: Date.parse(String(evaluate(`${kept}.waitEnds`))),
	};
}

/** n8n's response (Express's), whose type a community package cannot import. */
export interface ExpressResponse {
	status(code: number): ExpressResponse;
	set(headers: Record<string, string>): ExpressResponse;
	end(html: string): unknown;
	setHeader(name: string, value: string): unknown;
	setHeaders(headers: unknown): unknown;
	removeHeader(name: string): unknown;
	send(body?: unknown): unknown;
	json(body?: unknown): unknown;
}

/** A page, or a redirect, for a contact. */
export interface PageResponse {
	html: string;
	headers: Record<string, string>;
	/** By default 200. */
	status?: number;
}

export function sendPage(response: ExpressResponse, page: PageResponse): void {
	response.status(page.status ?? 200).set(page.headers);
	response.end(page.html);
}

/** A response that n8n gives, and that the contact does not get. */
export interface HeldResponse {
	/** True once n8n has saved the item with the execution; false where it could not. */
	isItemSaved: Promise<boolean>;
	/** Responds to the contact. */
	send(page: PageResponse): void;
}

/**
 * n8n (2.41) responds to a request that continues an execution once it has saved the item with the execution, or with an
 * error: there is no other sign that the workflow goes on. That response is kept from the contact, who gets a page. Earlier
 * versions respond before they save it.
 */
export function holdResponse(response: ExpressResponse): HeldResponse {
	const { status, setHeader, setHeaders, removeHeader } = response;
	const express = { status, setHeader, setHeaders, removeHeader };

	let statusOfN8n = 200;
	let reportSaved: (isSaved: boolean) => void = () => {};
	const isItemSaved = new Promise<boolean>((resolve) => {
		reportSaved = resolve;
	});
	const ignore = () => response;
	const noteResponse = () => {
		reportSaved(statusOfN8n < 300);
		return response;
	};
	const listener = {
		status(code: number) {
			statusOfN8n = code;
			return response;
		},
		setHeader: ignore,
		setHeaders: ignore,
		removeHeader: ignore,
		send: noteResponse,
		json: noteResponse,
	};
	Object.assign(response, listener);
	return {
		isItemSaved,
		send(page) {
			Object.assign(response, express);
			sendPage(response, page);
			// n8n may respond later, which would be a second response.
			Object.assign(response, listener);
		},
	};
}
