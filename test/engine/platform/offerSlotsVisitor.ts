import { WebhookContext } from 'n8n-core';
import type { IDataObject, IRunExecutionData, IWebhookData, IWebhookResponseData } from 'n8n-workflow';

import { waitOf } from '../../../nodes/n8n/waitingExecution';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { CredentialStore } from '../../support/credentialStore';
import { additionalDataFor, buildWorkflow } from '../../support/engine';
import { act, bookingForAda, tokenCredential } from './platform';
import type { PlatformRun } from './platform';

/** What a visitor gets. */
export interface Seen {
	status: number;
	html: string;
	headers: Record<string, string>;
	/** What the workflow goes on with; undefined while it keeps waiting. */
	items?: IDataObject[];
	title: string;
	/** What is read on the page. */
	text: string;
	/** Starts of the slots that can be chosen, in the order of the page. */
	slots: number[];
}

export interface Request {
	method?: 'GET' | 'POST';
	query?: object;
	body?: object;
	language?: string;
}

/** An execution that waits with a page. */
export interface WaitingPage {
	visit(request?: Request): Promise<Seen>;
	send(body: object): Promise<Seen>;
	book(start: number, fields?: object): Promise<Seen>;
	logs: string[];
	waitTill?: Date;
}

let executions = 0;

/** Runs Offer Slots and Wait, or another operation that waits, in n8n's engine up to its wait, and serves visitors in n8n's own context. */
export async function offer(
	sandbox: Sandbox,
	parameters: IDataObject = {},
	{ operation = 'offerSlots', ...run }: PlatformRun & { operation?: string } = {},
): Promise<WaitingPage> {
	const credentials = run.credentials ?? tokenCredential(sandbox);
	const store = run.store ?? new CredentialStore(credentials);
	const all = { ...(operation === 'offerSlots' && bookingForAda), ...parameters };
	const result = await act(sandbox, `appointment.${operation}`, all, { ...run, store });
	if (result.error) throw new Error(result.error.message);
	const saved = JSON.stringify(result.run.data);
	const logs: string[] = [];
	const executionId = `execution-${++executions}`;
	const visit = async ({ method = 'GET', query = {}, body = {}, language }: Request = {}) => {
		const authentication = 'platformOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
		const workflow = buildWorkflow({
			type: 'platform',
			parameters: { authentication, resource: 'appointment', operation, ...all } as never,
			credentials,
			settings: run.timezone ? { timezone: run.timezone } : undefined,
		});
		const node = workflow.getNode('Node');
		if (!node) throw new Error('The workflow has no node under test');
		const headers = new Map<string, string>();
		const sent = { statusCode: 0, html: '' };
		const response = Object.assign(sent, {
			setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
			end: (text: string) => (sent.html = text),
		});
		const request = { method, query, body, headers: { 'accept-language': language } };
		const additionalData = Object.assign(additionalDataFor(store), {
			executionId,
			httpRequest: request,
			httpResponse: response,
		});
		const description = workflow.nodeTypes.getByNameAndVersion(node.type).description.webhooks?.[0];
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			'webhook',
			{ webhookDescription: description } as IWebhookData,
			[],
			// Read from the database for each request.
			JSON.parse(saved) as IRunExecutionData,
		);
		// As the page that the visitor has open.
		if (method === 'POST' && !Array.isArray(body)) request.body = { wait: waitOf(context), ...body };
		const log = (message: string) => logs.push(message);
		Object.defineProperty(context, 'logger', { value: { debug: log, info: log, warn: log, error: log } });
		const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type);
		const answer = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
		expect(answer.noWebhookResponse).toBe(true);
		return seen(sent.statusCode, sent.html, headers, answer);
	};
	/** Sends a form, and follows to where the response sends the browser. */
	const send = async (body: object) => {
		const sent = await visit({ method: 'POST', body });
		if (sent.status !== 303) return sent;
		return await visit({ query: Object.fromEntries(new URLSearchParams(sent.headers.location)) });
	};
	return {
		visit,
		send,
		book: async (start, fields = {}) => await send({ slot: String(start), zone: 'UTC', ...fields }),
		logs,
		waitTill: result.run.waitTill ?? undefined,
	};
}

function seen(
	status: number,
	html: string,
	headers: Map<string, string>,
	{ workflowData }: IWebhookResponseData,
): Seen {
	return {
		status,
		html,
		headers: Object.fromEntries(headers),
		items: workflowData?.[0].map(({ json }) => json),
		title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
		text: html
			.replace(/<(style|script|select)>?.*?<\/\1>/gs, '')
			.replace(/<[^>]*>/g, ' ')
			.replace(/[\s\u202f]+/g, ' '),
		slots: [...html.matchAll(/<button form="choose" name="slot" value="(\d+)"/g)].map(([, start]) => Number(start)),
	};
}
