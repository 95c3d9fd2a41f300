import type { Slot, SlotFilters } from '../../../nodes/booking/slots';
import { applyFilters, findOpened } from '../../../nodes/SlotTrigger/openedSlots';
import { readSlots, writeSlots } from '../../../nodes/SlotTrigger/slotsText';

const MINUTE = 60_000;
const MONDAY = Date.parse('2026-03-02T00:00:00Z');

const at = (clock: string) => {
	const [hour, minute = 0] = clock.split(':').map(Number);
	return MONDAY + (hour * 60 + minute) * MINUTE;
};
const clock = (instant: number) => {
	const minutes = (instant - MONDAY) / MINUTE;
	return `${Math.trunc(minutes / 60)}:${minutes % 60}`.replace(/:0$/, '');
};

/** `8 9:30` are starts of an hour, `8-9 10-12` windows. */
const slots = (text: string): Slot[] =>
	(text.match(/\S+/g) ?? []).map((each) => {
		const [from, to] = each.split('-').map(at);
		return to ? { start: from, end: to } : { start: from, end: from + 60 * MINUTE, isStart: true };
	});
const texts = (found: Slot[]) =>
	found
		.map(({ start, end, isStart }) => `${clock(start)}${isStart ? '' : `-${clock(end)}`}`)
		.join(' ');

it('the text of slots holds them all, in some 6 characters each: 60 days of 8 hours at every quarter', () => {
	const all = Array.from({ length: 60 * 32 }, (_, n) => {
		const start = MONDAY + Math.trunc(n / 32) * 86_400_000 + (n % 32) * 15 * MINUTE;
		return { start, end: start + 15 * MINUTE };
	});
	const odd = [{ start: 1_001, end: 2_002 }];
	for (const each of [all, odd, []]) expect(readSlots(writeSlots(each))).toEqual(each);
	expect(writeSlots(all).length).toBeLessThan(12_000);
});

it.each([
	{ of: 'windows', before: '9-10 11-12', now: '8-13', opened: '8-9 10-11 12-13' },
	{ of: 'windows where there were none', before: '', now: '9-10 11-12', opened: '9-10 11-12' },
	{ of: 'windows that overlap', before: '9-12 10-17', now: '9-10 10-17 11-12', opened: '' },
	{ of: 'slots', before: '9-10 10-11', now: '9-10 10-11 11-12', opened: '11-12' },
	{
		of: 'starts',
		before: '8 8:30 9 11',
		now: '8 8:30 9 9:30 10 10:30 11',
		opened: '9:30 10 10:30',
	},
	{
		of: 'slots that overlap, which are starts',
		before: '8-9 9-10',
		now: '8-9 8:30-9:30 9-10',
		opened: '8:30',
	},
	{
		of: 'the last of slots that overlapped',
		before: '8-9 8:30-9:30',
		now: '8-9 9-10',
		opened: '9',
	},
])('of $of, first "$before", then "$now": "$opened" opened', ({ before, now, opened }) => {
	expect(texts(findOpened(slots(before), slots(now)))).toBe(opened);
});

describe('what has opened and passes', () => {
	/** At 7:00 unless the test says otherwise. */
	const passing = (before: string, now: string, filters: SlotFilters, time = '7') => {
		const watch = { filters, minimumLengthMinutes: 0, zone: 'UTC' };
		const opened = findOpened(slots(before), slots(now));
		return texts(applyFilters(opened, slots(now), watch, at(time)));
	};

	it("'Minimum Notice' begins so much later", () => {
		const filters = { minimumNoticeMinutes: 60 };

		expect(passing('9', '9 9:30 10 10:30', filters, '9:15')).toBe('10:30');
	});

	it("'Only First of Each Day' is one", () => {
		expect(passing('9', '9 9:30 10 10:30', { firstOfDay: true })).toBe('9:30');
	});

	it("'Earliest Start' is the rest of a window", () => {
		expect(passing('', '8-17', { earliestTime: '09:00' })).toBe('9-17');
		expect(passing('', '8-17', { earliestTime: '09:20' })).toBe('9:20-17');
	});

	it('is no rest of a start, at which alone an appointment can begin', () => {
		expect(passing('', '9-11 10-12', { earliestTime: '09:30' })).toBe('10');
	});

	it('is the rest of a window that has begun', () => {
		expect(passing('', '6-8', {})).toBe('7-8');
	});

	it('is what a window has grown by', () => {
		expect(passing('8-17', '8-17:30', {})).toBe('17-17:30');
	});

	it('is no rest that is shorter than a slot', () => {
		expect(passing('', '12-12:30 12:30-13', { earliestTime: '12:10' })).toBe('12:30-13');
	});
});

it.each([
	{ now: '8-8:30', minutes: 60, passing: '' },
	{ now: '8-8:30 8:30-9', minutes: 60, passing: '8-8:30 8:30-9' },
	{ now: '8-9 8:30-9:30', minutes: 90, passing: '8 8:30' },
	{ now: '8-9 10-11', minutes: 90, passing: '' },
])(
	'"$passing" passes of "$now" where at least $minutes minutes around it must be free',
	({ now, minutes, passing }) => {
		const watch = { filters: {}, minimumLengthMinutes: minutes, zone: 'UTC' };
		const opened = findOpened([], slots(now));

		expect(texts(applyFilters(opened, slots(now), watch, at('7')))).toBe(passing);
	},
);
