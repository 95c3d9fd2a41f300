import type { IDataObject } from 'n8n-workflow';

import { nodeWithFields } from './nodeWithFields';
import { zeroOrMore } from '../../../nodes/fields/valueKinds';
import { fieldOf, fieldsAt } from '../../../nodes/fields/parameters';
import { slotFiltersField, slotFiltersOf } from '../../../nodes/fields/slotFilters';

const read = (filters: IDataObject, notice?: number) =>
	slotFiltersOf(fieldsAt(nodeWithFields({ filters }), 0), notice);

describe('filters', () => {
	it.each([
		[' 00:00 ', '00:00'],
		['23:59', '23:59'],
		['8:00', '08:00'],
	])('take %j for the time of day %s', (time, expected) => {
		expect(read({ earliestTime: time })).toMatchObject({ earliestTime: expected });
		expect(read({ latestTime: time })).toMatchObject({ latestTime: expected });
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

describe('minutes', () => {
	const minutes = fieldOf(zeroOrMore('minutes'), {
		displayName: 'Length',
		name: 'length',
		type: 'number',
		default: 5,
	});
	const minutesOf = (length: unknown) => fieldsAt(nodeWithFields({ length }), 0).read(minutes);

	it.each([
		[0, 0],
		['45', 45],
		[1.5, 1.5],
		[undefined, undefined],
		[null, undefined],
	])('of %j are %j', (length, expected) => {
		expect(minutesOf(length)).toBe(expected);
	});

	it.each([-1, 'some', Number.NaN, {}])('cannot be %j', (length) => {
		expect(() => minutesOf(length)).toThrow("'Length' must be 0 or more minutes");
	});
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
