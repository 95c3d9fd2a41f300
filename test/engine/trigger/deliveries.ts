import type { SigningKey } from '../../support/keys';
import type { ReceiverOptions } from '../../support/webhookContext';

export const EVENT = { type: 'ContactCreate', contactId: 'c-1', webhookEventId: 'e-1' };

/** The trigger as a person sets it up for manual registration with one key. */
export function triggerWith(
	key: SigningKey,
	parameters: ReceiverOptions['parameters'] = {},
): ReceiverOptions {
	return {
		type: 'platformTrigger',
		parameters: {
			registration: 'manual',
			events: ['ContactCreate', 'app.deleted'],
			additionalEvents: ['ContactMerged'],
			options: { binaryData: true },
			settings: {},
			...parameters,
		},
		credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem } },
	};
}

export interface Answer {
	status: number;
	text: string;
	headers: Headers;
}

/** Posts bytes as the platform does, with whatever headers. */
export async function post(
	url: string,
	body: Buffer | string,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const response = await fetch(url, {
		method: 'POST',
		body: typeof body === 'string' ? body : new Uint8Array(body),
		headers: { 'content-type': 'application/json', ...headers },
	});
	return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Signs and posts an event. */
export async function deliver(url: string, key: SigningKey, event: unknown): Promise<Answer> {
	const body = typeof event === 'string' ? event : JSON.stringify(event);
	return await post(url, body, { 'x-platform-signature': key.sign(body) });
}
