import { clockFor, preferredLocales } from '../../../nodes/bookingPage/dates';
import { readVisit } from '../../../nodes/bookingPage/view';

describe('readVisit', () => {
	it('reads what is asked for, of whom, and why', () => {
		const fields = { do: 'move', slot: '1774544400000', day: '2026-03-26', zone: 'Europe/Berlin', hours: '24', notice: 'unknown', other: 'x' };
		expect(readVisit({ ...fields, signature: 't0ken', wait: 'w4it', again: '1', note: ' At the\r\nback door ' })).toEqual({
			...{ act: 'move', start: 1774544400000, day: '2026-03-26', zone: 'Europe/Berlin', notice: 'unknown' },
			...{ hours: '24', token: 't0ken', wait: 'w4it', isRepeat: true, note: 'At the\nback door' },
		});
		expect(readVisit({ note: 'x'.repeat(2_000) }).note).toHaveLength(1_000);
	});

	// As Chrome names the visitor's own.
	it.each([['Europe/Kiev', 'Europe/Kyiv'], ['Asia/Calcutta', 'Asia/Kolkata'], ['Europe/Berlin', 'Europe/Berlin']])('knows %s as %s', (zone, current) => {
		expect(readVisit({ zone }).zone).toBe(current);
	});

	it.each([
		['nothing', {}],
		['a token that is none', { signature: ['t0ken', 't0ken'] }],
		['a token longer than any', { signature: 't'.repeat(300) }],
		['fields sent twice', { do: ['move', 'move'], slot: ['1', '2'], day: ['2026-03-26'], zone: ['UTC', 'UTC'] }],
		['objects', { slot: { $gt: 0 }, zone: {} }],
		['other writings', { slot: '1e3', day: '26.03.2026', zone: '+02:00' }],
		['a moment as the day', { day: '2026-03-26T09:00' }],
		['signs and spaces', { slot: '-5', day: ' 2026-03-26', zone: ' UTC' }],
		['no zone of that name', { zone: 'Mars/Olympus' }],
		['another word for again', { again: 'true' }],
		['something else to do', { do: 'delete', notice: 'hello', hours: '13', note: ['x'] }],
		['a long text', { slot: '1'.repeat(100), zone: 'Europe/Berlin'.repeat(9) }],
	])('leaves out what is not one of them: %s', (_name, fields) => {
		expect(readVisit(fields)).toEqual({ act: 'book', isRepeat: false });
	});
});

it.each([
	['en-GB,en;q=0.9', 'en', 'en-GB'],
	['de-CH,de;q=0.9,en;q=0.8', 'de', 'de-CH'],
	['en;q=0.9, fr-FR ; q=0.8 , fr;q=0.5', 'fr', 'fr-FR'],
	// Words and dates are in the same language.
	['de-CH,de;q=0.9', 'en', 'en'],
	['de-CH,de;q=0.9,en-AU;q=0.1', 'en', 'en-AU'],
	['tlh, en-IE;q=0.5', 'en', 'en-IE'],
	['*', 'en', 'en'],
	[undefined, 'es', 'es'],
	// An extension would bring another calendar.
	['en-u-ca-buddhist', 'en', 'en'],
	['en"><script>', 'en', 'en'],
	[`en-GB,${'x'.repeat(600)}`, 'en', 'en'],
])('a browser that asks for %j has a page in %s written as %s', (header, language, locale) => {
	expect(clockFor(preferredLocales(header), language, 'UTC').locale).toBe(locale);
});

it.each([
	['de-DE,en;q=0.5', 'en', undefined, '24'],
	['en-US,de;q=0.5', 'en', undefined, '12'],
	['en-GB', 'en', undefined, '24'],
	['en-GB', 'en', '12', '12'],
	// German has no half days, whatever the browser likes best.
	['en-US', 'de', undefined, '24'],
	[undefined, 'en', undefined, '12'],
] as const)('a browser that asks for %j has a page in %s, with %s hours chosen, that counts %s', (header, language, chosen, hours) => {
	expect(clockFor(preferredLocales(header), language, 'UTC', chosen).hours).toBe(hours);
});
