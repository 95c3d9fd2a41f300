import { responseTextOf } from '../../../nodes/http/responseText';

describe("an API's own words", () => {
	const said = (data: unknown, ...secrets: string[]) =>
		responseTextOf({ response: { data } }, secrets);

	it.each<[unknown, string]>([
		['  a text \n', 'a text'],
		[{ message: ' a ' }, 'a'],
		[{ error: 'code', error_description: 'words' }, 'words'],
		[{ errors: [{ field: 'x' }, { detail: 'f' }] }, 'field: x; f'],
		[{ errors: [{ msg: 'is missing', path: 'email' }] }, 'is missing'],
		[[['h']], 'h'],
		// Which contact has the address already.
		[{ message: 'Taken', meta: { contactId: 'c-1' } }, 'Taken contactId: c-1'],
		[{ title: 'i' }, 'i'],
		[
			{ errors: { title: ['is too long'], endTime: [], startTime: ['is missing'] } },
			'title: is too long; startTime: is missing',
		],
	])('in %j are %j', (data, expected) => {
		expect(said(data)).toBe(expected);
	});

	it.each(['message', 'error_description', 'detail', 'details', 'errors', 'error', 'msg'])(
		'are those under %s, at the top and below',
		(name) => {
			expect(said({ [name]: 'words', of: 'x' })).toBe('words');
			expect(said([{ [name]: 'words', of: 'x' }])).toBe('words');
		},
	);

	it.each(['title', 'reason'])('are those under %s at the top; below, it is a field', (name) => {
		expect(said({ [name]: 'words', of: 'x' })).toBe('words');
		expect(said([{ [name]: 'words', of: 'x' }])).toBe(`${name}: words; of: x`);
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

	it('are cut at a whole character', () => {
		expect(said(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
	});

	it('are not quoted where the response holds a piece of a secret, be it beside them', () => {
		expect(said({ message: 'Not allowed', sent: 'k-3f9a7c21' }, 'k-3f9a7c21')).toBe('');
		expect(said({ message: 'Not allowed', sent: 'k-other' }, 'k-3f9a7c21')).toBe('Not allowed');
	});
});
