import { emailAddress, emailOrPhone, phoneNumber } from '../../../nodes/fields/addresses';
import {
	anyWords,
	dateIn,
	id,
	instantIn,
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
import { choiceOf, fieldOf, fieldsAt, KIND, orOther } from '../../../nodes/fields/parameters';
import { timeZoneField } from '../../../nodes/fields/timeZoneField';
import { holding } from './holding';

const field = fieldOf(text, { displayName: 'Field', name: 'field', type: 'string', default: '' });

const read = (kind: Kind<unknown>, value: unknown, isTool = true) => {
	const context = holding({ field: value });
	const node = { ...context.getNode(), ...(isTool && { type: 'x.platformTool' }) };
	const asNode = { ...context, getNode: () => node };
	return fieldsAt(asNode, 0).read(fieldOf(kind, field));
};

const status = oneOf(['new', 'noshow', 'cancelled'], ['New', 'No-Show', 'Canceled']);
const zone = timeZoneField[KIND];
const instant = instantIn('Europe/Berlin');
const TEN = Date.UTC(2026, 10, 25, 9);

describe('what a language model writes is read as it means it:', () => {
	it.each([
		...['**appt-2**', '`appt-2`', '<appt-2>', '"appt-2"', "'appt-2'", '“appt-2” ', '**"appt-2"**'],
		...['__appt-2__', '```\nappt-2\n```', '[appt-2](https://crm.example.com/a/appt-2)'],
		...['appt-2.', '"appt-2",', '`appt-2`.', '(appt-2)', '[appt-2]', 'ID: appt-2'],
		...['Appointment ID: `appt-2`', 'id=appt-2', 'Ada Brook (appt-2)', '**Ada (appt-2)**.'],
	])('the ID %j', (written) => {
		expect(read(id, written)).toBe('appt-2');
		// A person is taken at their word.
		expect(read(id, written, false)).toBe(written.trim());
	});

	it.each([
		[id, 'appt-2 (confirmed)', 'appt-2 (confirmed)'],
		[text, '**"Ada"**', 'Ada'],
		[text, '"a", "b"', '"a", "b"'],
		[text, '<p>Hi</p>', '<p>Hi</p>'],
		[text, "Ada's call.", "Ada's call."],
		[text, 'Call (30 min)', 'Call (30 min)'],
		[text, '[Book](https://example.com)', '[Book](https://example.com)'],
		[text, 'Null', 'Null'],
		[text, 'Na', 'Na'],
		[text, 'not null', 'not null'],
		[text, '**', '**'],
		[anyWords, '"null"', 'null'],
		[wholeText, ' **x** ', ' **x** '],
		[
			emailOrPhone,
			'**ada@example.com**.',
			{ field: 'email', sent: 'ada@example.com', isWhole: true },
		],
		[emailAddress, '[Ada@example.com](mailto:Ada@example.com)', 'ada@example.com'],
		[phoneNumber, '`(202) 555-0101`', '2025550101'],
		[webAddress, '<https://example.com/a>.', 'https://example.com/a'],
		[status, 'No Show.', 'noshow'],
		[status, '`CANCELED`', 'cancelled'],
		[zone, 'america/new york', 'America/New_York'],
		[zone, 'europe/kiev', 'Europe/Kyiv'],
		[zone, 'UTC', 'UTC'],
		[zone, '`Europe/Berlin (UTC+01:00)`.', 'Europe/Berlin'],
		[wholeNumber(1), '**30**', 30],
		[wholeNumber(1), '"30".', 30],
		[onOrOff, '`True`', true],
		[onOrOff, 'No.', false],
		[instant, '`2026-11-25T10:00`.', TEN],
		[instant, '"2026-11-25T09:00:00.000Z"', TEN],
		[instant, '2026-11-25T10:00:00+01:00[Europe/Berlin]', TEN],
		[dateIn('UTC'), '**2026-11-25**,', '2026-11-25'],
		[dateIn('Europe/Berlin'), new Date(TEN + 14 * 3_600_000), '2026-11-26'],
		[listOf(text, 'a list'), '["a", "`b`"]', ['a', 'b']],
		[listOf(text, 'a list'), '```json\n["a", "b"]\n```', ['a', 'b']],
		[listOf(text, 'a list'), '"a", "b"', ['a', 'b']],
		[listOf(text, 'a list'), '- a\n- b', ['a', 'b']],
		[listOf(text, 'a list'), "['a', 'b']", ['a', 'b']],
		[listOf(status, 'a list'), ['No Show', '**new**'], ['noshow', 'new']],
		[queryValues, ['`a`', 5], ['`a`', '5']],
	])('%# %j', (kind, written, meant) => {
		expect(read(kind, written)).toEqual(meant);
	});

	it.each(['10', '21', '00', '20'])('%j is no switch', (written) => {
		expect(() => read(onOrOff, written)).toThrow("'Field' must be true or false");
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
			expect(read(kind, written)).toBeUndefined();
	});
});

describe.each([false, true])('a text of 200,000 characters, as a tool: %s,', (isTool) => {
	const LONG = `a${'.'.repeat(200_000)}x`;

	it('is refused where an ID or a zone is wanted, and says how long it may be', () => {
		for (const kind of [id, zone])
			expect(() => read(kind, LONG, isTool)).toThrow(
				expect.objectContaining({
					message: expect.stringMatching(/^'Field' must be .*, not a text of 200002 characters$/),
					description: expect.stringContaining('at most 500 characters'),
				}),
			);
	});

	it('is read where a text is wanted', () => {
		expect(read(text, LONG, isTool)).toBe(LONG);
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
			expect(written.map((value) => read(kind, value, false))).toEqual(written.map(() => meant));
	});

	it.each(['cancel', 'no', 'show', 'invalid'])('is none of %j', (written) => {
		expect(() => read(choice[KIND], written)).toThrow(
			`'Field' must be one of won, noshow, cancelled, not '${written}'`,
		);
		expect(read(orOther(choice)[KIND], written)).toBe(written);
	});
});
