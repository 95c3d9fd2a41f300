import { randomUUID } from 'node:crypto';

import { deliver } from '../deliver';
import { createSigningKey } from '../keys';
import { SERVED_BY } from './nginx';

export interface SignedEvent {
	/** The unique id in the payload. */
	id: string;
	body: Buffer;
	signature: string;
}

/**
 * Sends signed events at chosen moments, where the platform's own deliveries would leave the timing
 * to chance. Signs with a key of its own, to be added to the credential beside the platform's.
 */
export class SignedSender {
	private readonly key = createSigningKey();
	readonly publicKeyPem = this.key.publicKeyPem;

	/** An event that no receiver has seen. */
	event(type: string, fields: Record<string, unknown> = {}): SignedEvent {
		const id = `evt-${randomUUID()}`;
		const payload = { type, webhookEventId: id, locationId: 'loc-harbor', ...fields };
		const body = Buffer.from(JSON.stringify(payload));
		return { id, body, signature: this.key.sign(body) };
	}

	/** @returns the status, 0 when none came, and the port of the webhook processor that responded, when nginx says so */
	async send(url: string, { body, signature }: SignedEvent) {
		const { status = 0, headers } = await deliver(url, body, { signature });
		return { status, servedBy: portOf(headers[SERVED_BY]) };
	}
}

/** nginx names every processor it tried, in order; the last one responded. */
function portOf(servedBy: string | string[] | undefined): string {
	return String(servedBy ?? '').split(':').at(-1) ?? '';
}
