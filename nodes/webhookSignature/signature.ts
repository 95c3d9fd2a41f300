import { verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'x-platform-signature';

/**
 * 64 bytes in canonical base64: 86 digits and two pads. The last digit holds two bits of data and
 * four bits that must be zero, so only A, Q, g and w can end it; any other form is a second
 * spelling of the same bytes (RFC 4648, 3.5). Ed25519 signatures are 64 bytes (RFC 8032, 5.1.6).
 */
const CANONICAL_BASE64_OF_64_BYTES = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

export type RejectionReason =
	| 'missingHeader'
	| 'repeatedHeader'
	| 'malformedSignature'
	| 'missingBody'
	| 'missingKey'
	| 'signatureMismatch';

export type SignatureVerdict = { valid: true } | { valid: false; reason: RejectionReason };

/** What an operator should check, by reason. Never shown to the sender. */
export const REASON_TEXTS: Record<RejectionReason, string> = {
	missingHeader: `The request has no ${SIGNATURE_HEADER} header. Check that the sender is the platform, that the registration on the platform is one that it signs, and that no proxy in front of n8n drops the header.`,
	repeatedHeader: `The request has more than one ${SIGNATURE_HEADER} header. Check that no proxy in front of n8n adds or copies the header; a real delivery has exactly one.`,
	malformedSignature: `The ${SIGNATURE_HEADER} header is not the base64 form of an Ed25519 signature (64 bytes, 88 characters). Check that no proxy in front of n8n changes the header.`,
	missingBody:
		'The request has no body, or its raw bytes were not available. A signature is made over the raw bytes: check that nothing in front of n8n empties or replaces the body.',
	missingKey:
		"There is no usable key to verify with. Check the 'Public Keys' of the Platform Webhook API credential.",
	signatureMismatch:
		"The signature does not match this body with any of the known keys. The key may have been rotated: check the 'Public Keys' of the Platform Webhook API credential against the platform's webhook settings, and keep both keys there during the change. Otherwise, something in front of n8n changes the body, or the sender is not the platform.",
};

function reject(reason: RejectionReason): { valid: false; reason: RejectionReason } {
	return { valid: false, reason };
}

export type SignatureHeader =
	{ valid: true; signature: string } | { valid: false; reason: RejectionReason };

/**
 * Whether the header can be a signature at all; a cheap check.
 *
 * @param header the header's value, or all its values when it was given several times
 */
export function signatureIn(header: string | string[] | undefined): SignatureHeader {
	const values = Array.isArray(header) ? header : [header];
	if (values.length > 1) return reject('repeatedHeader');
	const signature = values[0];
	if (typeof signature !== 'string' || signature === '') return reject('missingHeader');
	// Node joins a custom header that was given twice with a comma, which base64 never contains.
	if (signature.includes(',')) return reject('repeatedHeader');
	if (!CANONICAL_BASE64_OF_64_BYTES.test(signature)) return reject('malformedSignature');
	return { valid: true, signature };
}

/** Larger bodies are verified in another thread: with ten keys, 15 MB take 400 ms. */
const MAX_SYNC_BYTES = 64 * 1024;

/** Which signature is to be verified, with which keys. Nothing is thrown. */
function checked(
	rawBody: Buffer | undefined,
	header: string | string[] | undefined,
	keys: readonly KeyObject[],
) {
	const found = signatureIn(header);
	if (!found.valid) return found;
	if (!Buffer.isBuffer(rawBody) || rawBody.length === 0) return reject('missingBody');

	// `verify` would also take an RSA or EC key and then check another kind of signature.
	const usable = keys.filter((key) => key.type === 'public' && key.asymmetricKeyType === 'ed25519');
	if (usable.length === 0) return reject('missingKey');
	return { valid: true as const, bytes: rawBody, usable, signature: Buffer.from(found.signature, 'base64') };
}

/**
 * Decides whether a delivery was signed with the private half of one of the keys: Ed25519 over the
 * raw body bytes, in base64, without a digest (`receive_event` in `sandbox/openapi.yaml`).
 * Every unexpected input is a rejection with its reason; nothing is thrown.
 *
 * @param rawBody the bytes as received, before any parsing
 * @param header as for {@link signatureIn}
 * @param keys Ed25519 public keys; any one of them may verify, which is how a key is rotated
 */
export function verifySignature(
	...given: [Buffer | undefined, string | string[] | undefined, readonly KeyObject[]]
): SignatureVerdict {
	const found = checked(...given);
	if (!found.valid) return found;
	const { bytes, usable, signature } = found;
	return usable.some((key) => verify(null, bytes, key, signature))
		? { valid: true }
		: reject('signatureMismatch');
}

/** {@link verifySignature}, which for a large body does not hold up the event loop. */
export async function verifyInBackground(
	...given: Parameters<typeof verifySignature>
): Promise<SignatureVerdict> {
	const found = checked(...given);
	if (!found.valid || found.bytes.length <= MAX_SYNC_BYTES) return verifySignature(...given);
	const { bytes, usable, signature } = found;
	for (const key of usable) {
		const valid = await new Promise<boolean>((resolve) =>
			verify(null, bytes, key, signature, (error, matches) => resolve(!error && matches)),
		);
		if (valid) return { valid };
	}
	return reject('signatureMismatch');
}
