import nacl from 'tweetnacl';

/** DER head of an Ed25519 SubjectPublicKeyInfo; the 32 bytes of the key follow. RFC 8410, section 4. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The platform's signing key. It signs with tweetnacl, so that the receiver's verification, which
 * uses another implementation, is checked against an independent one. Source: RFC 8032, Ed25519.
 */
export class Signer {
	private pair = nacl.sign.keyPair();
	/** Signing costs milliseconds: copies and retries of the same text with the same key reuse it. */
	private last = { text: '', signature: '' };
	/** Counts the keys: 1 for the first, one more for each rotation */
	keyNumber = 1;

	/** Deliveries and retries from now on are signed with a new key. */
	rotate(): void {
		this.pair = nacl.sign.keyPair();
		this.last = { text: '', signature: '' };
		this.keyNumber += 1;
	}

	/** @returns the signature of exactly these bytes, 64 bytes as canonical base64 */
	sign(bytes: Uint8Array): string {
		return Buffer.from(nacl.sign.detached(bytes, this.pair.secretKey)).toString('base64');
	}

	/** @returns the signature of a text's UTF-8 bytes */
	signText(text: string): string {
		if (this.last.text !== text) this.last = { text, signature: this.sign(Buffer.from(text)) };
		return this.last.signature;
	}

	/** @returns the public key as SPKI PEM, as the receiver's settings take it */
	publicKeyPem(): string {
		const der = Buffer.concat([SPKI_HEAD, this.pair.publicKey]);
		return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
	}
}
