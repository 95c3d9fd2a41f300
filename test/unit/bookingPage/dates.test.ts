import { ContactClock } from '../../../nodes/bookingPage/dates';
import { plainSpaces, slot } from './pages';

const NEW_YORK = new ContactClock('en-US', 'America/New_York');
const NINE = Date.parse('2026-03-03T14:00:00Z');

describe('one moment', () => {
	it.each<[string, string, (clock: ContactClock) => string]>([
		['its date', '2026-03-03', (clock) => clock.dateOf(NINE)],
		['its time', '9:00 AM', (clock) => clock.textsOf('time', [NINE])[0]],
		['date, time and zone', 'Tue, Mar 3, 9:00 AM EST', (clock) => clock.textOf('momentWithZone', NINE)],
		['its date in full', 'Tuesday, March 3, 2026', (clock) => clock.textOf('longDate', NINE)],
		['date and time, short', 'Tue, Mar 3, 9:00 AM', (clock) => clock.textsOf('moment', [NINE])[0]],
		['the name of its zone', 'Eastern Standard Time', (clock) => clock.zoneName(NINE)],
	])('has %s: %s', (_what, text, read) => {
		expect(plainSpaces(read(NEW_YORK))).toBe(text);
	});

	it('is on the date of the zone', () => {
		const late = Date.parse('2026-03-04T03:00:00Z');
		expect(NEW_YORK.dateOf(late)).toBe('2026-03-03');
		expect(new ContactClock('en-US', 'Asia/Tokyo').dateOf(late)).toBe('2026-03-04');
	});

	it.each(['ar-EG', 'fa-IR', 'th-TH'])('keeps its date on the common calendar in %s', (locale) => {
		expect(new ContactClock(locale, 'UTC').dateOf(NINE)).toBe('2026-03-03');
	});

	it('in summer has the summer name of the zone', () => {
		expect(NEW_YORK.zoneName(Date.parse('2026-07-01T12:00:00Z'))).toBe('Eastern Daylight Time');
	});

	it.each(['de', 'fr', 'ja'])('is written in the language: %s', (locale) => {
		const clock = new ContactClock(locale, 'Europe/Berlin');
		const [weekday] = clock.textOf('longDate', NINE).match(/\p{L}+/u) ?? [];
		expect({ de: 'Dienstag', fr: 'mardi', ja: '年' }[locale]).toBe(weekday);
		expect(clock.textsOf('time', [NINE])).toEqual(['15:00']);
	});
});

describe('a span of time', () => {
	const textOf = (clock: ContactClock, start: string, minutes: number) =>
		plainSpaces(clock.textOfSpan(slot(start, minutes))).replace(/\s*–\s*/, ' – ');

	it.each([
		['within a morning', '2026-03-03T14:00:00Z', 30, '9:00 – 9:30 AM'],
		['over noon', '2026-03-03T16:30:00Z', 60, '11:30 AM – 12:30 PM'],
		['over midnight', '2026-03-04T04:30:00Z', 60, 'Tue, Mar 3, 11:30 PM – Wed, Mar 4, 12:30 AM'],
	])('%s', (_what, start, minutes, text) => {
		expect(textOf(NEW_YORK, start, minutes)).toBe(text);
	});

	it.each([
		['en-US', 'America/New_York', '2026-11-01T05:30:00Z', '1:30 AM EDT – 1:00 AM EST'],
		// Clocks there go back by half an hour.
		['en-AU', 'Australia/Lord_Howe', '2026-04-04T14:30:00Z', '1:30 am LHDT – 1:30 am LHST'],
		['en-US', 'Europe/Berlin', '2026-03-29T00:45:00Z', '1:45 AM GMT+1 – 3:15 AM GMT+2'],
	])('has both zones where clocks change in it: %s', (locale, zone, start, text) => {
		expect(textOf(new ContactClock(locale, zone), start, 30)).toBe(text);
	});

	it('has its dates only where midnight is in between in the zone', () => {
		const inLondon = new ContactClock('en-GB', 'Europe/London');
		expect(textOf(inLondon, '2026-03-04T04:30:00Z', 60)).toBe('04:30 – 05:30');
		expect(textOf(inLondon, '2026-03-03T23:30:00Z', 60)).toMatch(/^Tue.+23:30 – Wed.+00:30$/);
	});
});

describe('one date', () => {
	it.each<[string, string, (clock: ContactClock) => string]>([
		['its name', 'Tuesday, March 3', (clock) => clock.textOfDate('dayName', '2026-03-03')],
		['its number', '3', (clock) => clock.textOfDate('dayNumber', '2026-03-03')],
		['its month', 'Mar', (clock) => clock.textOfDate('monthName', '2026-03-03')],
		['its weekday', 'Tue', (clock) => clock.textOfDate('weekday', '2026-03-03')],
	])('has %s: %s, wherever the visitor is', (_what, text, read) => {
		for (const zone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
			expect(read(new ContactClock('en-US', zone))).toBe(text);
		}
	});
});

it('has weekdays that fit above the days of a phone', () => {
	const weekdays = (locale: string) => new ContactClock(locale, 'UTC').weekdaysOf(['2026-03-01', '2026-03-02']);
	expect([weekdays('en'), weekdays('pt'), weekdays('pt-PT')]).toEqual([['Sun', 'Mon'], ['dom.', 'seg.'], ['D', 'S']]);
});

it.each([
	[1, '1 minute'],
	[60, '1 hour'],
	[61, '1 hour, 1 minute'],
	[1_440, '24 hours'],
	[0, ''],
	[-30, ''],
])('a length of %d minutes is %s', (minutes, text) => {
	expect(NEW_YORK.textOfLength({ start: NINE, end: NINE + minutes * 60_000 })).toBe(text);
});
