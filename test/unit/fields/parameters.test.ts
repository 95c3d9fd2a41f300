import { holding as fields } from './holding';
import { authenticationOf } from '../../../nodes/fields/accountFields';
import { dateIn, instantIn, text } from '../../../nodes/fields/valueKinds';
import { fieldOf, fieldsAt } from '../../../nodes/fields/parameters';

const TEXT = fieldOf(text, { displayName: 'Field', name: 'field', type: 'string', default: '' });
const holding = (...values: unknown[]) =>
	fields(Object.fromEntries(values.map((value) => ['field', value])));

const refusal = (message: unknown, description: string, context: object = { itemIndex: 3 }) =>
	expect.objectContaining({ message, description, context }) as Error;

it('the authentication of a node without items, of which n8n makes a 0, is the token', () => {
	const withoutItems = {
		...fields({}),
		getNodeParameter: (_name: string, fallback: unknown) => fallback,
	};
	expect(authenticationOf(withoutItems)).toBe('accessToken');
});

it.each([
	[' a b ', 'a b'],
	[{ __rl: true, mode: 'id', value: 'a' }, 'a'],
	[2 ** 53 - 1, '9007199254740991'],
	['Null', 'Null'],
	['null and void', 'null and void'],
	[' \u200Ba \u200D b\u2060 ', 'a \u200D b'],
	...['', ' ', '\u200B ', 'null', ' undefined ', null, undefined].map(
		(value): [unknown, string] => [value, ''],
	),
])('the text of %j is %j', (value, expected) => {
	expect(fieldsAt(holding(value), 0).read(TEXT) ?? '').toBe(expected);
});

it.each([
	[NaN, 'NaN'],
	[
		'Call with [object Object]',
		'a text with [object Object], which is an object that an expression put into a text',
	],
	[2 ** 53, 'a number of more than 15 digits, which was rounded'],
	[new Date(0), 'a date'],
	[{ mode: 'id', value: 'a' }, 'an object'],
])('%j is refused as a text', (value, got) => {
	expect(() => fieldsAt(holding(value), 3).required(TEXT)).toThrow(
		refusal(`'Field' must be a text, not ${got}`, 'Nothing was sent.'),
	);
});

describe('a field is named, with its item,', () => {
	it.each([
		[instantIn('UTC'), 'soon', ' cannot be used. The value "soon" is not a date and time'],
		[dateIn('UTC'), 'soon', ' cannot be used. The value "soon" is not a date. '],
		[instantIn('UTC'), 0, ' must be a date and time, such as 2026-11-25 14:00:00, not 0'],
		[dateIn('UTC'), ['2026-03-02'], ' must be a date, such as 2026-11-25, not a list'],
	])(
		'where its time cannot be read, with the present time for a model: %#',
		(kind, value, words) => {
			const now = /^Nothing was sent\. Now it is .+, \d{4}-\d\d-\d\dT.+ \(UTC\)\.$/;
			const context = { itemIndex: 3, forModel: expect.stringMatching(now) as string };
			expect(() => fieldsAt(holding(value), 3).required(fieldOf<unknown>(kind, TEXT))).toThrow(
				refusal(expect.stringContaining(`'Field'${words}`), 'Nothing was sent.', context),
			);
		},
	);
});
