import { Agent, request } from 'undici';

import type { Signer } from './signer';
import type { Form } from '../profile';

const MAX_LOGGED_CHARS = 300;

/** The header with the signature, by the form of the delivery. */
const HEADERS: Record<Form, string> = { contract: 'x-platform-signature', highLevel: 'x-ghl-signature' };

export interface OutgoingEvent {
	type: string;
	webhookEventId: string;
	locationId: string;
	form: Form;
	/** The exact text whose UTF-8 bytes are signed and sent */
	body: string;
}

/** One try to hand an event to its receiver. */
export interface DeliveryAttempt {
	/** ISO 8601, real time */
	at: string;
	durationMs: number;
	/** Absent when no response came */
	status?: number;
	/** Why no response came, e.g. ECONNREFUSED or a time-out */
	error?: string;
	/** The beginning of the response's body */
	response?: string;
}

/** Signs events with the key of the moment and posts them, once each time it is asked. */
export class Sender {
	private readonly agent = new Agent();

	constructor(
		private readonly signer: Signer,
		private readonly stopping: AbortSignal,
	) {}

	/** Never throws: what went wrong is in the attempt. @param timeoutMs until the whole response */
	async send({ url, body, form }: OutgoingEvent & { url: string }, timeoutMs: number): Promise<DeliveryAttempt> {
		const at = new Date().toISOString();
		const begun = performance.now();
		const timeout = AbortSignal.timeout(timeoutMs);
		// Without a listener of its own, Node 20 may collect it before its time, although `any` names it.
		timeout.addEventListener('abort', () => {});
		const took = () => Math.round((performance.now() - begun) * 10) / 10;
		try {
			const response = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [HEADERS[form]]: this.signer.sign(Buffer.from(body)) },
				body,
				dispatcher: this.agent,
				signal: AbortSignal.any([this.stopping, timeout]),
			});
			const text = (await response.body.text()).slice(0, MAX_LOGGED_CHARS);
			return { at, durationMs: took(), status: response.statusCode, response: text };
		} catch (failure) {
			const { code = '', message } = failure as Error & { code?: string };
			return { at, durationMs: took(), error: `${code} ${message}`.trim() };
		}
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}
}
