import { DateTime } from 'luxon';

import { emailAddress, emailAddresses, phoneNumber } from '../../../nodes/fields/addresses';
import {
	country,
	eventNames,
	group,
	id,
	type Kind,
	listOf,
	onOrOff,
	queryValues,
	text,
	webAddress,
	wholeNumber,
	zeroOrMore,
} from '../../../nodes/fields/valueKinds';
import {
	dateIn,
	endOfDayIn,
	endOfTypedDayIn,
	lastMomentIn,
	instantIn,
	nowIn,
	startOfTypedDayIn,
} from '../../../nodes/fields/timeKinds';
import { fieldOf, fieldsAt, KIND } from '../../../nodes/fields/parameters';
import { timeZoneField } from '../../../nodes/fields/timeZoneField';
import { nodeWithFields } from './nodeWithFields';

/*
 * What each kind makes of values that people, sheets and models give: it reads them, or its refusal names the fault that is
 * there, and not the kind of field.
 */

const field = { displayName: 'Field', name: 'field', type: 'string', default: '' } as const;

/** What a node makes of a value in a field of this kind, or the error with which it refuses it. */
const read = (kind: Kind<unknown>, value: unknown): unknown =>
	fieldsAt(nodeWithFields({ field: value }), 0).read(fieldOf(kind, field));

/** The same of a node that a language model uses as a tool. */
function readFromModel(kind: Kind<unknown>, value: unknown): unknown {
	const context = nodeWithFields({ field: value });
	const tool = { ...context.getNode(), type: 'x.platformTool' };
	return fieldsAt({ ...context, getNode: () => tool }, 0).read(fieldOf(kind, field));
}

const NEW_SALEM = 'America/North_Dakota/New_Salem';
const zoneKind = timeZoneField[KIND];
const amount = zeroOrMore('');
const count = wholeNumber(1, 100);
const tags = listOf(text, 'a list of tags');
const weekdays = listOf(wholeNumber(1, 7), 'a list of weekdays', 'them by number');

it.each<[what: string, kind: Kind<unknown>, value: unknown, expected: unknown]>([
	['an amount', amount, '1200.50', 1200.5],
	['an amount with white space', amount, ' 12 ', 12],
	['an amount in exponents', amount, '1e3', 1000],
	['zero', amount, 0, 0],
	['an amount without a digit before its point', amount, '.5', 0.5],
	['a switch that is on', onOrOff, 'on', true],
	['a switch that is off', onOrOff, 'off', false],
	['a thousand tags', tags, Array(1_000).fill('a').join(), Array(1_000).fill('a')],
	['a Date in a query', queryValues, new Date(0), ['1970-01-01T00:00:00.000Z']],
	['a number whose digits are alike', phoneNumber, '+1 202 222 2222', '+12022222222'],
	['a number within a city', phoneNumber, '555-0100', '5550100'],
	['an email address that a model would make up', emailAddress, 'none@none.com', 'none@none.com'],
	['a count', count, '7', 7],
	['a switch in words', onOrOff, 'Yes', true],
	['a switch as a number', onOrOff, 0, false],
	['a switch that is on, as a number', onOrOff, 1, true],
	['tags with commas, as a list', tags, ['smith, dr.', '[vip]'], ['smith, dr.', '[vip]']],
	['typed tags', tags, 'lead, newsletter\nvip', ['lead', 'newsletter', 'vip']],
	['a typed tag in brackets', tags, '[vip], lead', ['[vip]', 'lead']],
	['tags in JSON', tags, '["smith, dr."]', ['smith, dr.']],
	["tags in Python's quotes", tags, "['a', 'b']", ['a', 'b']],
	['a list of lists', tags, [['a'], ['b, c']], ['a', 'b, c']],
	['a single number', weekdays, 3, [3]],
	['an ID that is a number', id, 42, '42'],
	['the code of a country', country, 'us', 'US'],
	['the English name of a country', country, 'Germany', 'DE'],
	['a name that forms use', country, 'united states', 'US'],
	['a short name', country, 'USA', 'US'],
	['the name of a country whose code has changed', country, 'Myanmar (Burma)', 'MM'],
	['the name of a country with a later code of the past', country, 'Timor-Leste', 'TL'],
	[
		'three addresses between semicolons',
		emailAddresses,
		'a@b.com; c@d.com; e@f.com',
		['a@b.com', 'c@d.com', 'e@f.com'],
	],
	[
		'a moment in the first minute of a day',
		endOfDayIn('UTC'),
		DateTime.fromISO('2026-11-25T00:00:30Z', { zone: 'utc' }),
		'2026-11-25T00:00:30+00:00',
	],
	['a zone of a city with two blanks', zoneKind, 'America/North Dakota/New Salem', NEW_SALEM],
	['other words, which the platform may know', country, 'Atlantis', 'Atlantis'],
	[
		'a day as a begin',
		startOfTypedDayIn('Europe/Berlin'),
		'2026-11-25',
		'2026-11-24T23:00:00+00:00',
	],
	['a day as an end', endOfTypedDayIn('Europe/Berlin'), '2026-11-25', '2026-11-25T22:59:00+00:00'],
	[
		'a midnight as an end',
		endOfTypedDayIn('Europe/Berlin'),
		'2026-11-25 00:00:00',
		'2026-11-24T23:00:00+00:00',
	],
	[
		'a midnight of Luxon as a begin',
		startOfTypedDayIn('Europe/Berlin'),
		DateTime.fromISO('2026-11-25', { zone: 'UTC' }),
		'2026-11-25T00:00:00+00:00',
	],
	[
		'an address with a query',
		webAddress,
		'https://example.com/?a=1,2',
		'https://example.com/?a=1,2',
	],
	[
		'a day as a limit',
		lastMomentIn('Europe/Berlin'),
		'2026-11-25',
		'2026-11-25T22:59:59.999+00:00',
	],
	['a time as a limit', lastMomentIn('UTC'), '2026-11-25T10:00', '2026-11-25T10:00:00+00:00'],
	['a day', endOfDayIn('Europe/Berlin'), '2026-11-25', '2026-11-25T22:59:00+00:00'],
	['a time', endOfDayIn('Europe/Berlin'), '2026-11-25T10:00', '2026-11-25T09:00:00+00:00'],
	[
		"the date picker's day",
		endOfDayIn('Europe/Berlin'),
		'2026-11-25T00:00:00',
		'2026-11-25T22:59:00+00:00',
	],
	[
		"the date picker's day with blanks around it",
		endOfDayIn('Europe/Berlin'),
		' 2026-11-25 00:00:00 ',
		'2026-11-25T22:59:00+00:00',
	],
	[
		'an instant at midnight',
		endOfDayIn('Europe/Berlin'),
		'2026-11-25T00:00:00Z',
		'2026-11-25T00:00:00+00:00',
	],
	[
		'$today as a day',
		endOfDayIn('Europe/Berlin'),
		DateTime.fromISO('2026-11-25', { zone: 'Europe/Berlin' }),
		'2026-11-25T22:59:00+00:00',
	],
	['a zero in brackets', phoneNumber, '+44 [0] 20 7946 0958', '+442079460958'],
	["Italy's own zero", phoneNumber, '+39 (0)6 1234567', '+39061234567'],
	['an address with a label', phoneNumber, 'tel:+1-202-555-0101', '+12025550101'],
	['digits of another script', phoneNumber, '٠٠٤٩١٧١٢٣٤٥٦٧٨', '+491712345678'],
	['an apostrophe in a name', emailAddress, "o'brien@example.com", "o'brien@example.com"],
	['a domain in another script', emailAddress, 'ada@exämple.com', 'ada@exämple.com'],
	[
		'a web address in the query of another',
		webAddress,
		'https://example.com/?to=https://b.com',
		'https://example.com/?to=https://b.com',
	],
	[
		'a DateTime as a day',
		dateIn('UTC'),
		DateTime.fromISO('1990-09-25T00:30+02:00', { setZone: true }),
		'1990-09-25',
	],
	['a North American number', phoneNumber, '(202) 555-0101', '2025550101'],
])('%s is read', (_, kind, value, expected) => {
	expect(read(kind, value)).toEqual(expected);
});

it.each<[what: string, kind: Kind<unknown>, value: unknown, fault: string]>([
	['a comma between thousands', amount, '1,500.00', 'It has a comma.'],
	[
		'a comma before decimals',
		amount,
		'1500,00',
		'It has a comma. Enter digits alone, with a point before decimals: 1200.50, not 1,200.50 or 1200,50.',
	],
	['a currency', amount, '$1500', "It has '$' beside its digits."],
	['digits of another script', amount, '١٥٠٠', 'It has other digits than 0 to 9.'],
	['a fraction', amount, '½', 'It has other digits than 0 to 9.'],
	['a number in hexadecimal', amount, '0x10', "It has 'x' beside its digits."],
	[
		'an object in a text',
		text,
		'Call with [object Object]',
		'which is an object that an expression put into a text',
	],
	['a web address without TLS for an ID', id, 'http://example.com/c1', 'It is a web address.'],
	['a date for a group of fields', group, new Date(0), 'must be a group of fields, not a date'],
	[
		'a list in JSON that is too long',
		tags,
		JSON.stringify(Array(1_001).fill('a')),
		'It has 1001 entries.',
	],
	[
		'the first words beside digits',
		amount,
		`1${'x'.repeat(30)}`,
		`It has '${'x'.repeat(20)}' beside`,
	],
	['a text of 80 characters in whole', count, 'x'.repeat(80), `not '${'x'.repeat(80)}'`],
	['two web addresses in one text', webAddress, 'https://a.com|https://b.com', 'several addresses'],
	['an event in quotes', eventNames, ["'ContactCreate'"], 'Its entry 1 must be an event name'],
	['an event in backticks', eventNames, ['`ContactCreate`'], 'Its entry 1 must be an event name'],
	['a phone number for an email', emailAddress, '+12025550101', 'must be an email address'],
	['an email for a phone number', phoneNumber, 'ada@example.com', 'must be a phone number'],
	['digits in an address', phoneNumber, 'ada@12345678', 'must be a phone number'],
	['a web address for an ID', id, 'https://example.com/contacts/c1', 'It is a web address.'],
	[
		'an expression that is a text',
		id,
		'{{ $json.id }}',
		'It is an expression that was not evaluated.',
	],
	['an object in JSON for a list', tags, '{"tags": ["a"]}', 'It is an object in JSON.'],
	[
		'several web addresses in one text',
		webAddress,
		'https://a.com/x.pdf https://b.com/y.pdf',
		'It has several addresses.',
	],
	[
		'the entry of a list whose fault it is',
		weekdays,
		'1, 2;3',
		"Its entry 2, '2;3', cannot be used. It has ';' beside its digits.",
	],
	[
		'a word beside a phone number',
		phoneNumber,
		'+1 (202) 555-0101 (mobile)',
		"It has 'mobile' beside its digits.",
	],
	[
		'a link to a mail',
		emailAddress,
		'mailto:ada@example.com?subject=Hi',
		'must be an email address',
	],
	['an address in quotes', emailAddress, "'ada@example.com'", 'must be an email address'],
	[
		'a day that does not exist',
		dateIn('UTC'),
		'2026-02-30',
		'names a day or a time that does not exist.',
	],
	[
		'a day in a field that also takes times',
		endOfDayIn('UTC'),
		'25.11.2026',
		'Enter it as YYYY-MM-DD',
	],
	['a unit', count, '30 min', "It has 'min' beside its digits."],
	['a space between thousands', amount, '1 500', 'It has a space or an apostrophe'],
	['an apostrophe between thousands', amount, "1'500", 'It has a space or an apostrophe'],
	['points between thousands', amount, '1.500.000', 'It has several points.'],
	['nothing that can be named', amount, '1.5-', "not '1.5-'"],
	['a negative amount', amount, -1, 'must be 0 or more'],
	['words for a number', count, 'ten', "must be a whole number from 1 to 100, not 'ten'"],
	['a part of a whole number', count, '1.5', "must be a whole number from 1 to 100, not '1.5'"],
	['a rounded number', id, 2 ** 60, 'a number of more than 15 digits, which was rounded'],
	['a word for a switch', onOrOff, 'maybe', "must be true or false, not 'maybe'"],
	['a list for a switch', onOrOff, [true], 'must be true or false, not a list'],
	['a list for a text', text, ['a'], 'must be a text, not a list'],
	['an object for a text', text, { a: 1 }, 'must be a text, not an object'],
	[
		'an object among tags',
		tags,
		['a', { name: 'b' }],
		'Its entry 2 must be a text, not an object.',
	],
	[
		'an object behind an empty entry',
		tags,
		['a', '', { name: 'b' }],
		'Its entry 3 must be a text, not an object.',
	],
	[
		'broken JSON',
		tags,
		'["a", "b"',
		"begins with '[' like a list in JSON, but cannot be read as one",
	],
	[
		'a weekday by name',
		weekdays,
		'1, Monday',
		"Its entry 2 must be a whole number from 1 to 7, not 'Monday'.",
	],
	[
		'a web address without its beginning',
		webAddress,
		'example.com',
		"must be a web address, not 'example.com'",
	],
	['an ID of any length', id, 'x'.repeat(501), 'must be a text, not a text of 501 characters'],
	[
		'a German date',
		dateIn('UTC'),
		'25.09.1990',
		'"25.09.1990" is not a date. Enter it as YYYY-MM-DD',
	],
	['an American date', instantIn('UTC'), '09/25/2026 10:00', 'is not a date and time'],
	['a day without a time', instantIn('UTC'), '2026-11-25', 'has no time of day'],
	['a phone without its country', phoneNumber, '0171 2345678', 'lacks the code of its country'],
	['several addresses', emailAddress, 'a@b.com; c@d.com', 'It has several addresses.'],
	[
		'a word beside a short number',
		phoneNumber,
		'555-0100 (home)',
		"It has 'home' beside its digits",
	],
	['a negative number that was rounded', amount, -(2 ** 60), 'must be 0 or more'],
	['a negative number that was rounded, as an ID', id, -(2 ** 60), "'Field' must be a text, not"],
])('%s is named', (_, kind, value, fault) => {
	expect(() => read(kind, value)).toThrow(fault);
});

it('the present time, for a model, is that of the zone', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T14:00:00Z'));
	expect(nowIn('America/New_York')).toBe(
		'Now it is Wednesday, Nov 25, 9:00 AM EST, 2026-11-25T09:00:00-05:00 (America/New_York).',
	);
});

it('an entry of a list that is longer than any text is refused', () => {
	const long = 'x'.repeat(500_001);
	expect(() => read(tags, ['lead', long])).toThrow(
		'Its entry 2 must be a text, not a text of 500001',
	);
});

describe('of a language model', () => {
	it.each([
		{
			what: 'a number within a city',
			kind: phoneNumber,
			value: '555-0100',
			fault: "'5550100' lacks the code of its area and its country. Ask the person",
		},
		{
			what: 'a number of nine digits, which lacks a part',
			kind: phoneNumber,
			value: '202555010',
			fault: "'202555010' lacks the code of its area and its country. Ask the person",
		},
		{
			what: 'a number of zeros',
			kind: phoneNumber,
			value: '+1 000 000 0000',
			fault: "'+10000000000' is nobody's number. Ask the person",
		},
		{
			what: 'a number of zeros, without a country',
			kind: phoneNumber,
			value: '0000000000',
			fault: "'Field' must be a phone number, not '0000000000'",
		},
		{
			what: 'a number of one digit, behind a real code',
			kind: phoneNumber,
			value: '+1 202 555 5555',
			fault: "'+12025555555' is nobody's number. Ask the person",
		},
		{
			what: 'an email of none',
			kind: emailAddress,
			value: 'none@none.com',
			fault: "'none@none.com' is nobody's address. Ask the person",
		},
		{
			what: 'an email of an unknown',
			kind: emailAddress,
			value: 'unknown@example.com',
			fault: "'unknown@example.com' is nobody's address. Ask the person",
		},
		{
			what: 'a word for no email',
			kind: emailAddress,
			value: 'not provided',
			fault: 'It is no address. Ask the person for it, or leave it empty.',
		},
		{
			what: 'a word for no number',
			kind: phoneNumber,
			value: 'unknown',
			fault: 'It is no number. Ask the person for it, or leave it empty.',
		},
		{
			what: 'a placeholder for an ID',
			kind: id,
			value: '{{contactId}}',
			fault: 'It is a placeholder. Send the ID itself',
		},
		...['test@test.com', 'na@na.com', 'no-email@example.com', 'not-provided@example.com'].map(
			(value) => ({
				what: 'an email that stands for none',
				kind: emailAddress,
				value,
				fault: `'${value}' is nobody's address. Ask the person`,
			}),
		),
	])('$what is refused: $value', ({ kind, value, fault }) => {
		expect(() => readFromModel(kind, value)).toThrow(fault);
	});

	it.each([
		{ what: 'a number', kind: phoneNumber, value: '+1 202 555 0101', sent: '+12025550101' },
		{
			what: 'a number of North America',
			kind: phoneNumber,
			value: '202-555-0101',
			sent: '2025550101',
		},
		{ what: 'an ID that ends in a parenthesis', kind: id, value: 'c1)', sent: 'c1)' },
		{ what: 'a number of Niue', kind: phoneNumber, value: '+683 4000', sent: '+6834000' },
		{
			what: 'an email at an example domain',
			kind: emailAddress,
			value: 'ada@example.com',
			sent: 'ada@example.com',
		},
		{
			what: 'an email at a domain that begins with none',
			kind: emailAddress,
			value: 'info@none-such.org',
			sent: 'info@none-such.org',
		},
		{
			what: 'an email of a test at a real domain',
			kind: emailAddress,
			value: 'test@harbor-dental.com',
			sent: 'test@harbor-dental.com',
		},
	])('$what is taken: $value', ({ kind, value, sent }) => {
		expect(readFromModel(kind, value)).toBe(sent);
	});
});
