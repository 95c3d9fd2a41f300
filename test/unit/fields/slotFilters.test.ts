import type { IDataObject } from 'n8n-workflow';

import { holding } from './holding';
import { zeroOrMore } from '../../../nodes/fields/valueKinds';
import { fieldOf, fieldsAt } from '../../../nodes/fields/parameters';
import { slotFiltersField, slotFiltersOf } from '../../../nodes/fields/slotFilters';

const read = (filters: IDataObject, notice?: number) =>
	slotFiltersOf(fieldsAt(holding({ filters }), 0), notice);

describe('filters', () => {
	it.each([
		[' 00:00 ', '00:00'],
		['23:59', '23:59'],
		['8:00', '08:00'],
	])('take %j for the time of day %s', (time, expected) => {
		expect([
			read({ earliestTime: time }).earliestTime,
			read({ latestTime: time }).latestTime,
		]).toEqual([expected, expected]);
	});

	it.each(['24:00', '9', '9:5', '09:60', '009:00', '9:00 AM', 'at 9:00', 'noon', '09:000', 9])(
		'refuse %j, which is no time of day, by name',
		(time) => {
			expect(() => read({ earliestTime: time })).toThrow(
				"'Earliest Start' must be a time of day, not ",
			);
			expect(() => read({ latestTime: time })).toThrow(
				"'Latest Start' must be a time of day, not ",
			);
		},
	);

	it('refuse an end before the beginning', () => {
		expect(() => read({ earliestTime: '10:00', latestTime: '9:30' })).toThrow(
			"'Latest Start' (09:30) is before 'Earliest Start' (10:00)",
		);
		expect(read({ earliestTime: '10:00', latestTime: '10:00' }).latestTime).toBe('10:00');
	});
});

it('minutes are 0 or more, also in parts', () => {
	const minutesOf = (length: unknown) =>
		fieldsAt(holding({ length }), 0).read(
			fieldOf(zeroOrMore('minutes'), {
				displayName: 'Length',
				name: 'length',
				type: 'number',
				default: 5,
			}),
		);
	expect([0, '45', 1.5, undefined, null].map(minutesOf)).toEqual([
		0,
		45,
		1.5,
		undefined,
		undefined,
	]);
	for (const value of [-1, 'some', Number.NaN, {}])
		expect(() => minutesOf(value)).toThrow("'Length' must be 0 or more minutes");
});

it('the filters stand by name, the own one of a node among them', () => {
	const own = { displayName: 'Kind', name: 'kind', type: 'string', default: '' } as const;
	const { options } = slotFiltersField(own);
	expect((options as Array<{ name: string }>).map(({ name }) => name)).toEqual([
		'earliestTime',
		'kind',
		'latestTime',
		'minimumNoticeMinutes',
		'weekdays',
	]);
});
