import type { IDataObject } from 'n8n-workflow';

/** Sent to the app's notification URL, never to a registered webhook. Contract: Events. */
export const APP_UNINSTALLED = 'app.deleted';

/** Fails on bytes that are not UTF-8 instead of replacing them; drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type ParsedEvent =
	| { kind: 'event'; type: string; payload: IDataObject }
	| { kind: 'notJson' }
	| { kind: 'noType' };

/**
 * Reads a delivery's body. Contract: Webhook event payload (JSON, always with `type`).
 *
 * @param rawBody bytes whose signature has been verified
 */
export function parseEvent(rawBody: Buffer): ParsedEvent {
	let body: unknown;
	try {
		body = JSON.parse(UTF8.decode(rawBody));
	} catch {
		return { kind: 'notJson' };
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return { kind: 'noType' };
	const payload = body as IDataObject;
	const { type } = payload;
	return typeof type === 'string' && type !== '' ? { kind: 'event', type, payload } : { kind: 'noType' };
}
