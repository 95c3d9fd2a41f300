import { Agent, request } from 'undici';

import type { DeliveryAttempt, OutgoingEvent } from './delivery';
import type { Signer } from './signer';

const ANSWER_LOG_CHARS = 300;

/** Signs events and posts them, once each time it is asked. */
export class Sender {
	private readonly agent = new Agent();
	private readonly cancels = new Set<() => void>();
	/** Signing costs milliseconds: copies and retries of the same bytes with the same key reuse it. */
	private readonly signatures = new WeakMap<
		OutgoingEvent,
		{ keyNumber: number; body: string; text: string }
	>();

	constructor(private readonly signer: Signer) {}

	/** Never throws: what went wrong is in the attempt. @param timeoutMs until the whole answer */
	async send(
		url: string,
		event: OutgoingEvent,
		body: string,
		timeoutMs: number,
	): Promise<DeliveryAttempt> {
		const sent = {
			at: new Date().toISOString(),
			...this.sign(event, body),
			...(body === event.body ? {} : { body }),
		};
		const { signature } = sent;
		const begun = performance.now();
		const took = () => Math.round((performance.now() - begun) * 10) / 10;
		const controller = new AbortController();
		const cancel = () => controller.abort();
		const timer = setTimeout(() => controller.abort(new Error('timed out')), timeoutMs);
		this.cancels.add(cancel);
		try {
			const response = await request(url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					...(signature === undefined ? {} : { 'x-platform-signature': signature }),
				},
				body,
				dispatcher: this.agent,
				signal: controller.signal,
			});
			const answer = (await response.body.text()).slice(0, ANSWER_LOG_CHARS);
			const status = response.statusCode;
			return { ...sent, durationMs: took(), status, answer };
		} catch (failure) {
			return { ...sent, durationMs: took(), error: describe(failure) };
		} finally {
			clearTimeout(timer);
			this.cancels.delete(cancel);
		}
	}

	cancelAll(): void {
		for (const cancel of this.cancels) cancel();
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}

	/** With the key of the moment: a retry after a rotation carries the new key's signature. */
	private sign(event: OutgoingEvent, body: string): { signature?: string; keyNumber: number } {
		const { keyNumber } = this.signer;
		if (event.unsigned) return { keyNumber };
		let known = this.signatures.get(event);
		if (known?.keyNumber !== keyNumber || known.body !== body) {
			known = { keyNumber, body, text: this.signer.sign(Buffer.from(body, 'utf8')) };
			this.signatures.set(event, known);
		}
		return { signature: known.text, keyNumber };
	}
}

function describe(failure: unknown): string {
	if (!(failure instanceof Error)) return String(failure);
	const code = 'code' in failure ? `${String(failure.code)} ` : '';
	return `${code}${failure.message}`.trim();
}
