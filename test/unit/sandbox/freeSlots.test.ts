import {
	byDate,
	datesToInterval,
	isOffered,
	openSlots,
} from '../../../sandbox/calendars/freeSlots';
import { profileOf } from '../../../sandbox/profile';
import type { Calendar } from '../../../sandbox/seed';

const usual = profileOf('usual');
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function calendar(change: Partial<Calendar> = {}): Calendar {
	return {
		id: 'cal',
		locationId: 'loc',
		name: 'Calendar',
		timeZone: 'America/New_York',
		slotMinutes: 30,
		workingHours: [{ weekdays: EVERY_DAY, start: '09:00', end: '11:00' }],
		...change,
	};
}

const starts = (one: Calendar, startDate: string, endDate = startDate, zone = one.timeZone) =>
	openSlots(one, datesToInterval(startDate, endDate, zone, usual), [], 0, usual).map(({ start }) =>
		new Date(start).toISOString(),
	);

const at = (text: string) => Date.parse(text);

describe('clock changes', () => {
	it('keeps wall-clock hours across the change to summer time', () => {
		// New York changes on Sunday 2030-03-10: 09:00 is 14:00 UTC before and 13:00 UTC after.
		expect(starts(calendar(), '2030-03-09')[0]).toBe('2030-03-09T14:00:00.000Z');
		expect(starts(calendar(), '2030-03-10')[0]).toBe('2030-03-10T13:00:00.000Z');
	});

	const night = calendar({ workingHours: [{ weekdays: EVERY_DAY, start: '00:00', end: '04:00' }] });

	it('offers fewer slots in the night that loses an hour, and none twice', () => {
		const slots = starts(night, '2030-03-10');
		expect(slots).toHaveLength(6);
		expect(slots[0]).toBe('2030-03-10T05:00:00.000Z');
		expect(slots[5]).toBe('2030-03-10T07:30:00.000Z');
	});

	it('takes a date of 25 hours as a whole', () => {
		const dayLong = calendar({
			slotMinutes: 60,
			workingHours: [{ weekdays: EVERY_DAY, start: '00:00', end: '24:00' }],
		});
		expect(starts(dayLong, '2030-11-03')).toHaveLength(25);
		expect(starts(dayLong, '2030-03-10')).toHaveLength(23);
	});
});

describe('dates and zones', () => {
	it('means startDate and endDate in the zone asked for, both inclusive', () => {
		// 09:00 to 11:00 in New York is the evening of the same day in Tokyo, 22:00 to 24:00.
		expect(starts(calendar(), '2030-05-06', '2030-05-07', 'Asia/Tokyo')).toHaveLength(8);
		// In Auckland it is the small hours of the next day.
		expect(starts(calendar(), '2030-05-07', '2030-05-07', 'Pacific/Auckland')[0]).toBe(
			'2030-05-06T13:00:00.000Z',
		);
	});

	it('keys the response by the date in that zone, with times in UTC', () => {
		const slot = { start: at('2030-05-06T13:00Z'), end: at('2030-05-06T13:30Z') };
		const window = { startTime: '2030-05-06T13:00:00+00:00', endTime: '2030-05-06T13:30:00+00:00' };
		expect(byDate([slot], 'Pacific/Auckland', usual)).toEqual({ _dates_: { '2030-05-07': [window] } });
		expect(byDate([slot], 'America/New_York', usual)).toEqual({ _dates_: { '2030-05-06': [window] } });
	});

	it('leaves out the rest of the hours that is shorter than a slot', () => {
		const odd = calendar({ slotMinutes: 45 });
		expect(starts(odd, '2030-05-06')).toEqual([
			'2030-05-06T13:00:00.000Z',
			'2030-05-06T13:45:00.000Z',
		]);
	});
});

describe('bookings and the past', () => {
	const span = datesToInterval('2030-05-06', '2030-05-06', 'America/New_York', usual);

	it('subtracts every slot that a booking touches, and none that it only meets', () => {
		const taken = [{ start: at('2030-05-06T13:30Z'), end: at('2030-05-06T14:15Z') }];
		const free = openSlots(calendar(), span, taken, 0, usual).map(({ start }) => start);
		expect(free).toEqual([at('2030-05-06T13:00Z'), at('2030-05-06T14:30Z')]);
	});
});

describe('what can be booked', () => {
	const offered = (start: string, end: string) =>
		isOffered(calendar(), { start: at(`2030-05-06T${start}Z`), end: at(`2030-05-06T${end}Z`) });

	it.each([
		['one slot', '13:00', '13:30', true],
		['several in a row', '13:00', '14:30', true],
		['off the grid', '13:05', '13:35', false],
		['part of a slot', '13:00', '13:15', false],
		['one and a half slots', '13:00', '13:45', false],
		['before the hours', '12:30', '13:30', false],
		['beyond the hours', '14:30', '15:30', false],
		['nothing', '13:00', '13:00', false],
		['backwards', '13:30', '13:00', false],
	])('%s', (_what, start, end, expected) => {
		expect(offered(start, end)).toBe(expected);
	});

	it('not across a break', () => {
		const split = calendar({
			workingHours: [
				{ weekdays: EVERY_DAY, start: '09:00', end: '10:00' },
				{ weekdays: EVERY_DAY, start: '11:00', end: '12:00' },
			],
		});
		const span = { start: at('2030-05-06T13:30Z'), end: at('2030-05-06T15:30Z') };
		expect(isOffered(split, span)).toBe(false);
	});
});
