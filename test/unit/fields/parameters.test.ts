import { authenticationOf } from '../../../nodes/fields/accountFields';
import { dateIn, instantIn } from '../../../nodes/fields/timeKinds';
import { type Kind, text } from '../../../nodes/fields/valueKinds';
import { fieldOf, fieldsAt } from '../../../nodes/fields/parameters';
import { limitOf } from '../../../nodes/fields/limitFields';
import { usableZone } from '../../../nodes/fields/timeZoneField';
import { nodeWithFields } from './nodeWithFields';

const FIELD = { displayName: 'Field', name: 'field', type: 'string', default: '' } as const;

/** What an operation gets for the item 3, where the field holds this value. */
const readField = (kind: Kind<unknown>, value: unknown) =>
	fieldsAt(nodeWithFields({ field: value }), 3).read(fieldOf(kind, FIELD));

/** The same of a field that it requires. */
const requireField = (kind: Kind<unknown>, value: unknown) =>
	fieldsAt(nodeWithFields({ field: value }), 3).required(fieldOf(kind, FIELD));

it('the authentication of a node without items, of which n8n makes a 0, is the token', () => {
	const withoutItems = {
		...nodeWithFields({}),
		getNodeParameter: (_name: string, fallback: unknown) => fallback,
	};

	expect(authenticationOf(withoutItems)).toBe('accessToken');
});

describe('a text', () => {
	it.each([
		[' a b ', 'a b'],
		[{ __rl: true, mode: 'id', value: 'a' }, 'a'],
		[2 ** 53 - 1, '9007199254740991'],
		['Null', 'Null'],
		['null and void', 'null and void'],
		[' \u200Ba \u200D b\u2060 ', 'a \u200D b'],
	])('of %j is %j', (value, expected) => {
		expect(readField(text, value)).toBe(expected);
	});

	it.each([
		' ',
		'\t',
		'\n',
		'\u00A0',
		'\u00AD',
		'\u200B',
		'\u200F',
		'\u202A',
		'\u202E',
		'\u2060',
		'\u2069',
		'\uFEFF',
	])('is without %j around it', (invisible) => {
		expect(readField(text, `${invisible}a${invisible}`)).toBe('a');
	});

	it.each(['', ' ', '\u200B ', 'null', ' undefined ', null, undefined])(
		'of %j is empty',
		(value) => {
			expect(readField(text, value)).toBeUndefined();
		},
	);

	it.each([
		[NaN, 'NaN'],
		[
			'Call with [object Object]',
			'a text with [object Object], which is an object that an expression put into a text',
		],
		[2 ** 53, 'a number of more than 15 digits, which was rounded'],
		[new Date(0), 'a date'],
		[{ mode: 'id', value: 'a' }, 'an object'],
	])('cannot be %j, which the refusal calls %s', (value, got) => {
		const refusal = {
			message: `'Field' must be a text, not ${got}`,
			description: 'Nothing was sent.',
			context: { itemIndex: 3 },
		};

		expect(() => requireField(text, value)).toThrow(expect.objectContaining(refusal));
	});
});

describe('a time that cannot be read is refused with the field and the item, and with the present time for a model,', () => {
	it.each([
		{
			what: 'a word for a time',
			kind: instantIn('UTC'),
			value: 'soon',
			message: '\'Field\' cannot be used. The value "soon" is not a date and time',
		},
		{
			what: 'a word for a date',
			kind: dateIn('UTC'),
			value: 'soon',
			message: '\'Field\' cannot be used. The value "soon" is not a date. ',
		},
		{
			what: 'a number for a time',
			kind: instantIn('UTC'),
			value: 0,
			message: "'Field' must be a date and time, such as 2026-11-25 14:00:00, not 0",
		},
		{
			what: 'a list for a date',
			kind: dateIn('UTC'),
			value: ['2026-03-02'],
			message: "'Field' must be a date, such as 2026-11-25, not a list",
		},
	])('$what', ({ kind, value, message }) => {
		const withPresentTime = /^Nothing was sent\. Now it is .+, \d{4}-\d\d-\d\dT.+ \(UTC\)\.$/;
		const refusal = {
			message: expect.stringContaining(message) as string,
			description: 'Nothing was sent.',
			context: { itemIndex: 3, forModel: expect.stringMatching(withPresentTime) as string },
		};

		expect(() => requireField(kind, value)).toThrow(expect.objectContaining(refusal));
	});
});

it("a 'Limit' whose expression gives nothing is the one that the editor shows", () => {
	const fields = fieldsAt(nodeWithFields({ returnAll: false, limit: '' }), 0);

	expect(limitOf(fields)).toBe(50);
});

describe('what is empty in a run', () => {
	const { refuseLost } = fieldsAt(nodeWithFields({}), 0);
	const refuse = (stored: unknown) => refuseLost('Field', stored, 'which is no purpose.', '');

	it.each(['', ' ', '=', '= '])('is empty on purpose where the workflow holds %j', (stored) => {
		expect(() => refuse(stored)).not.toThrow();
	});

	it('is lost where the workflow holds an expression', () => {
		expect(() => refuse('={{ $json.gone }}')).toThrow("'Field' is empty");
	});
});

it('a workflow without a zone is in UTC', () => {
	const fields = { readValue: () => undefined, timezone: () => '' };

	expect(usableZone(fields, undefined)).toBe('UTC');
});
