import { languageOf, readVisit } from '../../../nodes/bookingPage/visitor';

describe('readVisit', () => {
	it('reads slot, day and zone', () => {
		const fields = { slot: '1774544400000', day: '2026-03-26', zone: 'Europe/Berlin', other: 'x' };
		expect(readVisit(fields)).toEqual({ start: 1774544400000, day: '2026-03-26', zone: 'Europe/Berlin' });
	});

	it('reads the token of the link, and what the page before was about', () => {
		expect(readVisit({ signature: 't0ken', wait: 'w4it' })).toEqual({ token: 't0ken', wait: 'w4it' });
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

describe('languageOf', () => {
	it.each([
		['de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
		['en;q=0.2, fr-FR ; q=0.8 , de;q=0.5', 'fr-FR'],
		['tlh, ja;q=0.5', 'ja'],
		['zh-Hant-TW', 'zh-Hant-TW'],
		['*', 'en'],
		['', 'en'],
		[undefined, 'en'],
		[['de'], 'en'],
		['de;q=0', 'en'],
		['de;q=nonsense, fr;q=0.1', 'fr'],
		['de;q=5, fr;q=0.1', 'fr'],
		['de;q=-1', 'en'],
		// An extension would bring another calendar.
		['de-u-ca-buddhist', 'en'],
		['x"><script>', 'en'],
		['i-klingon', 'en'],
		[`de,${'x'.repeat(600)}`, 'en'],
	])('%j is %s', (header, language) => {
		expect(languageOf(header)).toBe(language);
	});
});
