import { localeOf, readVisit } from '../../../nodes/bookingPage/visitor';

describe('readVisit', () => {
	it('reads slot, day and zone', () => {
		const fields = { slot: '1774544400000', day: '2026-03-26', zone: 'Europe/Berlin', other: 'x' };
		expect(readVisit(fields)).toEqual({ start: 1774544400000, day: '2026-03-26', zone: 'Europe/Berlin' });
	});

	it('reads the token of the link, what the page before was about, and what is to be done', () => {
		const fields = { signature: 't0ken', wait: 'w4it', from: 'again', do: 'move', notice: 'unsure' };
		expect(readVisit(fields)).toEqual({ token: 't0ken', wait: 'w4it', from: 'again', act: 'move', notice: 'unsure' });
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['a text', 'slot=1'],
		['a list', ['slot']],
		['empty fields', { slot: '', day: '', zone: '', signature: '', wait: '' }],
		['a token that is none', { signature: ['t0ken', 't0ken'] }],
		['a token longer than any', { signature: 't'.repeat(300) }],
		['fields sent twice', { slot: ['1', '2'], day: ['2026-03-26'], zone: ['UTC', 'UTC'] }],
		['objects', { slot: { $gt: 0 }, zone: {} }],
		['numbers', { slot: 1774544400000 }],
		['other writings', { slot: '1e3', day: '26.03.2026', zone: '+02:00' }],
		['a moment as the day', { day: '2026-03-26T09:00' }],
		['signs and spaces', { slot: '-5', day: ' 2026-03-26', zone: ' UTC' }],
		['no zone of that name', { zone: 'Mars/Olympus' }],
		['something else to do', { do: 'delete', notice: 'hello' }],
		['markup', { slot: '<script>', day: '"><script>', zone: '<b>' }],
		['a long text', { slot: '1'.repeat(100), zone: 'Europe/Berlin'.repeat(9) }],
	])('leaves out what is not one of them: %s', (_name, fields) => {
		expect(readVisit(fields)).toEqual({});
	});

	it('reads own fields only', () => {
		expect(readVisit(Object.create({ slot: '5' }))).toEqual({});
		expect(readVisit(JSON.parse('{"__proto__":{"slot":"5"}}'))).toEqual({});
	});
});

describe('localeOf', () => {
	it.each([
		['en-GB,en;q=0.9', 'en', 'en-GB'],
		['de-CH,de;q=0.9,en;q=0.8', 'de', 'de-CH'],
		['en;q=0.2, fr-FR ; q=0.8 , fr;q=0.5', 'fr', 'fr-FR'],
		// Words and dates are in the same language.
		['de-CH,de;q=0.9', 'en', 'en'],
		['de-CH,de;q=0.9,en-AU;q=0.1', 'en', 'en-AU'],
		['tlh, en-IE;q=0.5', 'en', 'en-IE'],
		['*', 'en', 'en'],
		[undefined, 'es', 'es'],
		[['en-GB'], 'en', 'en'],
		['en-GB;q=0', 'en', 'en'],
		['en-GB;q=nonsense, en-AU;q=0.1', 'en', 'en-AU'],
		['en-GB;q=5, en-AU;q=0.1', 'en', 'en-AU'],
		['en-GB;q=-1', 'en', 'en'],
		// An extension would bring another calendar.
		['en-u-ca-buddhist', 'en', 'en'],
		['en"><script>', 'en', 'en'],
		[`en-GB,${'x'.repeat(600)}`, 'en', 'en'],
	])('%j on a page in %s is %s', (header, language, locale) => {
		expect(localeOf(header, language)).toBe(locale);
	});
});
