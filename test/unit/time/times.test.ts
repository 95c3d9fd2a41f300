import { DateTime } from 'luxon';

import {
	addDays,
	formatInZone,
	formatUtc,
	offsetFault,
	offsetMinutesIn,
	parseCalendarDay,
	parseDay,
	parseInstant,
	TimeFormatError,
} from '../../../nodes/time/times';
import { cachedFormat } from '../../../nodes/time/formatCache';
import { isTimeZone, readZoneName, timeZoneNames, zoneOffsetMs } from '../../../nodes/time/zones';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
const utc = (text: string) => Date.parse(text);

describe('parseInstant', () => {
	it.each([
		['2026-03-02T09:00+0530', '2026-03-02T03:30:00Z'],
		['2026-03-02T09:00+05:59', '2026-03-02T03:01:00Z'],
		['2026-03-02T09:00+05', '2026-03-02T04:00:00Z'],
		['2026-03-02T09:00-05:00[America/Port-au-Prince]', '2026-03-02T14:00:00Z'],
		['2026-03-02 09:00:30.25Z', '2026-03-02T09:00:30.250Z'],
		['2026-03-02t09:00:30,25z', '2026-03-02T09:00:30.250Z'],
		['2026-03-02T09:00-01:00[Etc/GMT+1]', '2026-03-02T10:00:00Z'],
		['2026-03-02 09:00:30.250999999Z', '2026-03-02T09:00:30.250Z'],
		['2026-03-02T09:00:30.25Z[UTC]', '2026-03-02T09:00:30.250Z'],
	])('reads %s as it is, whatever the zone', (text, expected) => {
		expect(parseInstant(text, BERLIN)).toBe(utc(expected));
	});

	it.each([
		// The first of two, where clocks go back.
		['2026-11-01T01:30', NEW_YORK, '2026-11-01T05:30:00Z'],
		['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
		['2026-11-01T02:00', NEW_YORK, '2026-11-01T07:00:00Z'],
		['2026-03-08T09:00:00.25', NEW_YORK, '2026-03-08T13:00:00.250Z'],
		['2026-03-29T03:00', BERLIN, '2026-03-29T01:00:00Z'],
		['2026-12-31T23:45', 'Asia/Kathmandu', '2026-12-31T18:00:00Z'],
	])('puts a time without an offset into the zone: %s', (text, zone, expected) => {
		expect(parseInstant(text, zone)).toBe(utc(expected));
	});

	it('refuses a time that clocks skip', () => {
		expect(() => parseInstant('2026-03-08T02:30', NEW_YORK)).toThrow(/clocks go forward/);
	});

	it('reads Luxon objects and Dates', () => {
		const now = DateTime.fromISO('2026-03-02T09:00', { zone: NEW_YORK });
		for (const value of [now, now.toJSDate(), String(now)])
			expect(parseInstant(value, BERLIN)).toBe(now.toMillis());
	});

	it.each<[unknown, string]>([
		...[
			'tomorrow',
			'2026-03-02T09:00Z; drop',
			'2026-03-02_09:00Z',
			'2026-03-02~09:00Z',
			'2026-03-02T9:00Z',
			'2026-03-02T09:00Z[UTC] or later',
			'2026-03-02T09:00+[UTC]',
			'on 2026-03-02T09:00Z',
		].map((text): [string, string] => [text, `The value "${text}" is not a date and time.`]),
		...['2026-02-30T09:00Z', '2026-03-02T24:00Z', '2026-03-02T09:61Z'].map(
			(text): [string, string] => [text, 'names a day or a time that does not exist.'],
		),
		...['14:30', '05:60'].map((offset): [string, string] => [
			`2026-03-02T09:00+${offset}`,
			'has an offset that no time zone uses. Enter it in ISO 8601, such as 2026-11-25 14:00:00, or',
		]),
		['2026-03-02', 'The value "2026-03-02" has no time of day.'],
		// As people type it; which of the two is the month, nobody can know.
		...['12/03/2026 2:00 PM', 'Nov 25, 2026 10:00 AM'].map((text): [string, string] => [
			text,
			'Enter year, month, day and a 24-hour time in ISO 8601, such as 2026-11-25 14:00:00, or',
		]),
		['x'.repeat(100), `The value "${'x'.repeat(79)} is not`],
		// A number may be seconds or milliseconds.
		[1_772_000_000_000, 'The value 1772000000000 is not a date and time.'],
		[undefined, 'The value undefined is not'],
		...[null, {}, new Date('x'), DateTime.invalid('test'), { isValid: true, toMillis: 5 }].map(
			(value): [unknown, string] => [value, 'The value given is not'],
		),
	])('refuses %j and says why', (value, message) => {
		expect(() => parseInstant(value, 'UTC')).toThrow(TimeFormatError);
		expect(() => parseInstant(value, 'UTC')).toThrow(message);
	});
});

it.each([
	[
		'soon',
		'The value "soon" is not a date and time. Enter year, month, day and a 24-hour time in ISO 8601, such as 2026-11-25 14:00:00, or 2026-11-25T14:00:00-05:00 with an offset.',
	],
	[
		'2026-03-02',
		'The value "2026-03-02" has no time of day. Enter both date and time, such as 2026-11-25 14:00:00, or 2026-11-25T14:00:00-05:00 with an offset.',
	],
	[
		'2026-03-02T09:00+14:30',
		'The value "2026-03-02T09:00+14:30" has an offset that no time zone uses. Enter it in ISO 8601, such as 2026-11-25 14:00:00, or 2026-11-25T14:00:00-05:00 with an offset.',
	],
	[
		'2026-03-08T02:30',
		'The value "2026-03-08T02:30" does not exist in the time zone America/New_York, because clocks go forward then. Choose another time, or add an offset.',
	],
])('%s is refused with what to enter', (value, message) => {
	expect(() => parseInstant(value, NEW_YORK)).toThrow(new TimeFormatError(message));
});

describe('parseDay', () => {
	it.each<[value: unknown, date: string, moment: string | undefined]>([
		[' 2026-03-02 ', '2026-03-02', undefined],
		// `$today` of a workflow in Berlin: that very date, also for somebody in New York.
		['2026-03-02T00:00:00+14:00', '2026-03-02', undefined],
		['2026-03-03T02:00:00+00:00', '2026-03-02', '2026-03-03T02:00:00Z'],
		['2026-03-02T00:00:00.5', '2026-03-02', '2026-03-02T05:00:00.5Z'],
		// A time that clocks skip there still has a date.
		['2026-03-08T02:30:00', '2026-03-08', '2026-03-08T07:30:00Z'],
		// A Date at midnight, in UTC or in the zone, is that date.
		[new Date('2026-03-02'), '2026-03-02', undefined],
		[new Date('2026-03-02T00:00-05:00'), '2026-03-02', undefined],
		[new Date('2026-03-02T01:00Z'), '2026-03-01', '2026-03-02T01:00Z'],
	])('reads %s in New York as %s, from %s on', (value, date, moment) => {
		expect(parseDay(value, NEW_YORK)).toEqual({ date, moment: moment && utc(moment) });
	});

	it.each(['2026-03-02T00:00-14:01', '2026-03-02T15:00:00+99:00'])(
		'refuses the offset of %s, also at midnight',
		(text) => {
			expect(() => parseDay(text, 'UTC')).toThrow(/has an offset that no time zone uses/);
		},
	);

	it.each([
		'2026-02-29',
		'2026-02-30T10:00',
		'2026-13-01',
		20260302,
		null,
		['2026-03-02'],
		DateTime.invalid('x'),
	])('refuses %j', (value) => {
		expect(() => parseDay(value, 'UTC')).toThrow(TimeFormatError);
	});
});

it.each([
	['2026-03-02T09:00Z', 0],
	['2026-03-02 09:00:00 -0530', -330],
	['2026-03-02T09:00', undefined],
	['soon', undefined],
])('the offset of %s has %p minutes', (text, minutes) => {
	expect(offsetMinutesIn(text)).toBe(minutes);
});

describe('formats', () => {
	it('are UTC with offset form, whole seconds', () => {
		expect(formatUtc(utc('2026-03-02T14:00:00Z'))).toBe('2026-03-02T14:00:00+00:00');
		expect(formatUtc(utc('2026-03-02T14:00:00.250Z'))).toBe('2026-03-02T14:00:00.250+00:00');
	});

	it.each([
		['UTC', '2026-03-02T14:00:00+00:00'],
		['America/St_Johns', '2026-03-02T10:30:00-03:30'],
		['Asia/Kathmandu', '2026-03-02T19:45:00+05:45'],
	])('have the offset of %s', (zone, text) => {
		expect(formatInZone(utc('2026-03-02T14:00:00Z'), zone)).toBe(text);
	});

	it('add days across months and years', () => {
		expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
		expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
	});
});

describe('time zones', () => {
	it('are IANA names', () => {
		expect(
			['UTC', 'GMT', 'Asia/Kolkata', 'US/Eastern', NEW_YORK, 'Europe/Berlin'].every(isTimeZone),
		).toBe(true);
		const guesses = ['BST', 'AST', 'IST', 'SST', 'NST', 'ECT', 'ART', 'PST', 'EST', 'Japan'];
		expect(
			['', 'Mars/Base', '+02:00', 'DEFAULT', 'local', 'GMT0', ...guesses].filter(isTimeZone),
		).toEqual([]);
	});

	it('are all known by their names of today, each once, in order', () => {
		const names = timeZoneNames();
		const [first, ...others] = names;
		expect(first).toBe('UTC');
		expect(others).toEqual([...new Set(others)].sort());
		expect(names.length).toBeGreaterThan(400);
		for (const name of names) expect(Number.isFinite(zoneOffsetMs(0, name))).toBe(true);
		names.length = 0;
		expect(timeZoneNames()[0]).toBe('UTC');
	});
});

describe('a day', () => {
	it.each([
		// As written, also with an offset.
		['1990-09-25', 'America/New_York', '1990-09-25'],
		['1990-09-25T00:30:00+02:00', 'America/New_York', '1990-09-25'],
		['1990-09-25T23:30:00-08:00', 'Asia/Tokyo', '1990-09-25'],
		['1990-09-25 23:30', 'Asia/Tokyo', '1990-09-25'],
		[DateTime.fromISO('1990-09-25T00:30', { zone: 'Europe/Berlin' }), 'UTC', '1990-09-25'],
		// An instant is a day in the zone: midnight in Berlin is the evening before in UTC.
		['1990-09-24T22:00:00.000Z', 'Europe/Berlin', '1990-09-25'],
		['1990-09-24t22:00:00z', 'Europe/Berlin', '1990-09-25'],
		[new Date('1990-09-24T22:00:00Z'), 'Europe/Berlin', '1990-09-25'],
		[new Date('1990-09-24T22:00:00Z'), 'America/New_York', '1990-09-24'],
		// A midnight in UTC stands for a date.
		['1990-09-25T00:00:00.000Z', 'America/New_York', '1990-09-25'],
		[new Date('1990-09-25T00:00:00Z'), 'America/New_York', '1990-09-25'],
	])('of %s in %s is %s', (value, zone, day) => {
		expect(parseCalendarDay(value, zone)).toBe(day);
	});

	it.each(['25.09.1990', '09/25/1990', '25 Sep 1990', '1990-9-5', '19900925', new Date(NaN)])(
		'is not read of %s',
		(value) => {
			expect(() => parseCalendarDay(value, 'UTC')).toThrow(
				'is not a date. Enter it as YYYY-MM-DD, such as 2026-11-25.',
			);
		},
	);

	it.each([
		[' 1990-02-30 ', 'names a day or a time that does not exist.'],
		['1990-09-25T25:00', 'names a day or a time that does not exist.'],
		['1990-09-25T10:00:00+99:00', 'has an offset that no time zone uses.'],
	])('of %s: what is wrong with it is said', (value, fault) => {
		expect(() => parseCalendarDay(value, 'UTC')).toThrow(
			new TimeFormatError(
				`The value ${JSON.stringify(value)} ${fault} Enter it as YYYY-MM-DD, such as 2026-11-25.`,
			),
		);
	});
});

it('the name of a zone needs an offset before it', () => {
	expect(() => parseInstant('2026-03-02T09:00[Europe/Berlin]', BERLIN)).toThrow(
		'is not a date and time.',
	);
});

it('local time is written in whole seconds', () => {
	expect(formatInZone(utc('2026-03-02T09:00:00.900Z'), BERLIN)).toBe('2026-03-02T10:00:00+01:00');
});

it('a formatter is made once', () => {
	const make = jest.fn(() => new Intl.DateTimeFormat('en-US'));
	const formats = ['only', 'only'].map((key) => cachedFormat(key, make));
	expect(formats[0]).toBe(formats[1]);
	expect(make).toHaveBeenCalledTimes(1);
});

it.each([
	['Africa/Asmera', 'Africa/Asmara'],
	['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
	['America/Catamarca', 'America/Argentina/Catamarca'],
	['America/Coral_Harbour', 'America/Atikokan'],
	['America/Cordoba', 'America/Argentina/Cordoba'],
	['America/Godthab', 'America/Nuuk'],
	['America/Indianapolis', 'America/Indiana/Indianapolis'],
	['America/Jujuy', 'America/Argentina/Jujuy'],
	['America/Louisville', 'America/Kentucky/Louisville'],
	['America/Mendoza', 'America/Argentina/Mendoza'],
	['Asia/Calcutta', 'Asia/Kolkata'],
	['Asia/Katmandu', 'Asia/Kathmandu'],
	['Asia/Rangoon', 'Asia/Yangon'],
	['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
	['Atlantic/Faeroe', 'Atlantic/Faroe'],
	['Europe/Kiev', 'Europe/Kyiv'],
	['Pacific/Enderbury', 'Pacific/Kanton'],
	['Pacific/Ponape', 'Pacific/Pohnpei'],
	['Pacific/Truk', 'Pacific/Chuuk'],
])('%s is %s today, typed and in the list', (old, today) => {
	expect(readZoneName(old.toLowerCase())).toBe(today);
	expect(timeZoneNames()).not.toContain(old);
	expect(timeZoneNames()).toContain(today);
});

describe('an offset', () => {
	it.each<[written: unknown, zones: string[]]>([
		['soon', ['Europe/Berlin']],
		[new Date('2027-03-29T13:00Z'), ['Europe/Berlin']],
		['2027-03-29T15:00+02:00', ['Europe/Berlin']],
		['2027-03-29T15:00+02:00', ['America/New_York', 'Europe/Berlin']],
		['2027-03-29T13:00Z', ['Europe/Berlin']],
		['2027-03-29T13:00:00+00:00', ['Europe/Berlin']],
		['2027-03-29T15:00', ['Europe/Berlin']],
	])('%s is one that %j have, or none that says where', (written, zones) => {
		expect(offsetFault(written, zones)).toBeUndefined();
	});

	it('that the zone does not have at that time is told with the right one', () => {
		expect(offsetFault('2027-03-29T15:00+01:00', ['Europe/Berlin', 'America/New_York'])).toBe(
			'The value "2027-03-29T15:00+01:00" has an offset that Europe/Berlin does not have at that time. There, the same clock time is 2027-03-29T15:00:00+02:00, and the same moment 2027-03-29T16:00:00+02:00.',
		);
	});
});
