import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { readPublicKeys, testPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { createSigningKey } from '../../support/keys';

const pem = createSigningKey().publicKeyPem;

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const keysIn = (text: string) => readPublicKeys(text).keys;
const messageFor = (text: string) => readPublicKeys(text).unusable ?? 'accepted';

const pemOf = (der: Buffer) => `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;

/** SPKI PEM around 32 bytes of a point. */
const pemOfPoint = (hex: string) => pemOf(Buffer.from(`302a300506032b6570032100${hex}`, 'hex'));

const SMALL_ORDER = [
	'00'.repeat(32),
	`01${'00'.repeat(31)}`,
	'26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
	'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
	`ec${'ff'.repeat(30)}7f`,
	`ed${'ff'.repeat(30)}7f`,
	`ee${'ff'.repeat(30)}7f`,
];

describe('readPublicKeys', () => {
	it('reads one key and several, in order', () => {
		const second = createSigningKey().publicKeyPem;
		expect(keysIn(pem).map(spki)).toEqual([pem]);
		expect(keysIn(`${pem}\n${second}`).map(spki)).toEqual([pem, second]);
	});

	it.each([
		['Windows line ends', pem.replaceAll('\n', '\r\n')],
		['spaces around', `\n\n  ${pem}  \n`],
		['all on one line', pem.replaceAll('\n', '')],
		['line breaks turned into spaces', pem.replaceAll('\n', ' ')],
		['line breaks as in a JSON text', pem.replaceAll('\n', '\\n')],
		['quotes, as in a JSON text', JSON.stringify(pem)],
		['a comment', `# production, since May\n${pem}`],
	])('reads a key pasted with %s', (_what, text) => {
		expect(keysIn(text).map(spki)).toEqual([pem]);
		expect(messageFor(text)).toBe('accepted');
	});

	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const ed25519 = generateKeyPairSync('ed25519');
	it.each([
		['blanks', ' \n', 'is empty'],
		['a raw key', Buffer.alloc(32, 7).toString('base64'), 'is text that is not a PEM block'],
		['a block without its last line', pem.replace(/-----END.*/, ''), 'not a PEM block'],
		['half a key after a key', `${pem}${pem.replace(/-----END.*/, '')}`, 'contains text that is not'],
		['a raw key after a key', `${pem}${Buffer.alloc(32, 7).toString('base64')}`, 'contains text that is not'],
		['an SSH key after a key', `${pem}ssh-ed25519 AAAA`, 'contains text that is not'],
		['an RSA key', spki(rsa.publicKey), 'of type RSA'],
		['an RSA key in its own form', rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(), "'RSA PUBLIC KEY' block"],
		['an Ed448 key', spki(generateKeyPairSync('ed448').publicKey), 'of type ED448'],
		['the private key', ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'is a private key'],
		['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', "'CERTIFICATE' block"],
		['an empty block', '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', 'could not be read'],
		['a block of other signs', '-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----', 'not complete'],
		['a cut key', pem.replace(/^(-----BEGIN.*\n.{20}).*$/m, '$1'), 'could not be read'],
		['a key with a letter lost', pem.replace(/^(MCow.*).(=)$/m, '$1$2'), 'not complete'],
		['too long a text', pem + ' '.repeat(20_000), 'longer than'],
		['too many keys', pem.repeat(11), 'at most 10'],
		['a bad second key', `${pem}${spki(rsa.publicKey)}`, 'Key 2 of'],
		['bytes after the key', pemOf(Buffer.concat([createPublicKey(pem).export({ type: 'spki', format: 'der' }), Buffer.from([0])])), 'Key 1 of'],
	])('refuses %s and says so, but quotes nothing of it', (_what, text, expected) => {
		const message = messageFor(text);
		expect(message).toContain(expected);
		expect(message).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
		for (const [line] of text.matchAll(/^[\w+/]{12}/gm)) expect(message).not.toContain(line);
	});

	it('reads the most keys that may be and no more, of a text that is too long none', () => {
		const most = readPublicKeys(pem.repeat(10));
		expect([most.keys.length, most.unusable]).toEqual([10, undefined]);
		expect(readPublicKeys(pem.repeat(13)).keys).toHaveLength(10);
		expect(readPublicKeys(pem.repeat(200)).keys).toEqual([]);
	});

	it('refuses keys under which anybody can sign, of which the all-zero placeholder is one', () => {
		// Order 1, 2, 4 and 8: some digest of (R, A, message) is a multiple of the order, and for it
		// the identity point as R with a zero scalar verifies, without any private key.
		const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
		let forgeable = 0;
		for (const point of SMALL_ORDER) {
			expect(messageFor(pemOfPoint(point))).toContain('placeholder');
			const withSign = `${point.slice(0, 62)}${(parseInt(point.slice(62), 16) | 0x80).toString(16)}`;
			expect(messageFor(pemOfPoint(withSign))).toContain('placeholder');
			const key = createPublicKey(pemOfPoint(point));
			const messages = Array.from({ length: 500 }, (_, i) => Buffer.from(`message ${i}`));
			if (messages.some((message) => verify(null, message, key, forged))) forgeable += 1;
		}
		expect(forgeable).toBeGreaterThanOrEqual(5);
	});
});

it.each([
	[{ publicKeys: pem + createSigningKey().publicKeyPem }, 'OK', ''],
	[undefined, 'Error', "'Public Keys' is empty"],
	[{ publicKeys: spki(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey) }, 'Error', 'of type RSA'],
])("the credential's test says what is wrong (%#)", async (data, status, message) => {
	const result = await testPublicKeys.call({} as never, { data } as never);
	expect(result).toEqual({ status, message: expect.stringContaining(message) as string });
});
