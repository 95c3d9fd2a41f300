import type { IDataObject } from 'n8n-workflow';

import { holding } from './holding';
import { fieldsAt } from '../../../nodes/fields/parameters';
import { minutesField, slotFiltersField, slotFiltersOf } from '../../../nodes/fields/slotFilters';

const read = (filters: IDataObject) => slotFiltersOf(holding({ filters }), 0);

describe('filters', () => {
	it('that are left out do not restrict', () => {
		expect(read({})).toEqual({ weekdays: [], minimumNoticeMinutes: 0, firstOfDay: false });
	});

	it('are read as given', () => {
		const values = { earliestTime: '09:00', latestTime: '16:30', weekdays: [1, 5], minimumNoticeMinutes: 120, firstOfDay: true };
		expect(read(values)).toEqual(values);
	});

	it.each([
		[' 00:00 ', '00:00'],
		['23:59', '23:59'],
	])('take %j for the time of day %s', (time, expected) => {
		expect(read({ earliestTime: time }).earliestTime).toBe(expected);
		expect(read({ latestTime: time }).latestTime).toBe(expected);
	});

	it.each(['24:00', '9', '9:5', '09:60', '009:00', '9:00 AM', 'at 9:00', 'noon', '09:000', 9])(
		'refuse %j, which is no time of day, by name',
		(time) => {
			expect(() => read({ earliestTime: time })).toThrow("'Earliest Start' must be a time of day, not ");
			expect(() => read({ latestTime: time })).toThrow("'Latest Start' must be a time of day, not ");
		},
	);

	it.each([
		['', '8:00'],
		['9:00', ''],
	])('let slots start from %j to %j', (earliestTime, latestTime) => {
		expect(() => read({ earliestTime, latestTime })).not.toThrow();
	});

	it('refuse an end before the beginning', () => {
		expect(() => read({ earliestTime: '10:00', latestTime: '9:30' })).toThrow(
			"'Latest Start' (09:30) is before 'Earliest Start' (10:00)",
		);
	});

	it.each([
		[[1, 7], [1, 7]],
		[['2', '3'], [2, 3]],
	])('take %j for weekdays', (weekdays, expected) => {
		expect(read({ weekdays } as IDataObject).weekdays).toEqual(expected);
	});

	it.each([[[0]], [[8]], [[1, 8]], [['Monday']], ['Monday']])('refuse %j as weekdays', (weekdays) => {
		expect(() => read({ weekdays })).toThrow("'Weekdays' must be a list of weekdays");
	});

	it('read the notice, and refuse it by name', () => {
		expect(slotFiltersOf(holding({ filters: {} }), 0, 60).minimumNoticeMinutes).toBe(60);
		expect(slotFiltersOf(holding({ filters: { minimumNoticeMinutes: 0 } }), 0, 60).minimumNoticeMinutes).toBe(0);
		expect(read({ minimumNoticeMinutes: '90' }).minimumNoticeMinutes).toBe(90);
		expect(() => read({ minimumNoticeMinutes: -5 })).toThrow("'Minimum Notice (Minutes)' must be 0 or more minutes");
	});
});

describe('minutes', () => {
	const minutesOf = (length: unknown) => fieldsAt(holding({ length }), 0).read(minutesField('Length', 'length', 5, ''));

	it.each([[0, 0], [30, 30], ['45', 45], [1.5, 1.5], [undefined, undefined], [null, undefined]])('%p are %p', (value, minutes) => {
		expect(minutesOf(value)).toBe(minutes);
	});

	it.each([-1, 'some', Number.NaN, {}])('%p are refused by name', (value) => {
		expect(() => minutesOf(value)).toThrow("'Length' must be 0 or more minutes");
	});
});

describe('the fields', () => {
	it('list the filters by name, the own one of a node among them', () => {
		const own = { displayName: 'Kind', name: 'kind', type: 'string', default: '' } as const;
		const { options } = slotFiltersField(own);
		expect(options).toMatchObject([
			{ displayName: 'Earliest Start', name: 'earliestTime' },
			{ displayName: 'Kind' },
			{ displayName: 'Latest Start', name: 'latestTime' },
			{ name: 'minimumNoticeMinutes', typeOptions: { minValue: 0 } },
			{ name: 'weekdays', default: [1, 2, 3, 4, 5], options: expect.arrayContaining([{ name: 'Sunday', value: 7 }]) as unknown },
		]);
	});
});
