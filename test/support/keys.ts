import { generateKeyPairSync, sign } from 'node:crypto';

/** A generated Ed25519 key pair, as the platform has one. */
export function createSigningKey() {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	return {
		/** PEM, SPKI: what the credential holds. */
		publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
		/** Base64 signature of the bytes, as the x-platform-signature header carries it. */
		sign: (body: Buffer | string) => sign(null, Buffer.from(body), privateKey).toString('base64'),
	};
}
