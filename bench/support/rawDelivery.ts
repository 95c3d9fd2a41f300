import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { contextOf } from '../../test/support/context';
import { createSigningKey } from '../../test/support/keys';
import type { WebhookRequest } from '../../test/support/receiver';
import { KeptCredentials } from './keptCredentials';

export const SIGNER = createSigningKey();

const CREDENTIALS = { platformWebhookApi: { publicKeys: SIGNER.publicKeyPem } };

/** One object, by which n8n's node types are made once and not for every delivery. */
const TRIGGER = {
	type: 'platformTrigger',
	parameters: {
		registration: 'manual',
		events: ['ContactCreate'],
		options: { binaryData: true },
		settings: {},
	},
	credentials: CREDENTIALS,
	store: new KeptCredentials(CREDENTIALS),
};

const SOCKET = new Socket();

/** A signed event of about 300 bytes that no trigger has seen, and its header. */
export type SignedBody = ReturnType<typeof signedBody>;

/** @param type one that is not selected starts nothing */
export function signedBody(number: number, type = 'ContactCreate') {
	const event = {
		type,
		webhookEventId: `evt-${number}`,
		contactId: `contact-${number}`,
		email: `somebody.${number}@example.com`,
		firstName: 'Somebody',
		locationId: 'loc-harbor',
		note: 'x'.repeat(120),
	};
	const body = Buffer.from(JSON.stringify(event));
	return { body, header: SIGNER.sign(body) };
}

/** A delivery as n8n hands it to `webhook()`, its body already read. */
export type RawDelivery = ReturnType<typeof rawDelivery>;

/** n8n-core's own context over a workflow that has just been loaded, as for each delivery. */
export function rawDelivery({ body, header }: SignedBody) {
	const request = new IncomingMessage(SOCKET) as WebhookRequest;
	request.headers = { 'content-type': 'application/json', 'x-platform-signature': header };
	request.rawHeaders = Object.entries(request.headers).flat() as string[];
	request.rawBody = body;
	const response = new ServerResponse(request);
	const { context, nodeType } = contextOf('webhook', {
		...TRIGGER,
		...{ active: true, mode: 'webhook', run: null },
		additionalData: { httpRequest: request, httpResponse: response },
	});
	return {
		/** The call that is measured. */
		receive: async () => await nodeType.webhook?.call(context),
		/** Ends the response, as n8n does; the event is remembered when it is a 2xx. */
		respond: (status: number) => {
			response.statusCode = status;
			response.end();
		},
	};
}
