import { generateKeyPairSync, sign } from 'node:crypto';

/** A generated Ed25519 key pair, as the platform has one. */
export interface SigningKey {
	/** PEM, SPKI: what the credential holds. */
	publicKeyPem: string;
	/** Base64 signature of the bytes, as the x-platform-signature header carries it. */
	sign(body: Buffer | string): string;
}

export function createSigningKey(): SigningKey {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	return {
		publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
		sign: (body) => sign(null, Buffer.from(body), privateKey).toString('base64'),
	};
}
