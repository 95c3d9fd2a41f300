import { node } from '../platformApi/fakePlatform';
import { authenticationOf } from '../../../nodes/fields/authentication';
import type { ParameterContext } from '../../../nodes/fields/parameters';
import { dateOf, instantOf, isOn, optionalText, requiredText } from '../../../nodes/fields/parameters';

const FIELD = { name: 'field', displayName: 'Field' };
/** A node of which each field holds the value; none of them, where it is left out. */
const holding = (...values: unknown[]) =>
	({
		getNode: () => node,
		getTimezone: () => 'UTC',
		getNodeParameter: (_name: string, _itemIndex: number, fallback: unknown) => (values.length > 0 ? values[0] : fallback),
	}) as unknown as ParameterContext;

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
])("the credential for '%s' is %s", (chosen, expected) => {
	expect(authenticationOf(holding(chosen))).toBe(expected);
	expect(authenticationOf(holding())).toBe('oAuth2');
});

it.each<[unknown, string]>([
	[' a ', 'a'],
	[5, '5'],
	['null', ''],
	[null, ''],
])('the text of %j is %j', (value, expected) => {
	expect(optionalText(holding(value), 'field', 0)).toBe(expected);
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

it('a switch is what it says, else what it is by default', () => {
	const values = [true, false, 'false', 'true', null, 'perhaps'];
	expect(values.map((value) => isOn(holding(value), 'field', 0, true))).toEqual([true, false, false, true, true, true]);
	expect(values.map((value) => isOn(holding(value), 'field', 0, false))).toEqual([true, false, false, true, false, false]);
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
