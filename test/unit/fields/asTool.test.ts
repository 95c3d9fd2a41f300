import { emailAddress, emailOrPhone, phoneNumber } from '../../../nodes/fields/addresses';
import {
	anyWords,
	id,
	type Kind,
	listOf,
	oneOf,
	onOrOff,
	queryValues,
	text,
	webAddress,
	wholeNumber,
	wholeText,
} from '../../../nodes/fields/valueKinds';
import { dateIn, instantIn } from '../../../nodes/fields/timeKinds';
import { choiceOf, fieldOf, fieldsAt, KIND, orOther } from '../../../nodes/fields/parameters';
import { timeZoneField } from '../../../nodes/fields/timeZoneField';
import { nodeWithFields } from './nodeWithFields';

const field = fieldOf(text, { displayName: 'Field', name: 'field', type: 'string', default: '' });

/** What a node of this type makes of a value in a field of this kind. */
function readBy(type: string, kind: Kind<unknown>, value: unknown): unknown {
	const context = nodeWithFields({ field: value });
	const node = { ...context.getNode(), type };
	return fieldsAt({ ...context, getNode: () => node }, 0).read(fieldOf(kind, field));
}
const TOOL = 'x.platformTool';
const NODE = 'x.platform';
const readFromModel = (kind: Kind<unknown>, value: unknown) => readBy(TOOL, kind, value);
const readFromPerson = (kind: Kind<unknown>, value: unknown) => readBy(NODE, kind, value);

const status = oneOf(['new', 'noshow', 'cancelled'], ['New', 'No-Show', 'Canceled']);
const zone = timeZoneField[KIND];
const instant = instantIn('Europe/Berlin');
const TEN = Date.UTC(2026, 10, 25, 9);

describe('what a language model writes is read as it means it:', () => {
	it.each([
		'**appt-2**',
		'`appt-2`',
		'<appt-2>',
		'"appt-2"',
		"'appt-2'",
		'“appt-2” ',
		'‘appt-2’',
		'«appt-2»',
		'**"appt-2"**',
		'__appt-2__',
		'__"appt-2"__',
		'```\nappt-2\n```',
		'[appt-2](https://crm.example.com/a/appt-2)',
		'appt-2?',
		'appt-2;',
		'appt-2:',
		'appt-2!',
		'"(appt-2.),".',
		'appt-2.',
		'"appt-2",',
		'`appt-2`.',
		'(appt-2)',
		'[appt-2]',
		'ID: appt-2',
		'Appointment ID: `appt-2`',
		'id=appt-2',
		'Ada Brook (appt-2)',
		'**Ada (appt-2)**.',
	])('the ID %j', (written) => {
		expect(readFromModel(id, written)).toBe('appt-2');
		// A person is taken at their word.
		expect(readFromPerson(id, written)).toBe(written.trim());
	});

	it.each<[what: string, written: unknown, meant: unknown, kind: Kind<unknown>]>([
		['an ID', 'appt-2 (confirmed)', 'appt-2 (confirmed)', id],
		['a text', '**"Ada"**', 'Ada', text],
		['a text', '"a", "b"', '"a", "b"', text],
		['a text', '<p>Hi</p>', '<p>Hi</p>', text],
		['a text', "Ada's call.", "Ada's call.", text],
		['a text', 'Call (30 min)', 'Call (30 min)', text],
		['a text', '[Book](https://example.com)', '[Book](https://example.com)', text],
		['a text', 'Null', 'Null', text],
		['a text', 'Na', 'Na', text],
		['a text', 'not null', 'not null', text],
		['a text', '**', '**', text],
		['a text', '____', '____', text],
		['a text', '__a__ and __b__', '__a__ and __b__', text],
		['a text', '__Ada', '__Ada', text],
		['a text', 'Ada__', 'Ada__', text],
		['a text', '___', '___', text],
		['a text', '«Ada»', 'Ada', text],
		['a text', '„Ada”', '„Ada”', text],
		['a text with a mark at its beginning alone', '"Ada', '"Ada', text],
		['a text with a mark at its end alone', 'Ada"', 'Ada"', text],
		['a text', '[Ada](about Ada)', '[Ada](about Ada)', text],
		['a text', '```\nCall Ada\n```', 'Call Ada', text],
		// What begins the text is no name of a language.
		['a text', '```Call Ada\nat noon```', 'Call Ada\nat noon', text],
		['a text', '```(Ada\nat noon```', '(Ada\nat noon', text],
		['an ID', '(appt-1) (appt-2)', 'appt-2', id],
		['an ID', 'Ada (VIP) (appt-2)', 'appt-2', id],
		['an ID', 'Ada (room 2)', 'Ada (room 2)', id],
		['an ID', 'Ada (a2)b)', 'Ada (a2)b)', id],
		['an ID', 'Ada (appt-23', 'Ada (appt-23', id],
		['an ID', '(appt-2', '(appt-2', id],
		['an ID', 'appt-2]', 'appt-2]', id],
		['an ID', '(appt-1)(appt-2)', '(appt-1)(appt-2)', id],
		['an ID', 'void1', 'void1', id],
		['an ID', 'Paid by: appt-2', 'Paid by: appt-2', id],
		['an ID', 'call(appt-2)', 'call(appt-2)', id],
		['an ID', 'appt-2 . ,', 'appt-2', id],
		['words', '"null"', 'null', anyWords],
		['a text as it is', ' **x** ', ' **x** ', wholeText],
		[
			'an email or a phone',
			'**ada@example.com**.',
			{ field: 'email', sent: 'ada@example.com', isWhole: true },
			emailOrPhone,
		],
		['an email', '[Ada@example.com](mailto:Ada@example.com)', 'ada@example.com', emailAddress],
		['a phone', '`(202) 555-0101`', '2025550101', phoneNumber],
		['a web address', '<https://example.com/a>.', 'https://example.com/a', webAddress],
		['a status', 'No Show.', 'noshow', status],
		['a status', '`CANCELED`', 'cancelled', status],
		['a time zone', 'america/new york', 'America/New_York', zone],
		['a time zone', 'europe/kiev', 'Europe/Kyiv', zone],
		['a time zone', 'UTC', 'UTC', zone],
		['a time zone', '`Europe/Berlin (UTC+01:00)`.', 'Europe/Berlin', zone],
		['a number', '**30**', 30, wholeNumber(1)],
		['a number', '"30".', 30, wholeNumber(1)],
		['a switch', '`True`', true, onOrOff],
		['a switch', 'No.', false, onOrOff],
		['a switch', 'on', true, onOrOff],
		['a switch', 'Off', false, onOrOff],
		['a time', '`2026-11-25T10:00`.', TEN, instant],
		['a time', '"2026-11-25T09:00:00.000Z"', TEN, instant],
		['a time', '2026-11-25T10:00:00+01:00[Europe/Berlin]', TEN, instant],
		['a date', '**2026-11-25**,', '2026-11-25', dateIn('UTC')],
		['a date in Berlin', new Date(TEN + 14 * 3_600_000), '2026-11-26', dateIn('Europe/Berlin')],
		['a list', '["a", "`b`"]', ['a', 'b'], listOf(text, 'a list')],
		['a list', '```json\n["a", "b"]\n```', ['a', 'b'], listOf(text, 'a list')],
		['a list', '"a", "b"', ['a', 'b'], listOf(text, 'a list')],
		['a list', '- a\n- b', ['a', 'b'], listOf(text, 'a list')],
		['a list', '* a\n• b', ['a', 'b'], listOf(text, 'a list')],
		['a list', "['a', 'b']", ['a', 'b'], listOf(text, 'a list')],
		['a list of statuses', ['No Show', '**new**'], ['noshow', 'new'], listOf(status, 'a list')],
		['values of a query', ['`a`', 5], ['`a`', '5'], queryValues],
	])('%s, written as %j, is %j', (_, written, meant, kind) => {
		expect(readFromModel(kind, written)).toEqual(meant);
	});

	it.each(['*', '`', '"', "'", '“', '”', '‘', '’', '«', '»', '<', '>'])(
		'quotes around a text stay where %s is within it',
		(mark) => {
			const written = `"a${mark}b"`;

			expect(readFromModel(text, written)).toBe(written);
		},
	);

	it.each(['10', '21', '00', '20'])('%j is no switch', (written) => {
		expect(() => readFromModel(onOrOff, written)).toThrow("'Field' must be true or false");
	});

	it.each([
		'',
		'null',
		'NULL',
		'"null"',
		'**None**',
		'none',
		'N/A',
		'n/a',
		'nil',
		'undefined',
		'""',
		"''",
		'``',
		'“”',
		'‘’',
		'NONE',
		'n/A',
		'N/a',
		'[]',
		'{}',
	])('%j is no value, unless words are asked for', (written) => {
		for (const kind of [
			id,
			text,
			emailOrPhone,
			status,
			wholeNumber(1),
			onOrOff,
			instant,
			listOf(text, ''),
			queryValues,
		])
			expect(readFromModel(kind, written)).toBeUndefined();
	});
});

describe.each([
	['a model', TOOL],
	['a person', NODE],
])('a text of 200,000 characters by %s', (_, type) => {
	const LONG = `a${'.'.repeat(200_000)}x`;

	it('is refused where an ID or a zone is wanted, and says how long it may be', () => {
		for (const kind of [id, zone])
			expect(() => readBy(type, kind, LONG)).toThrow(
				expect.objectContaining({
					message: expect.stringMatching(/^'Field' must be .*, not a text of 200002 characters$/),
					description: expect.stringContaining('at most 500 characters'),
				}),
			);
	});

	it('is refused where a web address is wanted, and says what to enter', () => {
		expect(() => readBy(type, webAddress, LONG)).toThrow(
			expect.objectContaining({
				description:
					'Nothing was sent. Enter the whole address, beginning with https://. It may have at most 4000 characters.',
			}),
		);
	});

	it('is read where a text is wanted', () => {
		expect(readBy(type, text, LONG)).toBe(LONG);
	});
});

describe('a choice', () => {
	const choice = choiceOf({
		displayName: 'Field',
		name: 'field',
		type: 'options',
		default: 'won',
		options: [
			{ name: 'Won', value: 'won' },
			{ name: 'No-Show', value: 'noshow' },
			{ name: 'Canceled', value: 'cancelled' },
		],
	});

	it.each([
		[['noshow', 'No Show', 'no-show', 'No_Show', ' NoShow '], 'noshow'],
		[['cancelled', 'Canceled', 'CANCELLED', 'canceled'], 'cancelled'],
	])('is meant by each of %j', (written, meant) => {
		for (const kind of [choice[KIND], orOther(choice)[KIND]])
			for (const value of written)
				expect([value, readFromPerson(kind, value)]).toEqual([value, meant]);
	});

	it.each(['cancel', 'no', 'show', 'invalid'])('is none of %j', (written) => {
		expect(() => readFromModel(choice[KIND], written)).toThrow(
			`'Field' must be one of won, noshow, cancelled, not '${written}'`,
		);
		expect(readFromModel(orOther(choice)[KIND], written)).toBe(written);
	});
});
