import fc from 'fast-check';

import type { Slot } from '../../../nodes/booking/slots';
import type { Known } from '../../../nodes/SlotTrigger/opened';
import { whatOpened } from '../../../nodes/SlotTrigger/opened';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-03-02T00:00:00Z');
const slot = (from: number, to: number): Slot => ({
	start: BEGIN + from * MINUTE,
	end: BEGIN + to * MINUTE,
});
const at = (minute: number) => BEGIN + minute * MINUTE;

/** What n8n's database makes of it between two polls. */
const stored = (known: Known) => JSON.parse(JSON.stringify(known)) as Known;

/** Slots of half an hour; after each third one a pause, so that some adjoin and some do not. */
const GRID = Array.from({ length: 24 }, (_, index) => {
	const from = index * 30 + Math.floor(index / 3) * 15;
	return slot(from, from + 30);
});

const freeOfGrid = fc.subarray(GRID);
const look = fc.record({ free: freeOfGrid, until: fc.integer({ min: 0, max: 1_000 }).map(at) });
/** A poll that found the platform out of order; what is remembered stays. */
const outage = fc.constant(undefined);
const looks = fc.array(fc.oneof({ weight: 4, arbitrary: look }, { weight: 1, arbitrary: outage }), {
	maxLength: 30,
});

describe('whatOpened', () => {
	it('fires what was not free at the last look and lay in the time looked at, and nothing else', () => {
		fc.assert(
			fc.property(looks, (history) => {
				let known: Known | undefined;
				let last: { free: Set<Slot>; until: number } | undefined;
				for (const step of history) {
					if (!step) continue;
					const seen = whatOpened(known, step.free, step.until);
					const expected = step.free.filter(
						(each) => last && !last.free.has(each) && each.start < last.until,
					);
					expect(seen.opened).toEqual(expected);
					known = stored(seen.known);
					last = { free: new Set(step.free), until: step.until };
				}
			}),
			{ numRuns: 500 },
		);
	});

	const windows = fc.array(
		fc
			.record({ from: fc.integer({ min: 0, max: 300 }), length: fc.integer({ min: 0, max: 90 }) })
			.map(({ from, length }) => slot(from, from + length)),
		{ maxLength: 20 },
	);
	const minutesOf = ({ start, end }: Slot) =>
		Array.from({ length: (end - start) / MINUTE }, (_, index) => start + index * MINUTE);

	it('fires windows of any shape by their time: some minute of them was not free', () => {
		fc.assert(
			fc.property(windows, windows, fc.integer({ min: 0, max: 400 }), (before, now, minute) => {
				const { known } = whatOpened(undefined, before, at(minute));
				const { opened } = whatOpened(stored(known), now, at(400));
				const wasFree = new Set(before.flatMap(minutesOf));
				const expected = now.filter(
					(window) => window.start < at(minute) && minutesOf(window).some((each) => !wasFree.has(each)),
				);
				const keys = (slots: Slot[]) => [...new Set(slots.map((each) => JSON.stringify(each)))].sort();
				expect(keys(opened)).toEqual(keys(expected));
				expect(opened).toHaveLength(keys(opened).length);
			}),
			{ numRuns: 500 },
		);
	});

	it('fires a window once that the platform lists twice', () => {
		const { known } = whatOpened(undefined, [], at(1_000));
		const twice = [slot(0, 30), slot(0, 60), slot(0, 30)];
		expect(whatOpened(known, twice, at(1_000)).opened).toEqual([slot(0, 30), slot(0, 60)]);
	});

	it('remembers no more than a bound, and fires nothing because of it', () => {
		const many = Array.from({ length: 30_000 }, (_, index) => slot(index * 10, index * 10 + 5));
		const { known } = whatOpened(undefined, many, at(1_000_000));
		expect(known.free).toHaveLength(2_000);
		expect(JSON.stringify(known).length).toBeLessThan(70_000);
		expect(whatOpened(known, many, at(1_000_000)).opened).toEqual([]);
		const opened = slot(3, 10);
		expect(whatOpened(known, [...many, opened], at(1_000_000)).opened).toEqual([opened]);
	});

	it('keeps a free week of half hours as a handful of spans', () => {
		const days = Array.from({ length: 7 }, (_, day) =>
			Array.from({ length: 16 }, (_, index) => slot(day * 1440 + 540 + index * 30, day * 1440 + 570 + index * 30)),
		);
		expect(whatOpened(undefined, days.flat(), at(20_000)).known.free).toHaveLength(7);
	});
});
