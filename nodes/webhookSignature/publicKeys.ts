import { createPublicKey, type KeyObject } from 'node:crypto';
import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { tried } from '../utils/attempt';

/** A rotation needs two. Each further key costs one more verification for each forged request. */
export const MAX_KEYS = 10;

/** MAX_KEYS Ed25519 blocks take about 1.2 kB; far more than that is some other file. */
const MAX_PEM_CHARACTERS = 16_384;

const WHAT_TO_PASTE =
	"Paste the signing public key from the platform's webhook settings, from '-----BEGIN PUBLIC KEY-----' to '-----END PUBLIC KEY-----'.";

/** The bytes of an Ed25519 SubjectPublicKeyInfo before the key's 32 (RFC 8410, section 4). */
const ED25519_SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519_SPKI_LENGTH = ED25519_SPKI_PREFIX.length + 32;

/**
 * The y coordinates of the points of small order (RFC 7748, section 7), sign bit cleared, with their
 * non-canonical spellings. Anybody can sign for such a key; placeholders in examples hold the all-zero one.
 */
const SMALL_ORDER_POINTS = new Set([
	'0000000000000000000000000000000000000000000000000000000000000000',
	'0100000000000000000000000000000000000000000000000000000000000000',
	'26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
	'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
	'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
	'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
	'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

export interface PublicKeys {
	keys: readonly KeyObject[];
	/** Names the first unusable part and what to paste, without quoting it. */
	unusable?: string;
}

function explainLabel(label: string): string {
	if (label.includes('PRIVATE KEY')) {
		return 'is a private key. Only the public key belongs here. If the platform signs with this private key, replace it: it has been copied.';
	}
	if (label === 'RSA PUBLIC KEY') return 'is an RSA key; the platform signs with Ed25519.';
	if (label === 'CERTIFICATE') return 'is a certificate; only a plain public key is accepted.';
	return `is a '${label}' block; only 'PUBLIC KEY' blocks (SPKI) are accepted.`;
}

function explainKeyType(key: KeyObject): string {
	const type = key.asymmetricKeyType ?? 'unknown';
	const ended = type === 'rsa' ? " HighLevel's RSA key was for x-wh-signature, which ended on 1 July 2026: use the key for x-ghl-signature." : '';
	return `is a key of type ${type.toUpperCase()}; the platform signs with Ed25519, so only Ed25519 keys can verify.${ended}`;
}

function parseBlock(label: string, body: string): KeyObject | string {
	if (label !== 'PUBLIC KEY') return explainLabel(label);
	// Line breaks are often lost when a key is pasted, so the block's own line lengths do not count.
	const base64 = body.replace(/\s/g, '');
	const der = Buffer.from(base64, 'base64');
	if (der.toString('base64') !== base64) return 'is not complete: its content is not base64.';
	const key = tried(() => createPublicKey({ key: der, format: 'der', type: 'spki' }), undefined);
	if (!key) return 'could not be read: its content is not a public key in SPKI form.';
	if (key.asymmetricKeyType !== 'ed25519') return explainKeyType(key);
	if (der.length !== ED25519_SPKI_LENGTH || !der.subarray(0, ED25519_SPKI_PREFIX.length).equals(ED25519_SPKI_PREFIX)) {
		return 'contains more than the bare Ed25519 public key in SPKI form.';
	}
	const point = Buffer.from(der.subarray(ED25519_SPKI_PREFIX.length));
	point[31] &= 0x7f;
	const isPlaceholder = SMALL_ORDER_POINTS.has(point.toString('hex'));
	return isPlaceholder ? 'is a placeholder, with which anyone could sign.' : key;
}

/** Reads PEM blocks of Ed25519 public keys in SPKI form; a rotation needs the old and the new one. */
export function readPublicKeys(pem: string): PublicKeys {
	if (pem.length > MAX_PEM_CHARACTERS) {
		const unusable = `'Public Keys' is longer than ${MAX_PEM_CHARACTERS} characters. ${WHAT_TO_PASTE}`;
		return { keys: [], unusable };
	}
	// A key copied out of a JSON document carries its line breaks as the two characters \n.
	const text = pem.replace(/\\r|\\n/g, '\n');
	const keys: KeyObject[] = [];
	const found: string[] = [];
	let blocks = 0;
	const rest = text.replace(
		/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g,
		(_block, label: string, body: string) => {
			blocks += 1;
			const key = blocks <= MAX_KEYS && parseBlock(label, body);
			if (typeof key === 'string') found.push(`Key ${blocks} of 'Public Keys' ${key} ${WHAT_TO_PASTE}`);
			else if (key) keys.push(key);
			return '';
		},
	);
	// Text around a block is allowed (RFC 7468, section 5.2), but half a block or another kind of key is a lost key.
	if (blocks === 0 ? rest.trim() !== '' : /-----|ssh-|[\w+/]{43}/.test(rest)) {
		const where = blocks === 0 ? 'is' : 'contains';
		found.push(
			`'Public Keys' ${where} text that is not a PEM block, such as a raw key, an SSH key, or a block that lacks its first or last line. ${WHAT_TO_PASTE}`,
		);
	} else if (blocks === 0) {
		found.push(`'Public Keys' is empty. ${WHAT_TO_PASTE}`);
	}
	if (blocks > MAX_KEYS) {
		found.push(
			`'Public Keys' contains ${blocks} keys; at most ${MAX_KEYS} are accepted. Remove keys that the platform no longer signs with.`,
		);
	}
	return { keys, unusable: found[0] };
}

/** The Platform Webhook API credential's test. It sends nothing. */
export async function testPublicKeys(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { keys, unusable } = readPublicKeys(String(data?.publicKeys ?? ''));
	if (unusable !== undefined) return { status: 'Error', message: unusable };
	const what = keys.length === 1 ? 'one Ed25519 key' : `${keys.length} Ed25519 keys`;
	return { status: 'OK', message: `Deliveries are verified with ${what}` };
}
