import { withoutSecrets } from '../../../nodes/http/secrets';

const KEY = 'kb/live+4f"7é=';

it.each([
	['as it is', KEY],
	['in other letters', KEY.toUpperCase()],
	['URL-encoded', encodeURIComponent(KEY)],
	['URL-encoded in small letters', encodeURIComponent(KEY).toLowerCase()],
	['URL-encoded whole', 'kb%2Flive%2B4f%22%37%C3%A9%3D'],
	['escaped in JSON', JSON.stringify(KEY).slice(1, -1)],
	['escaped in JSON with slashes', 'kb\\/live+4f\\"7\\u00e9\\u003D'],
	['escaped in HTML', 'kb&#47;live&#x2B;4f&#034;7&#xe9;&#61;'],
])('a secret is hidden %s', (_, repeated) => {
	expect(withoutSecrets(`The key ${repeated} is unknown`, ['other', KEY, ''])).toBe('The key [hidden] is unknown');
});

it('a token that is not known is hidden after its scheme', () => {
	expect(withoutSecrets('bearer a.b-c= is not valid', [])).toBe('Bearer [hidden] is not valid');
});

it('signs that mean something else in a pattern are read as they are', () => {
	expect(withoutSecrets('abc a.c (x', ['a.c', '(x'])).toBe('abc [hidden] [hidden]');
});
