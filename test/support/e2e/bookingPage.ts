import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { INode, INodeParameters } from 'n8n-workflow';

import type { N8nApi, WorkflowDraft } from '../../../runtime/api';
import { nodeJson, type Execution } from '../../../runtime/execution';
import { waitFor } from '../../../runtime/polling';
import type { Harness } from '../harness';
import { importExample, publishExample } from './examples';
import { byId } from './platformParameters';
import { builtIn, platform, workflow } from '../queue/workflows';

/** An execution that waits, and its link. */
export interface Wait {
	executionId: string;
	url: string;
}

/** The page as a visitor's browser gets it. */
export type Seen = Awaited<ReturnType<typeof read>>;

/** Webhook -> Link, which stands for a mail -> Offer Slots -> After. */
export function workflowThatOffers(
	credentials: INode['credentials'],
	parameters: INodeParameters = {},
): WorkflowDraft {
	const path = randomUUID();
	return workflow('Offer', [
		builtIn('webhook', 'Start', { path, httpMethod: 'POST' }, { typeVersion: 2, webhookId: path }),
		linkNode('={{ $json.body.contactId }}'),
		offerSlots(credentials, parameters),
		builtIn('noOp', 'After'),
	]);
}

/** The same with an appointment of the contact, which Ask to Confirm and Wait takes as Book puts it out. */
export function workflowThatAsks(
	credentials: INode['credentials'],
	slot: { startTime: string; endTime: string },
	parameters: INodeParameters = {},
): WorkflowDraft {
	const [start, , , last] = workflowThatOffers(credentials).nodes;
	const common = { resource: 'appointment', authentication: authenticationOf(credentials) };
	const contactId = '={{ $json.body.contactId }}';
	const calendarId = byId('cal-onboarding');
	const booking = { ...common, operation: 'book', calendarId, contactId, ...slot };
	const ask = { ...common, operation: 'askToConfirm', options: { daysAhead: 60 }, ...parameters };
	return workflow('Ask', [
		start,
		platform('Book', booking, credentials),
		linkNode('={{ $json.contactId }}', { includeOtherFields: true }),
		platform('Ask', ask, credentials),
		last,
	]);
}

/** A node before the page, which has the contact and the link. */
export function linkNode(contactId: string, parameters: INodeParameters = {}) {
	const assignments = [
		{ id: randomUUID(), name: 'contactId', value: contactId, type: 'string' },
		{ id: randomUUID(), name: 'url', value: '={{ $execution.resumeUrl }}', type: 'string' },
	];
	const has = { assignments: { assignments }, ...parameters };
	return builtIn('set', 'Link', has, { typeVersion: 3.4 });
}

export function offerSlots(credentials: INode['credentials'], parameters: INodeParameters = {}) {
	return platform(
		'Offer Slots',
		{
			resource: 'appointment',
			operation: 'offerSlots',
			authentication: authenticationOf(credentials),
			calendarId: byId('cal-onboarding'),
			contactId: '={{ $json.contactId }}',
			...parameters,
			options: {
				timezone: byId('America/New_York'),
				title: 'Onboarding call',
				...(parameters.options as INodeParameters | undefined),
			},
		},
		credentials,
	);
}

const authenticationOf = (credentials: INode['credentials']) =>
	credentials && 'platformTokenApi' in credentials ? 'accessToken' : 'oAuth2';

/** Publishes the workflow. @returns begins an execution for a contact, up to its page */
export async function publishPage(
	{ api, n8n }: { api: N8nApi; n8n: { url: string } },
	draft: WorkflowDraft,
): Promise<(contactId: string) => Promise<Wait>> {
	const { id, nodes } = await api.createWorkflow(draft);
	await api.activate(id);
	const startUrl = `${n8n.url}/webhook/${nodes[0].webhookId}`;
	await api.waitForWebhook(startUrl);
	return async (contactId) => {
		const before = await api.listExecutions({ workflowId: id, status: ['waiting'] });
		await fetch(startUrl, { method: 'POST', body: new URLSearchParams({ contactId }) });
		return await linkIn(
			api,
			id,
			'Link',
			before.map((one) => one.id),
		);
	};
}

/** The newest execution of a workflow that waits, once there is one, and the link in what a node before the page has put out. */
export const linkIn = async (
	api: N8nApi,
	workflowId: string,
	node: string,
	known: string[] = [],
): Promise<Wait> =>
	await waitFor(`a link from '${node}'`, async () => {
		const waiting = await api.listExecutions({ workflowId, status: ['waiting'] });
		const executionId = waiting.find(({ id }) => !known.includes(id))?.id;
		if (executionId === undefined) return undefined;
		const said = JSON.stringify(nodeJson(await api.getExecution(executionId), node));
		const [url] = /https?:[^\s"\\]+/.exec(said) ?? [];
		return url !== undefined && { executionId, url };
	});

/** An execution of the example for a new contact, and the link in the invitation. */
export async function inviteByExample(
	harness: Harness,
	firstName: string,
	waitHours?: number,
): Promise<Wait> {
	const { api, sandbox } = harness;
	const options = { title: 'Onboarding call', waitHours };
	const example = await importExample(
		harness,
		'offer-slots-and-wait.json',
		{},
		{ 'Offer Slots': { calendarId: byId('cal-onboarding'), options } },
	);
	await publishExample(harness, example);
	sandbox.createContact({ firstName, email: `${firstName}@example.com` });
	const wait = await linkIn(api, example.id, 'Write Invitation');
	await api.deactivate(example.id);
	return wait;
}

/** As a browser that has said its zone. */
export async function open(url: string, query: Record<string, string> = {}): Promise<Seen> {
	const address = new URL(url);
	address.searchParams.set('zone', 'America/New_York');
	for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
	return await read(await fetch(address, { headers: { 'accept-language': 'en-US' } }));
}

/** Sends a form of the page as a browser without scripts does; of the page where it stands now, without another. */
export async function send(
	url: string,
	fields: Record<string, string>,
	page?: Seen,
): Promise<Seen> {
	const { do: act = '', slot = '' } = fields;
	const { wait, offer } = page ?? (await open(url, { do: act, slot }));
	const body = new URLSearchParams({ zone: 'America/New_York', wait, offer, ...fields });
	return await read(
		await fetch(url, { method: 'POST', body, headers: { 'accept-language': 'en-US' } }),
	);
}

export async function book(url: string, start: number, page?: Seen): Promise<Seen> {
	return await send(url, { do: 'book', slot: String(start) }, page);
}

async function read(response: Response) {
	const html = await response.text();
	return {
		status: response.status,
		url: response.url,
		/** In queue mode, the process behind nginx, as host and port. */
		servedBy: response.headers.get('x-served-by'),
		html,
		title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
		wait: /name="wait" value="([^"]*)"/.exec(html)?.[1] ?? '',
		/** Of the slot that the page asks about. */
		offer: /name="offer" value="([^"]*)"/.exec(html)?.[1] ?? '',
		/** Of the form that decides: what a contact loads again who gets no response to it. */
		address: (
			/<form class="actions" method="post" action="([^"]*)"/.exec(html)?.[1] ?? ''
		).replaceAll('&amp;', '&'),
		slots: [...html.matchAll(/<button form="choose" name="slot" value="(\d+)"/g)].map(([, start]) =>
			Number(start),
		),
	};
}

/** What the node after the page got. */
export async function after(
	api: N8nApi,
	{ executionId }: Wait,
): Promise<Array<Record<string, unknown>>> {
	return nodeJson(await endedWell(api, executionId), 'After');
}

/** Sends the form as `send`, and calls back in the same turn of the event loop in which the last byte has arrived. @returns the title */
export async function sendUntilLastByte(
	url: string,
	fields: Record<string, string>,
	{ wait, offer }: Seen,
	atLastByte: () => void,
): Promise<string> {
	const body = new URLSearchParams({ zone: 'America/New_York', wait, offer, ...fields });
	return await new Promise((resolve, reject) => {
		const sent = request(url, {
			method: 'POST',
			agent: false,
			headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-US' },
		});
		sent.on('error', reject);
		sent.on('response', (response) => {
			let html = '';
			response.setEncoding('utf8');
			response.on('error', reject);
			response.on('data', (part: string) => {
				html += part;
				if (!html.includes('</html>')) return;
				atLastByte();
				resolve(/<title>([^<]*)/.exec(html)?.[1] ?? '');
			});
		});
		sent.end(body.toString());
	});
}

export async function endedWell(api: N8nApi, executionId: string): Promise<Execution> {
	const execution = await api.waitForExecution(executionId);
	expect([execution.status, execution.data.resultData.error]).toEqual(['success', undefined]);
	return execution;
}
