import { responseTextOf, withoutSecrets } from '../../../nodes/http/responseText';

const KEY = 'kb/live+4f"7é= (!)';

it.each([
	['as it is', KEY],
	['URL-encoded', encodeURIComponent(KEY)],
	[
		'URL-encoded in lower case',
		encodeURIComponent(KEY).replace(/%../g, (byte) => byte.toLowerCase()),
	],
	['escaped in JSON', JSON.stringify(KEY).slice(1, -1)],
	['in base64', Buffer.from(KEY).toString('base64url').replaceAll('-', '+').replaceAll('_', '/')],
	['in an address', encodeURI(KEY)],
	['in a form', String(new URLSearchParams({ a: KEY })).slice(2)],
])('a secret is hidden %s', (_, repeated) => {
	expect(
		withoutSecrets(`The key ${repeated} is unknown: ${repeated}`, ['other', 'kb/', KEY, '']),
	).toBe('The key [hidden] is unknown: [hidden]');
});

it.each(['a'.repeat(100_000), 'half of a pair \uD800'])(
	'a secret of any length and characters is hidden (%#)',
	(secret) => {
		expect(withoutSecrets(`Not ${secret}!`, [secret])).toBe('Not [hidden]!');
	},
);

it('a token that is not known is hidden after its scheme', () => {
	expect(withoutSecrets('bearer  a.b-c= is not valid, nor Bearer d', [])).toBe(
		'Bearer [hidden] is not valid, nor Bearer [hidden]',
	);
});

describe("an API's own words", () => {
	const said = (data: unknown, ...secrets: string[]) =>
		responseTextOf({ response: { data } }, secrets);

	it.each<[unknown, string]>([
		['  a text \n', 'a text'],
		[{ message: ' a ' }, 'a'],
		[{ error: 'code', error_description: 'words' }, 'words'],
		[{ errors: [{ field: 'x' }, { detail: 'f' }] }, 'field: x; f'],
		[[['h']], 'h'],
		[{ title: 'i' }, 'i'],
		[
			{ errors: { title: ['is too long'], startTime: ['is missing'] } },
			'title: is too long; startTime: is missing',
		],
	])('in %j are %j', (data, expected) => {
		expect(said(data)).toBe(expected);
	});

	it.each([
		undefined,
		7,
		{},
		['', null],
		{ message: ' ' },
		{ name: 'x', code: 7 },
		' <html>',
		{ message: '<html>' },
	])('are not in %j', (data) => {
		expect(said(data)).toBe('');
	});

	it('are cut, after secrets have been hidden, so that no half of one is left', () => {
		expect(said(`${'x'.repeat(495)}k-3f9a7c`, 'k-3f9a7c')).toBe(`${'x'.repeat(495)}[hidd`);
		expect(said(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
	});
});
