import { createPublicKey, type KeyObject } from 'node:crypto';
import { tryOr } from '../utils/tryOr';

/** A rotation needs two. Each further key costs one more verification for each forged request. */
export const MAX_KEYS = 10;

/** MAX_KEYS Ed25519 blocks take about 1.2 kB; far more than that is some other file. */
const MAX_PEM_CHARACTERS = 16_384;

const WHAT_TO_PASTE =
	"Paste the signing public key from the platform's webhook settings, from '-----BEGIN PUBLIC KEY-----' to '-----END PUBLIC KEY-----'.";

/** How an Ed25519 key in SPKI form (RFC 8410) begins in base64, and how long it is without padding. */
const ED25519 = 'MCowBQYDK2VwAyEA';
const ED25519_LENGTH = 59;

/** Points of small order (RFC 7748, section 7), without their sign: anybody can sign for such a key, such as one of zeros. */
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

const RSA_ENDED =
	"HighLevel's RSA key was for x-wh-signature, which ended on September 1, 2026: use the key for x-ghl-signature.";

/** A key, or what is wrong with its block. */
type ParsedBlock = { key: KeyObject } | { fault: string };

/** Reads the key in a block. */
function parseBlock({ label, body }: PemBlock): ParsedBlock {
	if (label.includes('PRIVATE KEY')) {
		return {
			fault:
				'is a private key. Only the public key belongs here. If the platform signs with this private key, replace it: it has been copied.',
		};
	}
	if (label !== 'PUBLIC KEY')
		return { fault: `is a '${label}' block; only 'PUBLIC KEY' blocks (SPKI) are accepted.` };
	// Line breaks are often lost when a key is pasted, so the block's own line lengths do not count.
	const base64 = body.replace(/[\s=]/g, '');
	const [odd] = /[^A-Za-z0-9+/]/u.exec(base64) ?? [];
	if (odd) return { fault: `contains '${odd}', which is not base64.` };
	if (base64.startsWith(ED25519) && base64.length < ED25519_LENGTH)
		return { fault: `is not complete: it has ${base64.length} of ${ED25519_LENGTH} characters.` };
	const der = Buffer.from(base64, 'base64');
	const key = tryOr(() => createPublicKey({ key: der, format: 'der', type: 'spki' }), undefined);
	if (!key) return { fault: 'could not be read: its content is not a public key in SPKI form.' };
	const { asymmetricKeyType: type = 'unknown' } = key;
	if (type !== 'ed25519') {
		const fault = `is a key of type ${type.toUpperCase()}; the platform signs with Ed25519, so only Ed25519 keys can verify.`;
		return { fault: type === 'rsa' ? `${fault} ${RSA_ENDED}` : fault };
	}
	if (!key.export({ format: 'der', type: 'spki' }).equals(der))
		return { fault: 'contains more than the bare Ed25519 public key in SPKI form.' };
	// The last 32 bytes are the point (RFC 8410, section 4), whose last bit is its sign.
	const point = Buffer.from(der.subarray(-32));
	point[31] &= 0x7f;
	if (SMALL_ORDER_POINTS.has(point.toString('hex')))
		return { fault: 'is a placeholder, with which anyone could sign.' };
	return { key };
}

/** What a key brings with it when it is copied out of JSON, a web page or a quoted mail goes. */
function withoutTraces(copied: string): string {
	return (
		copied
			.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
			// Line breaks as JSON and HTML write them.
			.replace(/(?<!\\)\\+[rn\s]|<\/?[a-z][^<>]*>|&(nbsp|#10|#13|#x[ad]);/gi, '\n')
			.replaceAll('\\/', '/')
			// Characters that nobody sees, and the marks of a quoted mail.
			.replace(/\p{Cf}/gu, '')
			.replaceAll('>', '')
			// A word processor makes one long dash of several.
			.replace(/(?<!\p{Pd})\p{Pd}+ ?(BEGIN|END)( [A-Z0-9 ]+?) ?\p{Pd}+/gu, '-----$1$2-----')
	);
}

/** A part between two lines of dashes. */
interface PemBlock {
	label: string;
	body: string;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

const BARE_KEY = new RegExp(`${ED25519}(?:\\s?[\\w+/]){43}=?`, 'g');

/** Text beside the blocks that may be a lost key. Any other is allowed (RFC 7468, section 5.2). */
const LOST_KEY = /-----|ssh-|[\w+/]{43}/;

/** Reads PEM blocks of Ed25519 public keys in SPKI form; a rotation needs the old and the new one. */
export function readPublicKeys(pem: string): PublicKeys {
	if (pem.length > MAX_PEM_CHARACTERS) {
		return {
			keys: [],
			unusable: `'Public Keys' is longer than ${MAX_PEM_CHARACTERS} characters. ${WHAT_TO_PASTE}`,
		};
	}
	const text = withoutTraces(pem);
	const rest = text.replace(BLOCK, '');
	const blocks: PemBlock[] = [];
	for (const [, label, body] of text.matchAll(BLOCK)) blocks.push({ label, body });
	// A key that was copied without its first and last line.
	if (!rest.includes('-----')) {
		for (const [body] of rest.matchAll(BARE_KEY)) blocks.push({ label: 'PUBLIC KEY', body });
	}
	const keys: KeyObject[] = [];
	const faults: string[] = [];
	for (const [index, block] of blocks.slice(0, MAX_KEYS).entries()) {
		const parsed = parseBlock(block);
		if ('key' in parsed) keys.push(parsed.key);
		else faults.push(`Key ${index + 1} of 'Public Keys' ${parsed.fault} ${WHAT_TO_PASTE}`);
	}
	if (blocks.length > MAX_KEYS)
		faults.push(
			`'Public Keys' contains ${blocks.length} keys; at most ${MAX_KEYS} are accepted. Remove keys that the platform no longer signs with.`,
		);
	if (text.trim() === '') faults.push(`'Public Keys' is empty. ${WHAT_TO_PASTE}`);
	else if (blocks.length === 0 || LOST_KEY.test(rest.replace(BARE_KEY, '')))
		faults.push(
			`'Public Keys' contains text that is not a PEM block, such as a raw key, an SSH key, or a block that lacks its first or last line. ${WHAT_TO_PASTE}`,
		);
	return { keys, unusable: faults[0] };
}
