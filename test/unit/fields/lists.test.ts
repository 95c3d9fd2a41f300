import { entriesOf, filterEntries, nameWithId } from '../../../nodes/fields/lists';
import { searchTimeZones } from '../../../nodes/fields/timeZoneField';

describe('entriesOf', () => {
	it('shows names in their order; a record without a name by its ID', () => {
		const records = [
			{ id: 'c', name: 'Yoga' },
			{ id: 'a', name: 'éclairs' },
			{ _id: 'b', title: 'Haircut' },
			{ locationId: 'l', name: 'Berlin' },
			{ id: 7, name: '' },
		];
		expect(entriesOf(records, 'locationId')).toEqual([
			{ name: '7', value: '7' },
			{ name: 'Berlin', value: 'l' },
			{ name: 'éclairs', value: 'a' },
			{ name: 'Haircut', value: 'b' },
			{ name: 'Yoga', value: 'c' },
		]);
	});

	it('shows the IDs of two records with one name', () => {
		const records = [
			{ id: 'a', name: 'Riley Chen' },
			{ id: 'b', name: 'Riley Chen' },
			{ id: 'c', name: 'Ada' },
		];
		const names = entriesOf(records).map(({ name }) => name);
		expect(names).toEqual(['Ada', 'Riley Chen (a)', 'Riley Chen (b)']);
	});

	it('leaves out what cannot be chosen: a record without an ID', () => {
		expect(entriesOf([{ name: 'Haircut' }, { id: '', name: 'Yoga' }])).toEqual([]);
	});

	it('have the ID of the record, before that of what it belongs to', () => {
		const records = [{ id: 'user-1', locationId: 'loc-1', name: 'Ada' }];
		expect(entriesOf(records, 'locationId')).toEqual([{ name: 'Ada', value: 'user-1' }]);
	});

	it.each([
		[{ name: 'New', value: 'stage-1' }, 'New (stage-1)'],
		[{ name: 'New (stage-1)', value: 'stage-1' }, 'New (stage-1)'],
		[{ name: 'stage-1', value: 'stage-1' }, 'stage-1'],
	])('stand in a message with their ID once: %j', (entry, text) => {
		expect(nameWithId(entry)).toBe(text);
	});

	it('are searched by name and by ID', () => {
		const entries = entriesOf([
			{ id: 'user-1', name: 'Ada' },
			{ id: 'user-2', name: 'Ben' },
		]);
		expect(filterEntries(entries, 'ada')).toEqual([{ name: 'Ada', value: 'user-1' }]);
		expect(filterEntries(entries, 'USER-2')).toEqual([{ name: 'Ben', value: 'user-2' }]);
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
			expect({ first, others }).toEqual({ first: own, others: all.filter((zone) => zone !== own) });
			expect(all.length).toBeGreaterThan(400);
		},
	);
});
