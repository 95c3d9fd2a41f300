import { verify, type KeyObject } from 'node:crypto';

const SIGNATURE_HEADER = 'x-platform-signature (HighLevel: x-ghl-signature)';

/** 64 bytes (RFC 8032, 5.1.6). Only A, Q, g and w can end them; any other form is a second spelling (RFC 4648, 3.5). */
const CANONICAL_BASE64_OF_64_BYTES = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** Reasons in words, with what to check. They are never shown to the sender. */
export const REASON_TEXTS = {
	missingHeader: `There is no signature. Check that the sender is the platform, that it signs the deliveries of this webhook, and that the ${SIGNATURE_HEADER} header arrives: a proxy may drop it. HighLevel's x-wh-signature (RSA), which ended on September 1, 2026, is not accepted.`,
	repeatedHeader: `There is more than one signature. Check that no proxy adds or copies the ${SIGNATURE_HEADER} header; a real delivery has exactly one.`,
	malformedSignature: `The signature is not the base64 form of an Ed25519 signature (64 bytes, 88 characters). Check that the value of the ${SIGNATURE_HEADER} header is complete, and that no proxy changes it.`,
	missingBody:
		'The body is empty, or its raw bytes were not available. A signature is made over the raw bytes: check that nothing empties or replaces the body.',
	missingKey: "There is no usable key to verify with. Check 'Public Keys'.",
	signatureMismatch:
		"The signature does not match this body with any of the keys. The key may have been rotated: check 'Public Keys' against the platform's webhook settings, and keep both keys there during the change. Otherwise, the body was changed (such as parsed and written again), or the sender is not the platform. Do not trust the content.",
};

export type RejectionReason = keyof typeof REASON_TEXTS;

/** What is wrong with the form of a signature. @param values of the header, each time that it was sent */
export function faultOf([signature, ...others]: string[]): RejectionReason | undefined {
	// Node joins a custom header that was given twice with a comma, which base64 never contains.
	if (others.length > 0 || signature?.includes(',')) return 'repeatedHeader';
	if (!signature) return 'missingHeader';
	return CANONICAL_BASE64_OF_64_BYTES.test(signature) ? undefined : 'malformedSignature';
}

/**
 * Verifies Ed25519 over the bytes as received, in another thread, since with ten keys 15 MB take 400 ms. Nothing is thrown.
 *
 * @param keys of `readPublicKeys`: `verify` would also take an RSA key, and then check another kind of signature
 * @returns undefined where one of the keys has signed
 */
export async function verifySignature(
	rawBody: Buffer,
	header: string,
	keys: readonly KeyObject[],
): Promise<RejectionReason | undefined> {
	const fault = faultOf([header]);
	if (fault) return fault;
	if (rawBody.length === 0) return 'missingBody';
	if (keys.length === 0) return 'missingKey';
	const signature = Buffer.from(header, 'base64');
	for (const key of keys) {
		const isSigned = await new Promise((resolve) =>
			verify(null, rawBody, key, signature, (error, matches) => resolve(!error && matches)),
		);
		if (isSigned) return undefined;
	}
	return 'signatureMismatch';
}
