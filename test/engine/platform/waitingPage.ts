import type { IDataObject, IRunExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { waitOf } from '../../../nodes/n8n/waitingExecution';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { contextOf } from '../../support/context';
import { CredentialStore } from '../../support/credentialStore';
import { act, bookingForAda, tokenCredential } from './platform';

let executions = 0;

/** Runs Offer Slots and Wait in n8n's engine up to its wait, and serves contacts in n8n's own context. */
export async function waitingPage(sandbox: Sandbox, parameters: IDataObject = {}) {
	const credentials = tokenCredential(sandbox);
	const store = new CredentialStore(credentials);
	const all = { ...bookingForAda, ...parameters };
	const { error, run } = await act(sandbox, 'appointment.offerSlots', all, { store });
	if (error) throw new Error(error.message);
	const saved = JSON.stringify(run.data);
	const executionId = `execution-${++executions}`;
	const chosen = { authentication: 'accessToken', resource: 'appointment', operation: 'offerSlots', ...all };

	const visit = async (method: 'GET' | 'POST', query: object, body: object = {}) => {
		const headers: Record<string, string> = {};
		const sent = { statusCode: 0, html: '' };
		const response = Object.assign(sent, {
			setHeader: (name: string, value: string) => (headers[name] = value),
			end: (text: string) => (sent.html = text),
		});
		const request = { method, query, body, headers: {} };
		const { context, nodeType } = contextOf('webhook', {
			...{ type: 'platform', parameters: chosen as never, credentials, store, mode: 'webhook' },
			additionalData: { executionId, httpRequest: request, httpResponse: response },
			// Read from the database for each request.
			run: JSON.parse(saved) as IRunExecutionData,
		});
		// As the page that the contact has open.
		if (method === 'POST') request.body = { wait: waitOf(context), ...body };
		const { noWebhookResponse, workflowData } = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
		expect(noWebhookResponse).toBe(true);
		return {
			status: sent.statusCode,
			/** What the workflow goes on with; undefined while it keeps waiting. */
			items: workflowData?.[0].map(({ json }) => json),
			/** Starts of the slots that can be chosen, in the order of the page. */
			slots: [...sent.html.matchAll(/<button form="choose" name="slot" value="(\d+)"/g)].map(([, start]) => Number(start)),
			location: headers.Location as string | undefined,
		};
	};
	return {
		open: async () => await visit('GET', { zone: 'UTC' }),
		/** Sends a form, and follows to where the response sends the browser. */
		async book(start: number) {
			const seen = await visit('POST', {}, { slot: String(start), zone: 'Europe/Berlin' });
			return seen.location === undefined ? seen : await visit('GET', Object.fromEntries(new URLSearchParams(seen.location)));
		},
	};
}
