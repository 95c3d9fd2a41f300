import { clockFor, ContactClock, preferredLocales } from '../../../nodes/bookingPage/contactClock';
import { plainSpaces, slot } from './samplePages';

const NEW_YORK = new ContactClock('en-US', 'America/New_York');
const NINE = Date.parse('2026-03-03T14:00:00Z');

it.each([
	{
		what: 'within a morning',
		clock: NEW_YORK,
		start: '2026-03-03T14:00:00Z',
		minutes: 30,
		text: '9:00 – 9:30 AM',
	},
	{
		what: 'over midnight',
		clock: NEW_YORK,
		start: '2026-03-04T04:30:00Z',
		minutes: 60,
		text: 'Tue, Mar 3, 11:30 PM – Wed, Mar 4, 12:30 AM',
	},
	{
		what: 'not over midnight in another zone',
		clock: new ContactClock('en-GB', 'Europe/London'),
		start: '2026-03-04T04:30:00Z',
		minutes: 60,
		text: '04:30 – 05:30',
	},
	// Where clocks change, with both zones.
	{
		what: 'an hour back',
		clock: NEW_YORK,
		start: '2026-11-01T05:30:00Z',
		minutes: 30,
		text: '1:30 AM EDT – 1:00 AM EST',
	},
	{
		what: 'an hour ahead',
		clock: new ContactClock('en-US', 'Europe/Berlin'),
		start: '2026-03-29T00:45:00Z',
		minutes: 30,
		text: '1:45 AM GMT+1 – 3:15 AM GMT+2',
	},
])('a span of time: $what', ({ clock, start, minutes, text }) => {
	expect(plainSpaces(clock.textOfSpan(slot(start, minutes))).replace(/\s*–\s*/, ' – ')).toBe(text);
});

it.each([
	[1, '1 minute'],
	[60, '1 hour'],
	[61, '1 hour, 1 minute'],
	[1_440, '24 hours'],
	[0, ''],
])('a length of %d minutes is %s', (minutes, text) => {
	expect(NEW_YORK.textOfLength({ start: NINE, end: NINE + minutes * 60_000 })).toBe(text);
});

it.each([
	['en-GB,en;q=0.9', 'en', 'en-GB'],
	['en;q=0.9, fr-FR ; q=0.8 , fr;q=0.5', 'fr', 'fr-FR'],
	// Words and dates are in the same language.
	['de-CH,de;q=0.9,en-AU;q=0.1', 'en', 'en-AU'],
	[undefined, 'es', 'es'],
	// An extension would bring another calendar.
	['en-u-ca-buddhist', 'en', 'en'],
	['en"><script>', 'en', 'en'],
	// Whatever its length, only the first twenty count.
	[`${'de,'.repeat(20)}en-GB`, 'en', 'en'],
])('a browser that asks for %j has a page in %s written as %s', (header, language, locale) => {
	expect(clockFor(preferredLocales(header), language, 'UTC').locale).toBe(locale);
});

it.each([
	['de-DE,en;q=0.5', 'en', true],
	['en-US,de;q=0.5', 'en', false],
	['en-GB', 'en', true],
	// German has no half days, whatever the browser likes best.
	['en-US', 'de', true],
	[undefined, 'en', false],
] as const)(
	'a browser that asks for %j has a page in %s; it counts to 24: %j',
	(header, language, counts24) => {
		const clock = clockFor(preferredLocales(header), language, 'UTC');
		expect(clock.textOf('time', Date.UTC(2026, 0, 1, 14)).includes('14')).toBe(counts24);
	},
);
