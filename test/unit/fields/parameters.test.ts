import { holding as fields } from './holding';
import { authenticationOf } from '../../../nodes/fields/accountFields';
import { dateIn, instantIn } from '../../../nodes/fields/kinds';
import {
	fieldOf,
	fieldsAt,
	type ParameterContext,
	switchField,
	textField,
} from '../../../nodes/fields/parameters';

const TEXT = textField('Field', 'field');
const SWITCH = switchField('Field', 'field', true);
const instantOf = (context: ParameterContext, zone: string) =>
	fieldsAt(context, 3).required(fieldOf(instantIn(zone), TEXT));
const dateOf = (context: ParameterContext, zone: string) =>
	fieldsAt(context, 3).required(fieldOf(dateIn(zone), TEXT));
const holding = (...values: unknown[]) =>
	fields(Object.fromEntries(values.map((value) => ['field', value])));

const refusal = (read: () => unknown) => {
	try {
		return `read: ${String(read())}`;
	} catch (error) {
		const { message, description, context } = error as Error & {
			description: string;
			context: object;
		};
		return [message, description, context];
	}
};

it('the credential is the chosen one, else that of OAuth2', () => {
	expect(
		[{ authentication: 'accessToken' }, {}].map((chosen) => authenticationOf(fields(chosen))),
	).toEqual(['accessToken', 'oAuth2']);
	expect(() => authenticationOf(fields({ authentication: 'other' }))).toThrow(
		"'Authentication' must be one of oAuth2, accessToken, not 'other'",
	);
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
	['Call with [object Object]', "'Call with [object Object]'"],
	[`[object Object]${'x'.repeat(65)}`, `'[object Object]${'x'.repeat(65)}'`],
	[`[object Object]${'x'.repeat(66)}`, 'a text of 81 characters'],
	[2 ** 53, 'a number of more than 15 digits, which was rounded'],
	[new Date(0), 'a date'],
	[{ mode: 'id', value: 'a' }, 'an object'],
])('%j is refused as a text', (value, got) => {
	expect(refusal(() => fieldsAt(holding(value), 3).required(TEXT))).toEqual([
		`'Field' must be a text, not ${got}`,
		'Nothing was sent.',
		{ itemIndex: 3 },
	]);
});

it.each([
	[true, [true, 'true', ' True ', 1, '1']],
	[false, [false, 'false', ' FALSE\n', 0, '0']],
	[undefined, [undefined, null, '', 'null']],
])('a switch is %p for each of %j', (expected, values) => {
	for (const value of values) expect(fieldsAt(holding(value), 0).read(SWITCH)).toBe(expected);
});

it.each([
	['2026-03-02T09:00:00-05:00', Date.UTC(2026, 2, 2, 14), '2026-03-02'],
	[new Date(Date.UTC(2026, 2, 2, 23, 30)), Date.UTC(2026, 2, 2, 23, 30), '2026-03-03'],
])('the instant and the date of %j are read by the clocks of the zone', (value, instant, date) => {
	expect(instantOf(holding(value), 'Europe/Berlin')).toBe(instant);
	expect(dateOf(holding(value), 'Europe/Berlin')).toBe(date);
});

describe('a field is named, with its item,', () => {
	it.each([[''], [null], [undefined], []])('where it holds %j', (...values) => {
		expect(refusal(() => fieldsAt(holding(...values), 3).required(TEXT))).toEqual([
			"'Field' is empty",
			"Nothing was sent. Fill in 'Field': the platform requires it.",
			{ itemIndex: 3 },
		]);
	});

	it.each([
		[
			'soon',
			' cannot be used. The value "soon" is not a date and time',
			' cannot be used. The value "soon" is not a date. ',
		],
		...[
			[0, '0'],
			[{}, 'an object'],
			[['2026-03-02'], 'a list'],
		].map(([value, got]) => [
			value,
			` must be a date and time, such as 2026-11-25 14:00:00, not ${String(got)}`,
			` must be a date, such as 2026-11-25, not ${String(got)}`,
		]),
	])('where its time is %j', (value, ofInstant, ofDate) => {
		const ends = [instantOf, dateOf].map((read) => refusal(() => read(holding(value), 'UTC')));
		const now = /^Nothing was sent\. Now it is .+, \d{4}-\d\d-\d\dT.+ \(UTC\)\.$/;
		const forModel = expect.stringMatching(now) as string;
		const context = { itemIndex: 3, ...(value === 'soon' && { forModel }) };
		expect(ends).toMatchObject(
			[ofInstant, ofDate].map((words) => [
				expect.stringContaining(`'Field'${String(words)}`),
				'Nothing was sent.',
				context,
			]),
		);
	});
});
