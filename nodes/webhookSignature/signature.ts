import { verify, type KeyObject } from 'node:crypto';

const SIGNATURE_HEADER = 'x-platform-signature (HighLevel: x-ghl-signature)';

/** 64 bytes (RFC 8032, 5.1.6). Only A, Q, g and w can end them; any other form is a second spelling (RFC 4648, 3.5). */
const CANONICAL_BASE64_OF_64_BYTES = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** Reasons in words, with what to check. They are never shown to the sender. */
export const REASON_TEXTS = {
	missingHeader: `There is no signature. Check that the sender is the platform, that it signs the deliveries of this webhook, and that the ${SIGNATURE_HEADER} header arrives: a proxy may drop it. HighLevel's older x-wh-signature (RSA), announced to end on July 1, 2026, is not accepted.`,
	repeatedHeader: `There is more than one signature. Check that no proxy adds or copies the ${SIGNATURE_HEADER} header; a real delivery has exactly one.`,
	malformedSignature: `The signature is not the base64 form of an Ed25519 signature (64 bytes, 88 characters). Check that the value of the ${SIGNATURE_HEADER} header is complete, and that no proxy changes it.`,
	missingBody:
		'The body is empty, or its raw bytes were not available. A signature is made over the raw bytes: check that nothing empties or replaces the body.',
	missingKey: "There is no usable key to verify with. Check 'Public Keys'.",
	signatureMismatch:
		"The signature does not match this body with any of the keys. The key may have been rotated: check 'Public Keys' against the platform's webhook settings, and keep both keys there during the change. Otherwise, the body was changed (such as parsed and written again), or the sender is not the platform. Do not trust the content.",
};

export type RejectionReason = keyof typeof REASON_TEXTS;

type Rejected = { valid: false; reason: RejectionReason };

const reject = (reason: RejectionReason): Rejected => ({ valid: false, reason });

/** Checks the form of a header's value, or of all its values. */
export function signatureIn(
	header: string | string[] | undefined,
): { valid: true; signature: string } | Rejected {
	const [signature, ...others] = [header].flat();
	// Node joins a custom header that was given twice with a comma, which base64 never contains.
	if (others.length > 0 || signature?.includes(',')) return reject('repeatedHeader');
	if (!signature) return reject('missingHeader');
	if (!CANONICAL_BASE64_OF_64_BYTES.test(signature)) return reject('malformedSignature');
	return { valid: true, signature };
}

/** Larger bodies are verified in another thread: with ten keys, 15 MB take 400 ms. */
const MAX_SYNC_BYTES = 64 * 1024;

async function inAnotherThread(body: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
	return await new Promise((resolve) =>
		verify(null, body, key, signature, (error, matches) => resolve(!error && matches)),
	);
}

/** Verifies Ed25519 over the bytes as received, with any of the keys. Every unexpected input is a rejection; nothing is thrown. */
export async function verifySignature(
	rawBody: Buffer | undefined,
	header: string | string[] | undefined,
	keys: readonly KeyObject[],
): Promise<{ valid: true } | Rejected> {
	const found = signatureIn(header);
	if (!found.valid) return found;
	if (!Buffer.isBuffer(rawBody) || rawBody.length === 0) return reject('missingBody');

	// `verify` would also take an RSA or EC key and then check another kind of signature.
	const usable = keys.filter((key) => key.type === 'public' && key.asymmetricKeyType === 'ed25519');
	if (usable.length === 0) return reject('missingKey');
	const signature = Buffer.from(found.signature, 'base64');
	const isLarge = rawBody.length > MAX_SYNC_BYTES;
	for (const key of usable) {
		const matches = isLarge
			? await inAnotherThread(rawBody, key, signature)
			: verify(null, rawBody, key, signature);
		if (matches) return { valid: true };
	}
	return reject('signatureMismatch');
}
