import { generateKeyPairSync, sign } from 'node:crypto';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { REASON_TEXTS, verifyInBackground, verifySignature } from '../../../nodes/webhookSignature/signature';
import { createSigningKey } from '../../support/keys';

const key = createSigningKey();
const { keys } = readPublicKeys(key.publicKeyPem);
const body = Buffer.from('{"type":"ContactCreate", "contactId": "c-1"}');
const signature = key.sign(body);

function reasonFor(...[bytes, header, known = keys]: Parameters<typeof verifySignature> | [Buffer | undefined, string | string[] | undefined]) {
	const verdict = verifySignature(bytes, header, known);
	return verdict.valid ? 'valid' : verdict.reason;
}

describe('verifySignature', () => {
	it('accepts what was signed, as a string or as the only value', () => {
		expect(reasonFor(body, signature)).toBe('valid');
		expect(reasonFor(body, [signature])).toBe('valid');
	});

	it('accepts any of several keys, in any order', () => {
		const other = readPublicKeys(createSigningKey().publicKeyPem).keys;
		expect(reasonFor(body, signature, [...other, ...keys])).toBe('valid');
		expect(reasonFor(body, signature, [...keys, ...other])).toBe('valid');
		expect(reasonFor(body, signature, other)).toBe('signatureMismatch');
	});

	it.each([
		['one bit of the body changed', Buffer.from(body.map((byte, i) => (i === 5 ? byte ^ 1 : byte)))],
		['the same JSON serialized again', Buffer.from(JSON.stringify(JSON.parse(body.toString())))],
		['a byte more', Buffer.concat([body, Buffer.from('\n')])],
		['a byte less', body.subarray(0, -1)],
	])('rejects %s', (_what, bytes) => {
		expect(reasonFor(bytes, signature)).toBe('signatureMismatch');
	});

	it.each([
		['no header', undefined, 'missingHeader'],
		['an empty header', '', 'missingHeader'],
		['no values', [], 'missingHeader'],
		['two values', [signature, signature], 'repeatedHeader'],
		['two values joined by Node', `${signature}, ${signature}`, 'repeatedHeader'],
		['63 bytes', Buffer.alloc(63).toString('base64'), 'malformedSignature'],
		['65 bytes', Buffer.alloc(65).toString('base64'), 'malformedSignature'],
		['no padding', signature.slice(0, -2), 'malformedSignature'],
		['half the padding', signature.slice(0, -1), 'malformedSignature'],
		['too much padding', `${signature}=`, 'malformedSignature'],
		['a space before', ` ${signature}`, 'malformedSignature'],
		['a line break after', `${signature}\n`, 'malformedSignature'],
		['a line break within', `${signature.slice(0, 40)}\n${signature.slice(40)}`, 'malformedSignature'],
		['a scheme before', `ed25519=${signature}`, 'malformedSignature'],
		['hexadecimal', Buffer.from(signature, 'base64').toString('hex'), 'malformedSignature'],
		['a megabyte', 'A'.repeat(1_000_000), 'malformedSignature'],
	])('rejects %s', (_what, header, reason) => {
		expect(reasonFor(body, header)).toBe(reason);
	});

	it('rejects base64url, where it differs', () => {
		const bytes = Buffer.alloc(64, 0xff);
		expect(reasonFor(body, `${bytes.toString('base64url')}==`)).toBe('malformedSignature');
		expect(reasonFor(body, bytes.toString('base64'))).toBe('signatureMismatch');
	});

	it('rejects every second spelling of the same 64 bytes', () => {
		const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
		const spellings = [...digits]
			.map((digit) => `${signature.slice(0, 85)}${digit}==`)
			.filter((text) => Buffer.from(text, 'base64').equals(Buffer.from(signature, 'base64')));
		expect(spellings).toHaveLength(16);
		expect(spellings.filter((text) => reasonFor(body, text) === 'valid')).toEqual([signature]);
	});

	it('rejects without body or key, whatever the header', () => {
		expect(reasonFor(undefined, signature)).toBe('missingBody');
		expect(reasonFor(Buffer.alloc(0), key.sign(''))).toBe('missingBody');
		expect(reasonFor(body, signature, [])).toBe('missingKey');
	});

	it('rejects a body that is no Buffer, whose bytes somebody has already touched', () => {
		const parsed = { type: 'ContactCreate' } as unknown as Buffer;
		expect(reasonFor(parsed, signature)).toBe('missingBody');
		expect(reasonFor(body.toString() as unknown as Buffer, signature)).toBe('missingBody');
	});

	it('does not let another kind of key verify another kind of signature', () => {
		const rsa = generateKeyPairSync('rsa', { modulusLength: 512 });
		const rsaSignature = sign('sha256', body, rsa.privateKey).toString('base64');
		expect(Buffer.from(rsaSignature, 'base64')).toHaveLength(64);
		expect(reasonFor(body, rsaSignature, [rsa.publicKey])).toBe('missingKey');
		const { privateKey } = generateKeyPairSync('ed25519');
		expect(reasonFor(body, signature, [privateKey])).toBe('missingKey');
	});

	it('rejects the signature plus the group order, which is another one for the same body', () => {
		const order = 2n ** 252n + 27742317777372353535851937790883648493n;
		const bytes = Buffer.from(signature, 'base64');
		const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
		const half = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
		const malleated = Buffer.concat([bytes.subarray(0, 32), half]).toString('base64');
		expect(reasonFor(body, malleated)).toBe('signatureMismatch');
	});

	it('has a text that says what to check for each reason', () => {
		for (const text of Object.values(REASON_TEXTS)) {
			expect(text).toMatch(/check/i);
			expect(text).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
		}
	});
});

describe('verifyInBackground', () => {
	const large = Buffer.alloc(8_000_000, 'x');
	const signed = key.sign(large);
	const others = Array.from({ length: 9 }, () => readPublicKeys(createSigningKey().publicKeyPem).keys[0]);

	it.each([
		['a small body', body, signature, keys, true],
		['a large body', large, signed, [...others, ...keys], true],
		['a large body of somebody else', large, signed, others, false],
		['a large body with a byte more', Buffer.concat([large, body]), signed, keys, false],
		['a large body without a key', large, signed, [], false],
	])('decides as verifySignature does: %s', async (_what, bytes, header, known, valid) => {
		const verdict = await verifyInBackground(bytes, header, known);
		expect(verdict).toEqual(verifySignature(bytes, header, known));
		expect(verdict.valid).toBe(valid);
	});

	it('does not hold up the event loop for a large body', async () => {
		const order: string[] = [];
		const verified = verifyInBackground(large, signed, [...others, ...keys]).then(() => order.push('verified'));
		for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
		order.push('three turns');
		await verified;
		expect(order).toEqual(['three turns', 'verified']);
	});
});
