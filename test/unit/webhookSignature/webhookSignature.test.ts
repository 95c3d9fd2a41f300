import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { testPublicKeys } from '../../../nodes/PlatformTrigger/signingCredential';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { faultOf, verifySignature } from '../../../nodes/webhookSignature/signature';
import { createSigningKey } from '../../support/keys';

const key = createSigningKey();
const pem = key.publicKeyPem;

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const keysIn = (text: string) => readPublicKeys(text).keys;
const messageFor = (text: string) => readPublicKeys(text).unusable ?? 'accepted';

const pemOf = (der: Buffer) =>
	`-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;

describe('readPublicKeys', () => {
	it('reads one key and several, in order', () => {
		const second = createSigningKey().publicKeyPem;
		expect(keysIn(pem).map(spki)).toEqual([pem]);
		expect(keysIn(`${pem}\n${second}`).map(spki)).toEqual([pem, second]);
	});

	it.each([
		['Windows line ends', pem.replaceAll('\n', '\r\n')],
		['spaces around', `\n\n  ${pem}  \n`],
		['line breaks turned into spaces', pem.replaceAll('\n', ' ')],
		['Windows line ends as in a JSON text', pem.replaceAll('\n', '\\r\\n')],
		['quotes, as in a JSON text in another', JSON.stringify(JSON.stringify(pem))],
		["slashes as in PHP's JSON", JSON.stringify(pem).replaceAll('/', '\\/')],
		['zero-width spaces of a web page', pem.replaceAll(/(.{9})/g, '$1\u200b')],
		['line breaks of a web page', pem.replaceAll('\n', '<br>')],
		['the tags of a web page', `<p class="a">${pem.replaceAll('\n', '</p>&nbsp;&#xA;<p>')}</p>`],
		[".NET's escapes", JSON.stringify(pem).replaceAll('M', '\\u004D')],
		['escapes at the ends of its lines', pem.replaceAll('\n', '\\\n')],
		['spaces beside the dashes', pem.replace('-BEGIN', '- BEGIN').replace('KEY-', 'KEY -')],
		['the marks of a quoted mail', pem.replaceAll(/^/gm, '> ')],
		['dashes of a word processor', pem.replaceAll('-----', '\u2014\u2013')],
		['no padding', pem.replace('=', '')],
		['neither first nor last line, in quotes', `"${pem.split('\n')[1]}"`],
		['a comment, as long as it is no key', `# ${'production'.padEnd(42, '_')}\n${pem}`],
	])('reads a key pasted with %s', (_what, text) => {
		expect(keysIn(text).map(spki)).toEqual([pem]);
		expect(messageFor(text)).toBe('accepted');
	});

	it('tells of the first of two that cannot be used', () => {
		const certificate = pem.replaceAll('PUBLIC KEY', 'CERTIFICATE');
		expect(messageFor(certificate + certificate)).toMatch(/^Key 1 of 'Public Keys'/);
	});

	it('reads no key of a block that lacks its last line: it may have been cut', () => {
		expect(keysIn(pem.split('\n').slice(0, 2).join('\n'))).toEqual([]);
	});

	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const ed25519 = generateKeyPairSync('ed25519');
	it.each<[what: string, text: string, fault: string]>([
		['blanks', ' \n', 'is empty'],
		['words', 'my key', 'contains text that is not a PEM block'],
		['a raw key', Buffer.alloc(32, 7).toString('base64'), 'contains text that is not a PEM block'],
		[
			'a block whose last line is that of another kind',
			pem.replace('END PUBLIC KEY', 'END CERTIFICATE'),
			'not a PEM block',
		],
		['a block without its last line', pem.replace(/-----END.*/, ''), 'not a PEM block'],
		[
			'half a key after a key',
			`${pem}${pem.replace(/-----END.*/, '')}`,
			'contains text that is not',
		],
		[
			'a raw key after a key',
			`${pem}${Buffer.alloc(32, 7).toString('base64')}`,
			'contains text that is not',
		],
		['an SSH key after a key', `${pem}ssh-ed25519 AAAA`, 'contains text that is not'],
		[
			'an RSA key',
			spki(rsa.publicKey),
			'of type RSA; the platform signs with Ed25519, so only Ed25519 keys can verify. HighLevel',
		],
		[
			'an RSA key in its own form',
			rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
			"'RSA PUBLIC KEY' block",
		],
		[
			'an Ed448 key',
			spki(generateKeyPairSync('ed448').publicKey),
			'so only Ed25519 keys can verify. Paste',
		],
		[
			'the private key',
			ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
			'is a private key',
		],
		[
			'a private key in the form of RSA',
			rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
			'is a private key',
		],
		['an empty block', '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', 'could not be read'],
		[
			'a block of other signs',
			'-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----',
			"contains '!', which is not base64",
		],
		['a cut key', pem.replace(/^(-----BEGIN.*\n.{20}).*$/m, '$1'), 'it has 20 of 59 characters'],
		['a key with a letter lost', pem.replace(/^(MCow.*).(=)$/m, '$1$2'), 'not complete'],
		['too long a text', pem + ' '.repeat(20_000), 'longer than'],
		['too many keys', pem.repeat(11), 'contains 11 keys; at most 10'],
		['a bad second key', `${pem}${spki(rsa.publicKey)}`, 'Key 2 of'],
		[
			'bytes after the key',
			pemOf(
				Buffer.concat([
					createPublicKey(pem).export({ type: 'spki', format: 'der' }),
					Buffer.from([0]),
				]),
			),
			'Key 1 of',
		],
	])('refuses %s and says so, but quotes nothing of it', (_what, text, fault) => {
		const message = messageFor(text);

		expect(message).toContain(fault);
		expect(message).toMatch(/ (Paste|Remove) [^.]+\.( [A-Z][^.]*\.)*$/);
		expect(message).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
		for (const [line] of text.matchAll(/^[\w+/]{12}/gm)) expect(message).not.toContain(line);
	});

	it('reads the most keys that may be and no more, of a text that is too long none, and those beside an unusable one', () => {
		expect(keysIn(`${pem}${spki(rsa.publicKey)}${pem}`)).toHaveLength(2);
		const most = readPublicKeys(pem.repeat(10));
		expect({ keyCount: most.keys.length, unusable: most.unusable }).toEqual({
			keyCount: 10,
			unusable: undefined,
		});
		expect(readPublicKeys(pem.repeat(13)).keys).toHaveLength(10);
		const longest = pem.padEnd(16_384);
		expect([longest, `${longest} `].map((text) => keysIn(text).length)).toEqual([1, 0]);
	});

	it.each([
		'00'.repeat(32),
		`01${'00'.repeat(31)}`,
		'26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
		'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
		`ec${'ff'.repeat(30)}7f`,
		`ed${'ff'.repeat(30)}7f`,
		`ee${'ff'.repeat(30)}7f`,
	])('refuses the point of small order %s, under which anybody can sign', (point) => {
		const sign = (parseInt(point.slice(62), 16) | 0x80).toString(16);
		for (const hex of [point, `${point.slice(0, 62)}${sign}`])
			expect(messageFor(pemOf(Buffer.from(`302a300506032b6570032100${hex}`, 'hex')))).toContain(
				'placeholder',
			);
	});
});

it.each([
	[{ publicKeys: pem }, 'OK', ''],
	[undefined, 'Error', "'Public Keys' is empty. Paste "],
	[{ api: 'highLevel', publicKeys: ' ' }, 'OK', ''],
	[{ api: 'highLevel', publicKeys: 'x' }, 'Error', 'not a PEM block'],
])("the credential's test says what is wrong (%#)", async (data, status, message) => {
	const result = await testPublicKeys.call({} as never, { data } as never);
	expect(result).toEqual({ status, message: expect.stringContaining(message) as string });
});

const { keys } = readPublicKeys(pem);
const body = Buffer.from('{"type":"ContactCreate", "contactId": "c-1"}');
const signature = key.sign(body);

const reasonFor = async (bytes: Buffer, header: string, known = keys) =>
	(await verifySignature(bytes, header, known)) ?? 'valid';

it.each([
	{ what: 'none', values: [], reason: 'missingHeader' },
	{ what: 'an empty one', values: [''], reason: 'missingHeader' },
	{ what: 'two', values: [signature, signature], reason: 'repeatedHeader' },
	{ what: 'one', values: [signature], reason: undefined },
])('of a header with $what, it is told what is wrong', ({ values, reason }) => {
	expect(faultOf(values)).toBe(reason);
});

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
// The last four bits of the last digit are left over.
const secondSpelling = `${signature.slice(0, 85)}${DIGITS[DIGITS.indexOf(signature[85]) + 1]}==`;

describe('verifySignature', () => {
	it('accepts what was signed with any of several keys', async () => {
		const other = readPublicKeys(createSigningKey().publicKeyPem).keys;
		expect(await reasonFor(body, signature, [...other, ...keys])).toBe('valid');
		expect(await reasonFor(body, signature, [...keys, ...other])).toBe('valid');
		expect(await reasonFor(body, signature, other)).toBe('signatureMismatch');
		expect(await reasonFor(body, signature, [])).toBe('missingKey');
	});

	it.each<{ what: string; bytes: Buffer; reason: string }>([
		{
			what: 'one bit of the body changed',
			bytes: Buffer.from(body.map((byte, i) => (i === 5 ? byte ^ 1 : byte))),
			reason: 'signatureMismatch',
		},
		{
			what: 'a byte more',
			bytes: Buffer.concat([body, Buffer.from('\n')]),
			reason: 'signatureMismatch',
		},
		{ what: 'an empty body', bytes: Buffer.alloc(0), reason: 'missingBody' },
	])('rejects $what', async ({ bytes, reason }) => {
		expect(await reasonFor(bytes, signature)).toBe(reason);
	});

	it.each([
		{
			what: 'two values joined by Node',
			header: `${signature}, ${signature}`,
			reason: 'repeatedHeader',
		},
		{ what: '61 bytes', header: Buffer.alloc(61).toString('base64'), reason: 'malformedSignature' },
		{ what: '67 bytes', header: Buffer.alloc(67).toString('base64'), reason: 'malformedSignature' },
		{ what: 'too much padding', header: `${signature}=`, reason: 'malformedSignature' },
		{ what: 'a space before', header: ` ${signature}`, reason: 'malformedSignature' },
		{
			what: 'a second spelling of the same bytes',
			header: secondSpelling,
			reason: 'malformedSignature',
		},
		{
			what: 'base64url',
			header: `${Buffer.alloc(64, 0xff).toString('base64url')}==`,
			reason: 'malformedSignature',
		},
		{
			what: 'its base64',
			header: Buffer.alloc(64, 0xff).toString('base64'),
			reason: 'signatureMismatch',
		},
	])('rejects $what', async ({ header, reason }) => {
		expect(await reasonFor(body, header)).toBe(reason);
	});
});

it('a large body, decided with many keys, does not hold up the event loop', async () => {
	const large = Buffer.alloc(8_000_000, 'x');
	const others = Array.from({ length: 9 }, () => readPublicKeys(createSigningKey().publicKeyPem));
	const known = [...others.flatMap((each) => each.keys), ...keys];
	const order: string[] = [];
	const verified = reasonFor(large, key.sign(large), known).then((reason) => order.push(reason));
	for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
	order.push('three turns');
	await verified;
	expect(order).toEqual(['three turns', 'valid']);
});
