import type { INode } from 'n8n-workflow';

import { pathSegment, PathSegmentError, readAddress } from '../../../nodes/http/address';

const read = (typed: unknown) => readAddress({ name: 'Node' } as INode, typed, 'Base URL', 'Docs');
const refusal = (typed: unknown) => {
	try {
		return new Error(read(typed)) as Error & { description: string };
	} catch (error) {
		return error as Error & { description: string };
	}
};

it.each([
	[' https://api.example.com/v1/// ', 'https://api.example.com/v1'],
	['https://api.example.com/for/https://a@b', 'https://api.example.com/for/https://a@b'],
	['api.example.com/v1/', 'https://api.example.com/v1'],
	['localhost:8080', 'https://localhost:8080'],
])('%j is used as %j', (typed, used) => {
	expect(read(typed)).toBe(used);
});

it.each([
	undefined,
	null,
	5,
	'',
	'  ',
	'my platform',
	'https://',
	'https:///a',
	'https://a b',
	'mailto:a',
	'ftp://a/https://b',
	'javascript:alert(1)',
])('%j is no web address', (typed) => {
	expect(refusal(typed)).toMatchObject({
		name: 'NodeOperationError',
		message: "'Base URL' of the Docs credential is not a web address",
		description: expect.stringContaining('beginning with https://') as string,
	});
});

it.each([
	'https://s3cret@a',
	'http://user:s3cret@a',
	'https://:s3cret@a',
	'https://@a',
	'https://a/?key=s3cret',
	'https://a/#s3cret',
	'https://a\\s3cret',
])('%s is more than an address, and is not repeated', (typed) => {
	const { message, description } = refusal(typed);
	expect(message).toBe("'Base URL' of the Docs credential contains more than an address");
	expect(description).toMatch(/^Remove any user name or password.* from 'Base URL'\. A key has/);
	expect(`${message} ${description}`).not.toContain('s3cret');
});

describe('pathSegment', () => {
	it('encodes', () => expect(pathSegment(' a/b?x#y ')).toBe('a%2Fb%3Fx%23y'));
	it.each(['', ' ', '.', '..', 'a\ud800'])('refuses %j', (id) => {
		const expected = `'${id.trim()}' is not an ID. Enter the ID as the platform shows it.`;
		expect(() => pathSegment(id)).toThrow(new PathSegmentError(expected));
	});
});
