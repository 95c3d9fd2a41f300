import { generateKeyPairSync, sign } from 'node:crypto';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { REASON_TEXTS, verifySignature } from '../../../nodes/webhookSignature/signature';
import { createSigningKey } from '../../support/keys';

const key = createSigningKey();
const { keys } = readPublicKeys(key.publicKeyPem);
const body = Buffer.from('{"type":"ContactCreate", "contactId": "c-1"}');
const signature = key.sign(body);

async function reasonFor(...[bytes, header, known = keys]: Parameters<typeof verifySignature> | [Buffer | undefined, string | string[] | undefined]) {
	const verdict = await verifySignature(bytes, header, known);
	return verdict.valid ? 'valid' : verdict.reason;
}

describe('verifySignature', () => {
	it('accepts what was signed with any of several keys, as a string or as the only value', async () => {
		const other = readPublicKeys(createSigningKey().publicKeyPem).keys;
		expect(await reasonFor(body, [signature])).toBe('valid');
		expect(await reasonFor(body, signature, [...other, ...keys])).toBe('valid');
		expect(await reasonFor(body, signature, [...keys, ...other])).toBe('valid');
		expect(await reasonFor(body, signature, other)).toBe('signatureMismatch');
	});

	it.each<[string, unknown, string]>([
		['one bit of the body changed', Buffer.from(body.map((byte, i) => (i === 5 ? byte ^ 1 : byte))), 'signatureMismatch'],
		['the same JSON serialized again', Buffer.from(JSON.stringify(JSON.parse(body.toString()))), 'signatureMismatch'],
		['a byte more', Buffer.concat([body, Buffer.from('\n')]), 'signatureMismatch'],
		['a byte less', body.subarray(0, -1), 'signatureMismatch'],
		['no body', undefined, 'missingBody'],
		['an empty body', Buffer.alloc(0), 'missingBody'],
		['a body that is no Buffer, whose bytes somebody has already touched', JSON.parse(body.toString()), 'missingBody'],
		['a body that is a text', body.toString(), 'missingBody'],
	])('rejects %s', async (_what, bytes, reason) => {
		expect(await reasonFor(bytes as Buffer, signature)).toBe(reason);
	});

	it.each([
		['no header', undefined, 'missingHeader'],
		['an empty header', '', 'missingHeader'],
		['no values', [], 'missingHeader'],
		['two values', [signature, signature], 'repeatedHeader'],
		['two values joined by Node', `${signature}, ${signature}`, 'repeatedHeader'],
		['63 bytes', Buffer.alloc(63).toString('base64'), 'malformedSignature'],
		['65 bytes', Buffer.alloc(65).toString('base64'), 'malformedSignature'],
		['half the padding', signature.slice(0, -1), 'malformedSignature'],
		['too much padding', `${signature}=`, 'malformedSignature'],
		['a space before', ` ${signature}`, 'malformedSignature'],
		['a line break after', `${signature}\n`, 'malformedSignature'],
		['a line break within', `${signature.slice(0, 40)}\n${signature.slice(40)}`, 'malformedSignature'],
		['a scheme before', `ed25519=${signature}`, 'malformedSignature'],
		['hexadecimal', Buffer.from(signature, 'base64').toString('hex'), 'malformedSignature'],
		['a megabyte', 'A'.repeat(1_000_000), 'malformedSignature'],
		['base64url', `${Buffer.alloc(64, 0xff).toString('base64url')}==`, 'malformedSignature'],
		['its base64', Buffer.alloc(64, 0xff).toString('base64'), 'signatureMismatch'],
	])('rejects %s', async (_what, header, reason) => {
		expect(await reasonFor(body, header)).toBe(reason);
	});

	it('rejects every second spelling of the same 64 bytes', async () => {
		const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
		const spellings = [...digits]
			.map((digit) => `${signature.slice(0, 85)}${digit}==`)
			.filter((text) => Buffer.from(text, 'base64').equals(Buffer.from(signature, 'base64')));
		expect(spellings).toHaveLength(16);
		const reasons = await Promise.all(spellings.map(async (text) => await reasonFor(body, text)));
		expect(spellings.filter((_, index) => reasons[index] === 'valid')).toEqual([signature]);
	});

	it('does not let another kind of key verify another kind of signature', async () => {
		const rsa = generateKeyPairSync('rsa', { modulusLength: 512 });
		const rsaSignature = sign('sha256', body, rsa.privateKey).toString('base64');
		expect(Buffer.from(rsaSignature, 'base64')).toHaveLength(64);
		expect(await reasonFor(body, rsaSignature, [rsa.publicKey])).toBe('missingKey');
		const { privateKey } = generateKeyPairSync('ed25519');
		expect(await reasonFor(body, signature, [privateKey])).toBe('missingKey');
	});

	it('rejects the signature plus the group order, which is another one for the same body', async () => {
		const order = 2n ** 252n + 27742317777372353535851937790883648493n;
		const bytes = Buffer.from(signature, 'base64');
		const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
		const half = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
		const malleated = Buffer.concat([bytes.subarray(0, 32), half]).toString('base64');
		expect(await reasonFor(body, malleated)).toBe('signatureMismatch');
	});

	it.each(Object.entries(REASON_TEXTS))('says what to check of %s', (_reason, text) => {
		expect(text).toMatch(/check/i);
		expect(text).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
	});
});

describe('a large body', () => {
	const large = Buffer.alloc(8_000_000, 'x');
	const signed = key.sign(large);
	const others = Array.from({ length: 9 }, () => readPublicKeys(createSigningKey().publicKeyPem).keys[0]);

	it.each([
		['with any of the keys', large, [...others, ...keys], 'valid'],
		['of somebody else', large, others, 'signatureMismatch'],
		['with a byte more', Buffer.concat([large, body]), keys, 'signatureMismatch'],
		['without a key', large, [], 'missingKey'],
	])('is decided as a small one is: %s', async (_what, bytes, known, reason) => {
		expect(await reasonFor(bytes, signed, known)).toBe(reason);
	});

	it('does not hold up the event loop', async () => {
		const order: string[] = [];
		const verified = verifySignature(large, signed, [...others, ...keys]).then(() => order.push('verified'));
		for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
		order.push('three turns');
		await verified;
		expect(order).toEqual(['three turns', 'verified']);
	});
});
