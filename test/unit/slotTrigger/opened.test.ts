import fc from 'fast-check';

import type { Slot, SlotFilters } from '../../../nodes/booking/slots';
import {
	slotsOfText,
	textOfSlots,
	whatOpened,
	whatPasses,
} from '../../../nodes/SlotTrigger/opened';

const MINUTE = 60_000;
const MONDAY = Date.parse('2026-03-02T00:00:00Z');

const at = (clock: string) => {
	const [hour, minute = 0] = clock.split(':').map(Number);
	return MONDAY + (hour * 60 + minute) * MINUTE;
};
const clock = (instant: number) => {
	const [hour, minute] = [
		Math.trunc((instant - MONDAY) / MINUTE / 60),
		((instant - MONDAY) / MINUTE) % 60,
	];
	return minute === 0 ? `${hour}` : `${hour}:${minute}`;
};

/** `8 9:30` are starts of an hour, `8-9 10-12` windows. */
const slots = (text: string, isStart = !text.includes('-')): Slot[] =>
	text.split(' ').flatMap((each) => {
		const [from, to] = each.split('-');
		if (from === '') return [];
		return {
			start: at(from),
			end: to === undefined ? at(from) + 60 * MINUTE : at(to),
			...(isStart && { isStart }),
		};
	});
const texts = (found: Slot[]) =>
	found
		.map(({ start, end, isStart }) => `${clock(start)}${isStart ? '' : `-${clock(end)}`}`)
		.join(' ');

const anySlots = fc
	.array(fc.record({ from: fc.nat(300), length: fc.integer({ min: 1, max: 90 }) }), {
		maxLength: 20,
	})
	.map((all) =>
		all
			.map(({ from, length }) => ({
				start: MONDAY + from * MINUTE,
				end: MONDAY + (from + length) * MINUTE,
			}))
			.sort((a, b) => a.start - b.start),
	);

describe('the text of slots', () => {
	it('holds them all', () => {
		fc.assert(fc.property(anySlots, (all) => expect(slotsOfText(textOfSlots(all))).toEqual(all)));
		const odd = [{ start: 1_001, end: 2_002 }];
		expect(slotsOfText(textOfSlots(odd))).toEqual(odd);
	});

	it('has some 6 characters a slot: 12 kB for 60 days of 8 hours at every quarter', () => {
		const all = Array.from({ length: 60 * 32 }, (_, n) => {
			const start = MONDAY + Math.trunc(n / 32) * 86_400_000 + (n % 32) * 15 * MINUTE;
			return { start, end: start + 15 * MINUTE };
		});
		expect(textOfSlots(all).length).toBeLessThan(12_000);
	});
});

describe('what opened', () => {
	it.each([
		['windows', '9-10 11-12', '9-12', '10-11'],
		['windows', '9-10 11-12', '8-13', '8-9 10-11 12-13'],
		['windows', '8-17', '8-10 11-17', ''],
		['windows', '', '9-10 11-12', '9-10 11-12'],
		['windows that overlap', '9-12 10-17', '9-10 10-17 11-12', ''],
		['slots', '9-10 10-11', '9-10 10-11 11-12', '11-12'],
		['starts', '8 8:30 9 11', '8 8:30 9 9:30 10 10:30 11', '9:30 10 10:30'],
		['starts', '8 9', '8 8:30 9', '8:30'],
		['starts', '8 8:30 9', '8 9', ''],
		['slots that overlap, which are starts', '8-9 9-10', '8-9 8:30-9:30 9-10', '8:30'],
		['the last of slots that overlapped', '8-9 8:30-9:30', '8-9 9-10', '9'],
	])('of %s: %s, then %s', (_what, before, now, expected) => {
		expect(texts(whatOpened(slots(before), slots(now)))).toBe(expected);
	});

	it('is the time that was not free, each part in a window', () => {
		const apart = anySlots.map((all) =>
			all.filter(({ start }, n) => all.slice(0, n).every(({ end }) => end <= start)),
		);
		const minutes = (all: Slot[]) =>
			all.flatMap(({ start, end }) =>
				Array.from({ length: (end - start) / MINUTE }, (_, n) => start + n * MINUTE),
			);
		fc.assert(
			fc.property(apart, apart, (before, now) => {
				const wasFree = new Set(minutes(before));
				expect(minutes(whatOpened(before, now))).toEqual(
					minutes(now).filter((minute) => !wasFree.has(minute)),
				);
			}),
		);
	});
});

describe('what passes the filters', () => {
	const passing = (
		before: string,
		now: string,
		filters: SlotFilters,
		minimumLengthMinutes = 0,
		time = '7',
	) => {
		const free = slots(now);
		const opened = whatOpened(slots(before), free);
		return texts(
			whatPasses(opened, free, { filters, minimumLengthMinutes, zone: 'UTC' }, at(time)),
		);
	};
	const half = ['8 8:30 9 11', '8 8:30 9 9:30 10 10:30 11'] as const;

	it.each<[string, SlotFilters, string, ...string[]]>([
		['Latest Start', { latestTime: '09:45' }, '9:30'],
		['Earliest Start', { earliestTime: '10:15' }, '10:30'],
		['Minimum Notice', { minimumNoticeMinutes: 60 }, '10:30', '9:15'],
		['Only First of Each Day', { firstOfDay: true }, '9:30'],
	])('of the three starts that a canceled hour frees: %s', (_what, filters, expected, ...time) => {
		expect(passing(...half, filters, 0, ...time)).toBe(expected);
	});

	it.each<[string, string, SlotFilters, string, ...string[]]>([
		['the rest of a window', '8-17', { earliestTime: '09:00' }, '9-17'],
		['the rest of a window', '10-14', { minimumNoticeMinutes: 120 }, '10:30-14', '8:30'],
		['the rest of a window that has begun', '6-8', {}, '7-8'],
		['the next day of a window', '20-40', { latestTime: '17:00', earliestTime: '09:00' }, '33-40'],
		['no window after the last start', '18-19', { latestTime: '17:00' }, ''],
		[
			'no rest that is shorter than a slot',
			'12-12:30 12:30-13',
			{ earliestTime: '12:10' },
			'12:30-13',
		],
		['no slot of the day before', '8-9 9-10', { weekdays: [2] }, ''],
	])('%s: %s', (_what, now, filters, expected, ...time) => {
		expect(passing('', now, filters, 0, ...time)).toBe(expected);
	});

	it.each([
		['8-8:30', 60, ''],
		['8-8:30 8:30-9', 60, '8-8:30 8:30-9'],
		['8-9 8:30-9:30', 90, '8 8:30'],
		['8-9 10-11', 90, ''],
	])('the length that is free around %s, at least %d minutes', (now, minutes, expected) => {
		expect(passing('', now, {}, minutes)).toBe(expected);
	});
});
