import { holding } from './holding';
import { entriesOf, matching } from '../../../nodes/fields/lists';
import { limitOf } from '../../../nodes/fields/results';
import { searchTimeZones } from '../../../nodes/fields/timeZone';

describe('matching', () => {
	const entries = [
		{ name: 'Haircut (cal-1)', value: 'cal-1' },
		{ name: 'Massage (cal-2)', value: 'cal-2' },
	];

	it.each<[string | undefined, unknown[]]>([
		...[undefined, '', ' '].map((filter): [string | undefined, unknown[]] => [filter, entries]),
		...['HAIR', ' cut ', '(CAL-1)'].map((filter): [string, unknown[]] => [filter, [entries[0]]]),
		['yoga', []],
	])('shows what has %j in its name or ID', (filter, results) => {
		expect(matching(entries, filter)).toEqual({ results });
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
		expect(entriesOf(records, 'locationId')).toEqual([
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

describe('the time zones', () => {
	const zones = async (own: string, filter?: string) =>
		(await searchTimeZones.call({ getTimezone: () => own } as never, filter)).results;

	it.each([[6, '+02:00'], [0, '+01:00']])('show the offset of today, in month %d: %s', async (month, offset) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, month, 1));
		expect(await zones('UTC', 'berlin')).toEqual([{ name: `Europe/Berlin (UTC${offset})`, value: 'Europe/Berlin' }]);
	});

	it.each([' New York ', 'america/new_y'])('find New York by %j', async (filter) => {
		expect((await zones('UTC', filter)).map(({ value }) => value)).toEqual(['America/New_York']);
	});

	it.each(['UTC', 'Asia/Tokyo'])('begin with %s, the own one, and keep the order of the others', async (own) => {
		const [first, ...others] = (await zones(own)).map(({ value }) => value);
		const all = (await zones('none')).map(({ value }) => value);
		expect([first, others]).toEqual([own, all.filter((zone) => zone !== own)]);
		expect(all.length).toBeGreaterThan(400);
	});
});

const limit = (fields: Record<string, unknown>) => limitOf(holding(fields), 0);

it.each<[number, string, Record<string, unknown>]>([
	[Infinity, "with a 'Return All' as text", { returnAll: 'true', limit: 3 }],
	[50, "with an empty 'Limit'", { limit: '' }],
])('the limit is %i %s', (count, _, fields) => {
	expect(limit(fields)).toBe(count);
});

it.each([0, 0.5, 3.9, -3, 'few', Number.NaN])("a 'Limit' of %j is refused", (value) => {
	expect(() => limit({ limit: value })).toThrow("'Limit' must be a whole number from 1, not ");
});
