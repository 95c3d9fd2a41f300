import { holdsSecret, quotable } from '../../../nodes/http/secrets';

const KEY = 'kb/live+4f"7é= (!)-Zx81pq';

const entities = (text: string) =>
	[...text].map((character) => `&#x${character.charCodeAt(0).toString(16)};`).join('');
const unicode = (text: string) =>
	[...text]
		.map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each([
	['as it is', KEY],
	['in capitals', KEY.toUpperCase()],
	['in part', KEY.slice(3, 12)],
	['broken into lines', 'kb/live+\n4f"7é= (\n!)-Zx81pq'],
	['with a line break after each character', [...KEY].join('\n')],
	['with a hyphen that does not show after each character', [...KEY].join('\u00AD')],
	['URL-encoded', encodeURIComponent(KEY)],
	['URL-encoded in lower case', encodeURIComponent(KEY).toLowerCase()],
	['URL-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
	['in a form', String(new URLSearchParams({ a: KEY }))],
	['in HTML entities', entities(KEY)],
	['in named HTML entities', KEY.replaceAll('/', '&sol;').replaceAll('+', '&plus;')],
	['in JSON', JSON.stringify(KEY)],
	['in JSON with escaped slashes', KEY.replaceAll('/', '\\/')],
	['in JSON with escaped characters', unicode(KEY)],
	['in JSON in JSON', JSON.stringify(JSON.stringify({ headers: { key: KEY } }))],
	['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
	['in base64', base64(KEY)],
	['in base64 for addresses', Buffer.from(KEY).toString('base64url')],
	['in base64 behind its scheme', base64(`Bearer ${KEY}`)],
	['in base64 behind another character', `=x${base64(`id:${KEY}`)}`],
	['in base64 behind one character that it may have itself', `x${base64(KEY)}`],
	['in base64 behind two characters that it may have itself', `xy${base64(KEY)}`],
	['in base64 behind three characters that it may have itself', `xyz${base64(KEY)}`],
	['in base64 in base64', base64(base64(KEY))],
	['in base64 four times over', base64(base64(base64(base64(KEY))))],
])('a secret is found %s, and nothing is quoted', (_, spelling) => {
	const text = `The value ${spelling} is unknown`;
	expect(holdsSecret(text, ['other-one', KEY])).toBe(true);
	expect(quotable(text, ['other-one', KEY])).toBe('');
});

describe('a secret whose only piece holds one sign', () => {
	const find = (secret: string, text: string) => holdsSecret(`The value ${text} is odd`, [secret]);

	it.each([
		['amp', '&'],
		['apos', "'"],
		['ast', '*'],
		['bsol', '\\'],
		['colon', ':'],
		['comma', ','],
		['dash', '-'],
		['dollar', '$'],
		['equals', '='],
		['excl', '!'],
		['gt', '>'],
		['hyphen', '-'],
		['lowbar', '_'],
		['lt', '<'],
		['num', '#'],
		['percnt', '%'],
		['period', '.'],
		['plus', '+'],
		['quot', '"'],
		['sol', '/'],
		['vert', '|'],
	])('is found where HTML writes it as &%s; for %s', (name, sign) => {
		expect(find(`1234${sign}567`, `1234&${name};567`)).toBe(true);
		expect(find(`1234${sign}567`, `1234&${name.toUpperCase()};567`)).toBe(true);
	});

	it.each([
		{ what: 'in an address in lower case', secret: '1234/567', text: '1234%2f567' },
		{
			what: 'in an address with a letter of two bytes',
			secret: '1234é567',
			text: '1234%C3%A9567',
		},
		{ what: 'in JSON with an escaped slash', secret: '1234/567', text: '1234\\/567' },
		{ what: 'in a script with a short escape', secret: '1234+567', text: '1234\\x2b567' },
		{
			what: 'behind another digit of hexadecimal ones',
			secret: '1234+567',
			text: `f${Buffer.from('1234+567').toString('hex')}`,
		},
		{ what: 'with the blank that it has itself', secret: '1234 5678', text: '1234 5678' },
		{ what: 'of four characters', secret: 'pi+1', text: 'pi+1' },
	])('is found $what', ({ secret, text }) => {
		expect(find(secret, text)).toBe(true);
	});
});

it('a secret is looked for in all that is quoted, which ends after 2,000 characters', () => {
	const before = '- '.repeat(980);
	expect(holdsSecret(`${before}1234+567`, ['1234+567'])).toBe(true);
	expect(quotable('- '.repeat(1_500), ['1234+567'])).toHaveLength(2_000);
});

it.each([
	'Contact not found',
	'Bearer token is missing',
	'Bearer authentication required',
	'The token is not authorized for this scope.',
	'Unknown: aGVsbG8gd29ybGQ= deadbeefdeadbeef &amp; 100 %',
])('words without a secret are quoted: %s', (words) => {
	expect(quotable(words, [KEY, 'pit-0f3c9a71-22bd-4c1e-9d0a-7be1f00dcafe'])).toBe(words);
});

it('a token that is not known here is found after its scheme', () => {
	expect(holdsSecret('Bearer 0f3c9a7122bd4c1e is not valid', [])).toBe(true);
	expect(holdsSecret('Bearer: 0f3c9a7122bd4c1e is not valid', [])).toBe(true);
});

it('what is too short for a secret is a word like any other', () => {
	expect(quotable('abc is wrong', ['abc', ''])).toBe('abc is wrong');
});

it.each(['a', '%2', '%25', '&#', '&amp;', '\\u', '\\\\', '{"a":', 'deadbeef', 'Bearer ', '\uD800'])(
	'100,000 characters of %j are looked at in no time',
	(piece) => {
		const text = piece.repeat(100_000 / piece.length);
		const before = performance.now();
		holdsSecret(text, [KEY]);
		// Many times what it takes, for a busy machine.
		expect(performance.now() - before).toBeLessThan(500);
	},
);
