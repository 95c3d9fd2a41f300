import {
	filterSlots,
	joined,
	nearestTo,
	nextAfter,
	type SlotFilters,
	covers,
	slotsThatFit,
	dateOfSlot,
} from '../../../nodes/booking/slots';
import {
	listedText,
	momentText,
	slotsByWeekday,
	slotText,
	spanText,
	startsText,
} from '../../../nodes/booking/slotTexts';
import { stopClockAt } from '../../support/clock';

const NEW_YORK = 'America/New_York';
stopClockAt('2026-03-01T12:00:00Z');

const slot = (start: string, end = start) => ({ start: Date.parse(start), end: Date.parse(end) });
const NINE = slot('2026-03-02T14:00:00Z', '2026-03-02T14:30:00Z');

it.each([
	[NINE, NEW_YORK, 'Mar 2, 9:00 – 9:30 AM'],
	[
		slot('2026-03-03T04:30:00Z', '2026-03-03T05:30:00Z'),
		NEW_YORK,
		'Mar 2, 11:30 PM – Mar 3, 12:30 AM',
	],
	[slot('2020-12-31T12:00:00Z', '2020-12-31T13:10:00Z'), 'UTC', 'Dec 31, 2020, 12:00 – 1:10 PM'],
])('%j in %s reads %s in a message', (span, zone, text) => {
	expect(spanText(span, zone)).toBe(text);
});

it.each([
	['2026-11-24T16:30:00Z', NEW_YORK, 'Tuesday, Nov 24, 11:30 AM EST'],
	['2026-07-24T16:30:00Z', NEW_YORK, 'Friday, Jul 24, 12:30 PM EDT'],
	['2026-12-31T23:30:00Z', 'Europe/Berlin', 'Friday, Jan 1, 2027, 12:30 AM GMT+1'],
	['2026-12-31T23:30:00Z', 'UTC', 'Thursday, Dec 31, 11:30 PM UTC'],
])('the start %s in %s reads %s', (start, zone, text) => {
	expect(momentText(Date.parse(start), zone)).toBe(text);
});

it('a slot is told in each of two languages, one after the other, and shorter in a list', () => {
	const texts = [slotText(NINE, NEW_YORK), slotText(NINE, NEW_YORK, 'de')];

	expect(texts).toEqual([
		'Monday, Mar 2, 9:00 – 9:30 AM EST',
		'Montag, 2. März, 09:00–09:30 Uhr GMT-5',
	]);
	expect(listedText(NINE, NEW_YORK)).toBe('Mon, Mar 2, 9:00 – 9:30 AM EST');
});

it('the starts of another year have the year at their day, and not at each time', () => {
	const starts = ['2027-01-04T15:00:00Z', '2027-01-04T14:00:00Z', '2027-01-05T14:00:00Z'];
	expect(
		startsText(
			starts.map((start) => slot(start)),
			NEW_YORK,
		),
	).toBe('Jan 4, 2027: 9:00 AM, 10:00 AM; Jan 5, 2027: 9:00 AM');
});

it('the year is left out where it is the current one in the zone', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-31T20:00:00Z'));
	expect(momentText(Date.parse('2027-01-01T20:00:00Z'), 'Asia/Tokyo')).toBe(
		'Saturday, Jan 2, 5:00 AM GMT+9',
	);
});

it('slots for a model are in one zone, with its offsets at start and end, however they are listed', () => {
	const night = slot('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z');
	expect(slotsByWeekday([night, { ...night, offset: 60 }], NEW_YORK)).toEqual([
		{
			Sun: [
				'2026-03-08T01:30-05:00/2026-03-08T03:30-04:00',
				'2026-03-08T01:30-05:00/2026-03-08T03:30-04:00',
			],
		},
	]);
});

it('a slot that ends on the next day stands under the day on which it begins', () => {
	const overMidnight = slot('2026-03-02T04:30:00Z', '2026-03-02T05:30:00Z');

	expect(dateOfSlot(overMidnight, NEW_YORK)).toBe('2026-03-01');
	expect(slotsByWeekday([overMidnight], NEW_YORK)).toMatchObject([{ Sun: [expect.any(String)] }]);
});

it('slots for a model stand under the weekday of each date', () => {
	const days = ['01', '02', '03', '04', '05', '06', '07'].map((day) =>
		slot(`2026-03-${day}T15:00:00Z`, `2026-03-${day}T16:00:00Z`),
	);

	expect(slotsByWeekday(days, NEW_YORK).flatMap(Object.keys)).toEqual([
		'Sun',
		'Mon',
		'Tue',
		'Wed',
		'Thu',
		'Fri',
		'Sat',
	]);
});

const MINUTE = 60_000;
const at = (start: number, minutes = 30) => ({
	start: start * MINUTE,
	end: (start + minutes) * MINUTE,
});
const starts = (slots: Array<{ start: number }>) => slots.map(({ start }) => start / MINUTE);

it.each([
	{
		what: 'the windows themselves where they are as long',
		windows: [at(60), at(0), at(90)],
		minutes: 30,
		now: -1,
		expected: [0, 60, 90],
	},
	{
		what: 'those of windows that touch',
		windows: [at(0), at(30), at(70)],
		minutes: 60,
		now: -1,
		expected: [0],
	},
	{
		what: 'none of windows that overlap or leave a gap',
		windows: [at(0), at(20), at(51)],
		minutes: 60,
		now: -1,
		expected: [],
	},
	{
		what: 'several in a window that is longer',
		windows: [at(0, 100)],
		minutes: 30,
		now: -1,
		expected: [0, 30, 60],
	},
	{
		what: 'five minutes apart at least',
		windows: [at(0, 20)],
		minutes: 1,
		now: -1,
		expected: [0, 5, 10, 15],
	},
	{
		what: 'once where windows overlap',
		windows: [at(0, 60), at(0, 60), at(30, 60)],
		minutes: 60,
		now: -1,
		expected: [0, 30],
	},
	{
		what: 'those that have not begun',
		windows: [at(0), at(30)],
		minutes: 30,
		now: 0,
		expected: [30],
	},
])('slots that fit are $what', ({ windows, minutes, now, expected }) => {
	expect(starts(slotsThatFit(windows, minutes * MINUTE, now))).toEqual(expected);
});

it('slots that fit a list of starts are these starts, with their offset', () => {
	const listed = { ...at(0, 60), offset: 60, isStart: true };
	expect(slotsThatFit([listed], 30 * MINUTE, -1)).toEqual([{ ...listed, end: 30 * MINUTE }]);
});

it('no slot begins where a window ends, although another window goes on there', () => {
	const windows = [at(0, 60), at(30, 90)];
	expect(starts(slotsThatFit(windows, 60 * MINUTE, -1))).toEqual([0, 30]);
});

it('of windows that begin where another ends, the longest counts', () => {
	const windows = [at(0), at(30, 10), at(30, 30)];
	expect(covers(windows, at(0, 60))).toBe(true);
	expect(covers(windows, at(0, 61))).toBe(false);
});

it('the nearest slots are sorted by distance, the later one first where equal, without the wanted one', () => {
	const candidates = [0, 30, 60, 90, 120].map((start) => at(start));
	expect(starts(nearestTo(at(60), candidates, 3))).toEqual([90, 30, 120]);
	expect(nearestTo(at(60), [at(60)], 3)).toEqual([]);
});

it('the next slots are later by at most so many hours, the last minute included', () => {
	const candidates = [120, 30, 60, 90, 121].map((start) => at(start));
	expect(starts(nextAfter(at(60), candidates, 1))).toEqual([90, 120]);
});

it('windows that touch or overlap are joined, and those apart stay apart', () => {
	const windows = [at(0), at(30), at(40, 10), at(70, 60), at(80, 10)];
	expect(joined(windows)).toEqual([at(0, 60), at(70, 60)]);
	expect(windows[0]).toEqual(at(0));
});

const NOW = Date.parse('2026-03-02T13:00:00Z');
/** Wall times in New York in the first week of March 2026, Monday the 2nd. */
const on = (text: string) => ({ start: Date.parse(`2026-03-${text}:00-05:00`), text });
const SLOTS = [
	'03T16:30',
	'02T09:00',
	'02T16:30',
	'03T09:00',
	'03T13:00',
	'07T09:00',
	'08T10:00',
].map(on);
const ALL = ['02T09:00', '02T16:30', '03T09:00', '03T13:00', '03T16:30', '07T09:00', '08T10:00'];

it.each<[filters: SlotFilters, kept: string[], zone?: string]>([
	[{}, ALL],
	[{ weekdays: [] }, ALL],
	[{ earliestTime: '09:01', latestTime: '16:29' }, ['03T13:00', '08T10:00']],
	[{ earliestTime: '13:00', latestTime: '16:30' }, ['02T16:30', '03T13:00', '03T16:30']],
	[{ weekdays: [1, 6] }, ['02T09:00', '02T16:30', '07T09:00']],
	[{ weekdays: [7] }, ['08T10:00']],
	[{ minimumNoticeMinutes: 60 }, ALL],
	[{ minimumNoticeMinutes: 61 }, ALL.slice(1)],
	[{ firstOfDay: true, earliestTime: '10:00' }, ['02T16:30', '03T13:00', '08T10:00']],
	[{ weekdays: [2] }, ['02T16:30', '03T09:00'], 'Asia/Tokyo'],
])('filters %j keep, in order of time, %j', (filters, kept, zone = NEW_YORK) => {
	expect(filterSlots(SLOTS, filters, zone, NOW).map(({ text }) => text)).toEqual(kept);
});

it('filters keep no slot that has begun', () => {
	expect(filterSlots(SLOTS, {}, NEW_YORK, on('02T09:00').start + 1)).toHaveLength(6);
});
