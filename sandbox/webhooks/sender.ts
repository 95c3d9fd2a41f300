import nacl from 'tweetnacl';
import { request } from 'undici';

import type { Form } from '../profile';

/** DER head of an Ed25519 SubjectPublicKeyInfo; the 32 bytes of the key follow. RFC 8410, section 4. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The platform's signing key. It signs with tweetnacl, so that the receiver's verification, which
 * uses another implementation, is checked against an independent one. Source: RFC 8032, Ed25519.
 */
export class Signer {
	private pair = nacl.sign.keyPair();

	/** Deliveries and retries from now on are signed with a new key. */
	rotate(): void {
		this.pair = nacl.sign.keyPair();
	}

	/** @returns the signature of exactly these bytes, 64 bytes as canonical base64 */
	sign(bytes: Buffer): string {
		return Buffer.from(nacl.sign.detached(bytes, this.pair.secretKey)).toString('base64');
	}

	/** @returns the public key as SPKI PEM, as the receiver's settings take it */
	publicKeyPem(): string {
		const der = Buffer.concat([SPKI_HEAD, this.pair.publicKey]);
		return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
	}
}

const MAX_LOGGED_CHARS = 300;

/** The header with the signature, by the form of the delivery. */
const HEADERS: Record<Form, string> = {
	contract: 'x-platform-signature',
	highLevel: 'x-ghl-signature',
};

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

/**
 * Posts an event, signed with the key of the moment. Never throws: what went wrong is in the attempt.
 *
 * @param limits of the whole response: milliseconds, and what ends it before
 */
export async function send(
	signer: Signer,
	{ id, url, body, form }: OutgoingEvent & { id: string; url: string },
	limits: { timeoutMs: number; stopping: AbortSignal },
): Promise<DeliveryAttempt> {
	const at = new Date().toISOString();
	const begun = performance.now();
	const took = () => Math.round((performance.now() - begun) * 10) / 10;
	const timeout = AbortSignal.timeout(limits.timeoutMs);
	// Without a listener of its own, Node 20 may collect it before its time, although `any` names it.
	timeout.addEventListener('abort', () => {});
	try {
		const response = await request(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				[HEADERS[form]]: signer.sign(Buffer.from(body)),
				// The same for each attempt, as HighLevel's help page has it.
				...(form === 'highLevel' && { deliveryId: id }),
			},
			body,
			signal: AbortSignal.any([limits.stopping, timeout]),
		});
		const text = (await response.body.text()).slice(0, MAX_LOGGED_CHARS);
		return { at, durationMs: took(), status: response.statusCode, response: text };
	} catch (failure) {
		const { code = '', message } = failure as Error & { code?: string };
		return { at, durationMs: took(), error: `${code} ${message}`.trim() };
	}
}
