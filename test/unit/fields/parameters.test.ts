import { holding as fields } from './holding';
import { authenticationOf } from '../../../nodes/fields/account';
import { dateOf, instantOf, isOn, optionalText, requiredText, toFilledInText } from '../../../nodes/fields/parameters';

const FIELD = { name: 'field', displayName: 'Field' };
const holding = (...values: unknown[]) => fields(Object.fromEntries(values.map((value) => ['field', value])));

const refusal = (read: () => unknown) => {
	try {
		return `read: ${String(read())}`;
	} catch (error) {
		const { message, description, context } = error as Error & { description: string; context: object };
		return [message, description, context];
	}
};

it.each([
	['oAuth2', 'oAuth2'],
	['accessToken', 'accessToken'],
	['other', 'oAuth2'],
	[undefined, 'oAuth2'],
])('the credential for %p is %s', (authentication, expected) => {
	expect(authenticationOf(fields({ authentication }))).toBe(expected);
	expect(authenticationOf(fields({}))).toBe('oAuth2');
});

it.each<[unknown, string]>([
	[' a b ', 'a b'],
	[5, '5'],
	['Null', 'Null'],
	['null and void', 'null and void'],
	...['', ' ', 'null', ' undefined ', null, undefined, false].map((value): [unknown, string] => [value, '']),
])('the text of %j is %j', (value, expected) => {
	expect(optionalText(holding(value), 'field', 0)).toBe(expected);
	expect(toFilledInText(value)).toBe(expected);
});

it.each([
	[['a'], 'a list'],
	[{ a: 1 }, 'an object'],
])('%j is refused as a text', (value, kind) => {
	expect(refusal(() => requiredText(holding(value), FIELD, 3))).toEqual([
		"'Field' is not a text",
		`Nothing was sent. Enter a text in 'Field', not ${kind}.`,
		{ itemIndex: 3 },
	]);
});

it.each<[boolean | undefined, unknown[]]>([
	[true, [true, 'true', ' True ', 1, '1']],
	[false, [false, 'false', ' FALSE\n', 0, '0']],
	[undefined, [undefined, null, '', 'perhaps', 2, {}, []]],
])('a switch is %p, or else what it is by default, for each of %j', (expected, values) => {
	for (const value of values) {
		for (const usual of [true, false]) expect(isOn(holding(value), 'field', 0, usual)).toBe(expected ?? usual);
	}
});

it.each<[unknown, number, string]>([
	['2026-03-02T09:00:00-05:00', Date.UTC(2026, 2, 2, 14), '2026-03-02'],
	['2026-03-02T09:00:00', Date.UTC(2026, 2, 2, 8), '2026-03-02'],
	[new Date(Date.UTC(2026, 2, 2, 23, 30)), Date.UTC(2026, 2, 2, 23, 30), '2026-03-03'],
])('the instant and the date of %j are read by the clocks of the zone', (value, instant, date) => {
	expect(instantOf(holding(value), FIELD, 0, 'Europe/Berlin')).toBe(instant);
	expect(dateOf(holding(value), FIELD, 0, 'Europe/Berlin')).toBe(date);
});

describe('a field is named, with its item,', () => {
	const nothing = "Nothing was sent. Fill in 'Field': the platform requires it.";

	it.each([[''], [null], [undefined], []])('where it holds %j', (...values) => {
		const context = holding(...values);
		const reads = [
			() => requiredText(context, FIELD, 3),
			() => instantOf(context, FIELD, 3, 'UTC'),
			() => dateOf(context, FIELD, 3, 'UTC'),
		];
		for (const read of reads) {
			expect(refusal(read)).toEqual(["'Field' is empty", nothing, { itemIndex: 3 }]);
		}
	});

	it.each<[unknown, string, string]>([
		['soon', 'The value "soon" is not a date and time', 'The value "soon" is not a date. '],
		[0, 'The value 0 is not a date and time', 'The value 0 is not a date. '],
		[{}, 'The value given is not a date and time', 'The value given is not a date. '],
	])('where its time is %j', (value, noInstant, noDate) => {
		const refused = (why: string) => [expect.stringContaining(`'Field' cannot be used. ${why}`), 'Nothing was sent.', { itemIndex: 3 }];
		expect(refusal(() => instantOf(holding(value), FIELD, 3, 'UTC'))).toEqual(refused(noInstant));
		expect(refusal(() => dateOf(holding(value), FIELD, 3, 'UTC'))).toEqual(refused(noDate));
	});
});
