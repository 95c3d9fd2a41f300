import type { INode } from 'n8n-workflow';

import { pathSegment, PathSegmentError, readAddress } from '../../../nodes/http/address';

const read = (typed: unknown) => readAddress({ name: 'Node' } as INode, typed, 'Base URL', 'Docs');
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
	5,
	'  ',
	'my platform',
	'https://',
	'https://a b',
	'ftp://a/https://b',
	'javascript:alert(1)',
])('%j is no web address', (typed) => {
	const refusal = {
		name: 'NodeOperationError',
		message: "'Base URL' of the Docs credential is not a web address",
		description: expect.stringContaining('beginning with https://') as string,
	};
	expect(() => read(typed)).toThrow(expect.objectContaining(refusal));
});

it.each([
	'https://s3cret@a',
	'https://:s3cret@a',
	'https://@a',
	'https://a/?key=s3cret',
	'https://a/#s3cret',
	'https://a\\s3cret',
])('%s is more than an address, and is not repeated', (typed) => {
	const refusal = {
		message: "'Base URL' of the Docs credential contains more than an address",
		description: expect.stringMatching(
			/^Remove any user name or password(?!.*s3cret).* from 'Base URL'\. A key has/,
		) as string,
	};
	expect(() => read(typed)).toThrow(expect.objectContaining(refusal));
});

describe('pathSegment', () => {
	it.each([' ', '.', '..', 'a\ud800'])('refuses %j', (id) => {
		const expected = `'${id.trim()}' is not an ID. Enter the ID as the platform shows it.`;
		expect(() => pathSegment(id)).toThrow(new PathSegmentError(expected));
	});
});
