import nacl from 'tweetnacl';

/** DER head of an Ed25519 SubjectPublicKeyInfo; the 32 bytes of the key follow. RFC 8410, section 4. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The platform's signing key. It signs with tweetnacl, so that the receiver's verification, which
 * uses another implementation, is checked against an independent one. Source: RFC 8032, Ed25519.
 */
export class Signer {
	private pair = nacl.sign.keyPair();
	/** Signing costs milliseconds: copies and retries of the same bytes with the same key reuse it. */
	private last?: { bytes: Buffer; signature: string };

	/** Deliveries and retries from now on are signed with a new key. */
	rotate(): void {
		this.pair = nacl.sign.keyPair();
		this.last = undefined;
	}

	/** @returns the signature of exactly these bytes, 64 bytes as canonical base64 */
	sign(bytes: Buffer): string {
		if (!this.last?.bytes.equals(bytes)) {
			const signature = Buffer.from(nacl.sign.detached(bytes, this.pair.secretKey)).toString('base64');
			this.last = { bytes, signature };
		}
		return this.last.signature;
	}

	/** @returns the public key as SPKI PEM, as the receiver's settings take it */
	publicKeyPem(): string {
		const der = Buffer.concat([SPKI_HEAD, this.pair.publicKey]);
		return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
	}
}
