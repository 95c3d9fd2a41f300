import fc from 'fast-check';

import type { Slot } from '../../../nodes/booking/slots';
import {
	rangeOf,
	whatOpened,
	type CalendarMemory,
	type Range,
} from '../../../nodes/SlotTrigger/opened';
import type { Watch } from '../../../nodes/SlotTrigger/watch';
import { addDays, formatInZone } from '../../../nodes/time/times';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-03-02T00:00:00Z');
const slot = (from: number, to: number): Slot => ({
	start: BEGIN + from * MINUTE,
	end: BEGIN + to * MINUTE,
});
const at = (minute: number) => BEGIN + minute * MINUTE;

/** A look on the first day, at the time between two minutes. */
const range = (until: number, from = 0) =>
	({ from: at(from), until: at(until), zone: 'UTC', at: BEGIN }) as Range;

/** The memory after n8n's database has stored it between two polls. */
const stored = (memory: CalendarMemory) => JSON.parse(JSON.stringify(memory)) as CalendarMemory;

/** Slots of half an hour, all in the 12 hours that one covers; after each third one a pause, so that some adjoin and some do not. */
const GRID = Array.from({ length: 20 }, (_, index) => {
	const from = index * 30 + Math.floor(index / 3) * 15;
	return slot(from, from + 30);
});

const freeOfGrid = fc.subarray(GRID);
const minute = fc.integer({ min: 0, max: 1_000 });
const looks = fc.array(fc.record({ free: freeOfGrid, from: minute, until: minute }), {
	maxLength: 30,
});

describe('whatOpened', () => {
	it('fires what was not free at the last look and lay in the time looked at, and nothing else', () => {
		fc.assert(
			fc.property(looks, (history) => {
				let memory: CalendarMemory | undefined;
				let last: { free: Set<Slot>; from: number; until: number } | undefined;
				for (const step of history) {
					const seen = whatOpened(memory, step.free, range(step.until, step.from));
					const expected = step.free.filter(
						({ start }, at) =>
							last && !last.free.has(step.free[at]) && start >= last.from && start < last.until,
					);
					expect(seen.opened).toEqual(expected.map((window) => ({ ...window, window })));
					memory = stored(seen.memory);
					last = { free: new Set(step.free), from: at(step.from), until: at(step.until) };
				}
			}),
			{ numRuns: 500 },
		);
	});

	const windows = fc
		.array(
			fc
				.record({ from: fc.integer({ min: 0, max: 300 }), length: fc.integer({ min: 1, max: 90 }) })
				.map(({ from, length }) => slot(from, from + length)),
			{ maxLength: 20 },
		)
		.map((slots) => slots.sort((a, b) => a.start - b.start));
	const minutesOf = ({ start, end }: Slot) =>
		Array.from({ length: (end - start) / MINUTE }, (_, index) => start + index * MINUTE);

	it('of windows of any shape, fires the time that was not free, each in a window that holds it', () => {
		fc.assert(
			fc.property(windows, windows, (before, now) => {
				const { memory } = whatOpened(undefined, before, range(1_000));
				const { opened } = whatOpened(stored(memory), now, range(1_000));
				const wasFree = new Set(before.flatMap(minutesOf));
				const isNew = (each: number) => !wasFree.has(each);
				expect(new Set(opened.flatMap(minutesOf))).toEqual(
					new Set(now.flatMap(minutesOf).filter(isNew)),
				);
				for (const { window, ...part } of opened) {
					expect(now).toContainEqual(window);
					expect(
						minutesOf(part).every((each) => isNew(each) && minutesOf(window).includes(each)),
					).toBe(true);
				}
				expect(new Set(opened.map(({ start, end }) => `${start}/${end}`)).size).toBe(opened.length);
			}),
			{ numRuns: 300 },
		);
	});

	const openedOf = (before: Slot[], now: Slot[]) => {
		const { memory } = whatOpened(undefined, before, range(1_000_000));
		return whatOpened(stored(memory), now, range(1_000_000)).opened;
	};

	it.each<[string, Slot[], Slot[], Array<[Slot, Slot]>]>([
		[
			'a window once that is listed twice',
			[],
			[slot(0, 30), slot(0, 60), slot(0, 30)],
			[
				[slot(0, 30), slot(0, 30)],
				[slot(0, 60), slot(0, 60)],
			],
		],
		[
			'one canceled hour once where slots overlap',
			[slot(0, 60), slot(120, 180)],
			[slot(0, 60), slot(30, 90), slot(60, 120), slot(90, 150), slot(120, 180)],
			[[slot(60, 120), slot(60, 120)]],
		],
	])('fires %s', (_what, before, now, expected) => {
		expect(openedOf(before, now)).toEqual(expected.map(([part, window]) => ({ ...part, window })));
	});

	describe('where the platform lists starts of 60 minutes, every 30', () => {
		const starts = (...minutes: number[]) =>
			minutes.map((from) => ({ ...slot(from, from + 60), isStart: true }));
		const opensAt = (before: number[], now: number[]) =>
			openedOf(starts(...before), starts(...now)).map(({ start, end, window }) => [
				(start - BEGIN) / MINUTE,
				(end - start) / MINUTE,
				window.end - window.start === 60 * MINUTE,
			]);

		it.each<[string, number[], number[], number[]]>([
			['a start between two that touch', [0, 60], [0, 30, 60], [30]],
			['a start between two that overlap', [0, 45], [0, 30, 45], [30]],
			['one canceled hour once', [0, 120], [0, 30, 60, 90, 120], [60]],
			['a start of which half the time is new, whole', [0], [0, 30], [30]],
			['nothing of what goes', [0, 30, 60], [0, 60], []],
		])('fires %s', (_what, before, now, expected) => {
			expect(opensAt(before, now)).toEqual(expected.map((start) => [start, 60, true]));
		});

		it('keeps the offset with which a start is listed', () => {
			const listed = [-300, 330].map((offset, index) => ({ ...starts(index * 60)[0], offset }));
			expect(openedOf([], listed)).toMatchObject(listed);
		});

		it('does not fire again because the calendar offers other lengths', () => {
			const longer = starts(0, 30).map((each) => ({ ...each, end: each.end + 30 * MINUTE }));
			expect(openedOf(starts(0, 30), longer)).toEqual([]);
		});
	});

	it('remembers no more than a bound, and fires nothing because of it', () => {
		const many = Array.from({ length: 3_000 }, (_, index) => slot(index * 10, index * 10 + 5));
		const { memory } = whatOpened(undefined, many, range(1_000_000));
		expect(memory.free).toHaveLength(2_000);
		expect(JSON.stringify(memory).length).toBeLessThan(70_000);
		expect(openedOf(many, many)).toEqual([]);
		expect(openedOf(many, [slot(0, 10), ...many.slice(1)])).toMatchObject([slot(5, 10)]);
		// As many as the bound are all remembered, so what comes behind them has opened.
		expect(openedOf(many.slice(0, 2_000), many.slice(0, 2_001))).toMatchObject([many[2_000]]);
	});

	it('keeps a free day of half hours as one span', () => {
		const day = Array.from({ length: 16 }, (_, index) => slot(540 + index * 30, 570 + index * 30));
		expect(whatOpened(undefined, day, range(20_000)).memory.free).toHaveLength(1);
	});
});

const watch = (zone: string, daysAhead = 14, pollDays = 1) =>
	({ zone, daysAhead, pollDays }) as unknown as Watch;

/** Zones of all kinds, those that change their clocks at midnight among them. */
const ZONES =
	'UTC America/New_York Asia/Kolkata Pacific/Kiritimati Pacific/Pago_Pago Australia/Lord_Howe America/Havana Asia/Beirut'.split(
		' ',
	);

describe('rangeOf', () => {
	it('counts today as the first day', () => {
		const now = Date.parse('2026-03-02T03:00:00Z');
		const [from, until] = ['2026-03-01T05:00:00Z', '2026-03-03T05:00:00Z'].map((time) =>
			Date.parse(time),
		);
		const dates = { startDate: '2026-03-01', lastDate: '2026-03-01', endDate: '2026-03-02' };
		expect(rangeOf(watch('America/New_York', 1), now)).toEqual({
			...dates,
			from,
			until,
			zone: 'America/New_York',
			at: now,
		});
		expect(rangeOf(watch('UTC', 14, 7), now)).toMatchObject({
			startDate: '2026-03-02',
			lastDate: '2026-03-15',
			endDate: '2026-03-22',
		});
	});

	it.each([
		// The day begins at 1:00, which is 05:00 UTC.
		['forward', '2026-03-06', '2026-03-08T05:00:00Z'],
		['back', '2026-10-30', '2026-11-01T04:00:00Z'],
	])('ends where the next day begins when clocks go %s at midnight', (_where, today, until) => {
		const { until: ends } = rangeOf(watch('America/Havana', 1), Date.parse(`${today}T12:00:00Z`));
		expect(new Date(ends)).toEqual(new Date(until));
	});

	it('takes no time for looked at that a request of its dates does not cover', () => {
		const now = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2028-01-01') });
		fc.assert(
			fc.property(
				now,
				fc.constantFrom(...ZONES),
				fc.integer({ min: 1, max: 60 }),
				(instant, zone, days) => {
					const { endDate, until } = rangeOf(watch(zone, days), instant);
					expect(formatInZone(until - 1, zone).slice(0, 10) <= endDate).toBe(true);
					expect(formatInZone(until + 120 * MINUTE, zone).slice(0, 10)).toBe(addDays(endDate, 1));
				},
			),
			{ numRuns: 3_000 },
		);
	});
});
