import { entriesOf, matching, matchingTimeZones } from '../../../nodes/fields/listEntries';

const names = (result: { results: Array<{ name: string }> }) => result.results.map(({ name }) => name);

describe('matching', () => {
	const entries = [
		{ name: 'Haircut (cal-1)', value: 'cal-1' },
		{ name: 'Massage (cal-2)', value: 'cal-2' },
	];

	it.each([undefined, '', ' '])('keeps all for %j', (filter) => {
		expect(matching(entries, filter)).toEqual({ results: entries });
	});

	it.each(['hair', 'HAIR', ' cut ', 'cal-1', '(CAL-1)'])('finds by %j, a part of the name or ID', (filter) => {
		expect(matching(entries, filter)).toEqual({ results: [entries[0]] });
	});

	it('finds nothing by what is nowhere', () => {
		expect(matching(entries, 'yoga')).toEqual({ results: [] });
	});
});

describe('entriesOf', () => {
	it('shows names with IDs, in the order of the names', () => {
		const records = [
			{ id: 'c', name: 'Yoga' },
			{ id: 'a', name: 'éclairs' },
			{ _id: 'b', title: 'Haircut' },
			{ locationId: 'l', name: 'Berlin' },
			{ id: 'd', locationId: 'l' },
			{ id: 7, name: '' },
		];
		expect(entriesOf(records)).toEqual([
			{ name: '7', value: '7' },
			{ name: 'Berlin (l)', value: 'l' },
			{ name: 'd', value: 'd' },
			{ name: 'éclairs (a)', value: 'a' },
			{ name: 'Haircut (b)', value: 'b' },
			{ name: 'Yoga (c)', value: 'c' },
		]);
	});

	it('leaves out what cannot be chosen: a record without an ID', () => {
		expect(entriesOf([{ name: 'Haircut' }, { id: '', name: 'Yoga' }])).toEqual([]);
	});
});

describe('matchingTimeZones', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: Date.UTC(2026, 6, 1) });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it('shows each zone with its offset of today', () => {
		const summer = { name: 'Europe/Berlin (UTC+02:00)', value: 'Europe/Berlin' };
		expect(matchingTimeZones('UTC', 'berlin')).toEqual({ results: [summer] });
		jest.setSystemTime(Date.UTC(2026, 0, 1));
		const winter = { name: 'Europe/Berlin (UTC+01:00)', value: 'Europe/Berlin' };
		expect(matchingTimeZones('UTC', 'berlin')).toEqual({ results: [winter] });
	});

	it.each(['new york', ' New York ', 'new_york', 'america/new'])('finds New York by %j', (filter) => {
		expect(names(matchingTimeZones('UTC', filter))).toEqual(['America/New_York (UTC-04:00)']);
	});

	it.each(['UTC', 'Africa/Abidjan', 'America/New_York', 'Europe/Berlin', 'Pacific/Wallis'])(
		'begins with the own zone, %s, and keeps the order of the others',
		(own) => {
			const [first, ...others] = matchingTimeZones(own).results.map(({ value }) => value);
			const all = matchingTimeZones('none').results.map(({ value }) => value);
			expect(first).toBe(own);
			expect(others).toEqual(all.filter((zone) => zone !== own));
			expect(all[0]).toBe('UTC');
			expect(all.length).toBeGreaterThan(400);
		},
	);
});
