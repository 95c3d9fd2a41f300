import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

import { createSigningKey } from '../keys';
import { SERVED_BY } from './nginx';

export interface SignedEvent {
	/** The unique id in the payload. */
	id: string;
	body: Buffer;
	signature: string;
}

export interface Delivered {
	/** 0 when none came. */
	status: number;
	/** Port of the webhook processor that responded, when nginx says so. */
	servedBy: string;
}

/**
 * Sends signed events at chosen moments, where the platform's own deliveries would leave the timing
 * to chance. Signs with a key of its own, to be added to the credential beside the platform's.
 */
export class SignedSender {
	private readonly key = createSigningKey();
	readonly publicKeyPem = this.key.publicKeyPem;
	// More connections than any test has requests in flight: nothing here may queue.
	private readonly agent = new Agent({ connections: 256 });

	/** An event that no receiver has seen. */
	event(type: string, fields: Record<string, unknown> = {}): SignedEvent {
		const id = `evt-${randomUUID()}`;
		const payload = { type, webhookEventId: id, locationId: 'loc-harbor', ...fields };
		const body = Buffer.from(JSON.stringify(payload));
		return { id, body, signature: this.key.sign(body) };
	}

	async send(url: string, event: SignedEvent): Promise<Delivered> {
		try {
			const response = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-platform-signature': event.signature },
				body: event.body,
				dispatcher: this.agent,
			});
			await response.body.dump();
			return { status: response.statusCode, servedBy: portOf(response.headers[SERVED_BY]) };
		} catch {
			return { status: 0, servedBy: '' };
		}
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}
}

/** nginx names every processor it tried, in order; the last one responded. */
function portOf(servedBy: string | string[] | undefined): string {
	return String(servedBy ?? '').split(':').at(-1) ?? '';
}
