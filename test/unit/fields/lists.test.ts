import { entriesOf } from '../../../nodes/fields/lists';
import { searchTimeZones } from '../../../nodes/fields/when';

describe('entriesOf', () => {
	it('shows names with IDs, in the order of the names', () => {
		const named = [
			{ id: 'c', name: 'Yoga' },
			{ id: 'a', name: 'éclairs' },
			{ _id: 'b', title: 'Haircut' },
			{ locationId: 'l', name: 'Berlin' },
		];
		// A record without an ID cannot be chosen.
		const records = [
			...named,
			{ id: 'd', locationId: 'l' },
			{ id: 7, name: '' },
			{ name: 'Haircut' },
			{ id: '', name: 'Yoga' },
		];
		expect(entriesOf(records, 'locationId')).toEqual([
			{ name: '7', value: '7' },
			{ name: 'Berlin (l)', value: 'l' },
			{ name: 'd', value: 'd' },
			{ name: 'éclairs (a)', value: 'a' },
			{ name: 'Haircut (b)', value: 'b' },
			{ name: 'Yoga (c)', value: 'c' },
		]);
	});
});

describe('the time zones', () => {
	const zones = async (own: string, filter?: string) =>
		(await searchTimeZones.call({ getTimezone: () => own } as never, filter)).results;

	it.each([
		[6, '+02:00'],
		[0, '+01:00'],
	])('show the offset of today, in month %d: %s', async (month, offset) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, month, 1));
		expect(await zones('UTC', 'berlin')).toEqual([
			{ name: `Europe/Berlin (UTC${offset})`, value: 'Europe/Berlin' },
		]);
	});

	it.each([
		[' New York ', 'New_York'],
		['america/new_y', 'New_York'],
		['north dakota/new salem', 'North_Dakota/New_Salem'],
	])('find by %j %s', async (filter, city) => {
		expect((await zones('UTC', filter)).map(({ value }) => value)).toEqual([`America/${city}`]);
	});

	it.each(['UTC', 'Asia/Tokyo'])(
		'begin with %s, the own one, and keep the order of the others',
		async (own) => {
			const [first, ...others] = (await zones(own)).map(({ value }) => value);
			const all = (await zones('none')).map(({ value }) => value);
			expect([first, others]).toEqual([own, all.filter((zone) => zone !== own)]);
			expect(all.length).toBeGreaterThan(400);
		},
	);
});
