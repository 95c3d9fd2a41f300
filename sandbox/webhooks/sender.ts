/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { Agent, request } from 'undici';

import type { DeliveryAttempt, OutgoingEvent } from './delivery';
import type { Signer } from './signer';

const ANSWER_LOG_CHARS = 300;

/** Signs events and posts them, once each time it is asked. */
export class Sender {
	private readonly agent = new Agent();
	private readonly cancels = new Set<() => void>();
	/** Signing costs milliseconds: copies and retries with the same key reuse it. */
	private readonly signatures = new WeakMap<OutgoingEvent, { keyNumber: number; text: string }>();

	constructor(private readonly signer: Signer) {}

	/** Never throws: what went wrong is in the attempt. @param timeoutMs until the whole answer */
	async send(url: string, event: OutgoingEvent, timeoutMs: number): Promise<DeliveryAttempt> {
		const { signature, keyNumber } = this.sign(event);
		const at = new Date().toISOString();
		const begun = performance.now();
		const took = () => Math.round((performance.now() - begun) * 10) / 10;
		const controller = new AbortController();
		const cancel = () => controller.abort();
		const timer = setTimeout(() => controller.abort(new Error('timed out')), timeoutMs);
		this.cancels.add(cancel);
		try {
			const response = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-platform-signature': signature },
				body: event.body,
				dispatcher: this.agent,
				signal: controller.signal,
			});
			const answer = (await response.body.text()).slice(0, ANSWER_LOG_CHARS);
			const status = response.statusCode;
			return { at, durationMs: took(), status, answer, signature, keyNumber };
		} catch (failure) {
			return { at, durationMs: took(), error: describe(failure), signature, keyNumber };
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
	private sign(event: OutgoingEvent): { signature: string; keyNumber: number } {
		const { keyNumber } = this.signer;
		let known = this.signatures.get(event);
		if (known?.keyNumber !== keyNumber) {
			known = { keyNumber, text: this.signer.sign(Buffer.from(event.body, 'utf8')) };
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
