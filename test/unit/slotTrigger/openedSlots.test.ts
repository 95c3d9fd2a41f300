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
	['windows', '9-10 11-12', '8-13', '8-9 10-11 12-13'],
	['windows', '', '9-10 11-12', '9-10 11-12'],
	['windows that overlap', '9-12 10-17', '9-10 10-17 11-12', ''],
	['slots', '9-10 10-11', '9-10 10-11 11-12', '11-12'],
	['starts', '8 8:30 9 11', '8 8:30 9 9:30 10 10:30 11', '9:30 10 10:30'],
	['slots that overlap, which are starts', '8-9 9-10', '8-9 8:30-9:30 9-10', '8:30'],
	['the last of slots that overlapped', '8-9 8:30-9:30', '8-9 9-10', '9'],
])('of %s %s, then %s: %s opened', (_what, before, now, expected) => {
	expect(texts(findOpened(slots(before), slots(now)))).toBe(expected);
});

const HALF = ['8 8:30 9 11', '8 8:30 9 9:30 10 10:30 11'] as const;

it.each<[string, readonly [before: string, now: string], SlotFilters, string, time?: string]>([
	['Minimum Notice', HALF, { minimumNoticeMinutes: 60 }, '10:30', '9:15'],
	['Only First of Each Day', HALF, { firstOfDay: true }, '9:30'],
	['the rest of a window', ['', '8-17'], { earliestTime: '09:00' }, '9-17'],
	['the rest of a window that has begun', ['', '6-8'], {}, '7-8'],
	['what a window has grown by', ['8-17', '8-17:30'], {}, '17-17:30'],
	['no rest shorter than a slot', ['', '12-12:30 12:30-13'], { earliestTime: '12:10' }, '12:30-13'],
])('passes the filters: %s (%j, %j)', (_what, [before, now], filters, expected, time = '7') => {
	const opened = findOpened(slots(before), slots(now));
	const watch = { filters, minimumLengthMinutes: 0, zone: 'UTC' };
	expect(texts(applyFilters(opened, slots(now), watch, at(time)))).toBe(expected);
});

it.each([
	['8-8:30', 60, ''],
	['8-8:30 8:30-9', 60, '8-8:30 8:30-9'],
	['8-9 8:30-9:30', 90, '8 8:30'],
	['8-9 10-11', 90, ''],
])('the length that is free around %s counts: at least %d minutes', (now, minutes, expected) => {
	const watch = { filters: {}, minimumLengthMinutes: minutes, zone: 'UTC' };
	const opened = findOpened([], slots(now));
	expect(texts(applyFilters(opened, slots(now), watch, at('7')))).toBe(expected);
});
