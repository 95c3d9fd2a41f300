import { joined, nearestTo, nextAfter, slotsThatFit } from '../../../nodes/booking/slots';

const MINUTE = 60_000;
const at = (start: number, minutes = 30) => ({
	start: start * MINUTE,
	end: (start + minutes) * MINUTE,
});
const starts = (slots: Array<{ start: number }>) => slots.map(({ start }) => start / MINUTE);

describe('slotsThatFit', () => {
	it('are the windows themselves where they are as long', () => {
		expect(starts(slotsThatFit([at(60), at(0), at(90)], 30 * MINUTE, -1))).toEqual([0, 60, 90]);
	});

	it('do not span two windows', () => {
		expect(slotsThatFit([at(0), at(30)], 60 * MINUTE, -1)).toEqual([]);
	});

	it('are several in a window that is longer', () => {
		expect(starts(slotsThatFit([at(0, 100)], 30 * MINUTE, -1))).toEqual([0, 30, 60]);
	});

	it('are no more than a person can choose from, however short the slot', () => {
		const day = at(0, 8 * 60);
		expect(slotsThatFit([day], 1, -1)).toHaveLength(96);
		expect(starts(slotsThatFit([at(0, 20)], MINUTE, -1))).toEqual([0, 5, 10, 15]);
	});

	it('count overlapping windows once', () => {
		expect(starts(slotsThatFit([at(0, 60), at(0, 60), at(30, 60)], 60 * MINUTE, -1))).toEqual([0, 30]);
	});

	it('leave out what has begun', () => {
		expect(starts(slotsThatFit([at(0), at(30)], 30 * MINUTE, 0))).toEqual([30]);
	});
});

describe('nearestTo', () => {
	it('sorts by distance, the later one first where equal, without the wanted one', () => {
		const candidates = [0, 30, 60, 90, 120].map((start) => at(start));
		expect(starts(nearestTo(at(60), candidates, 3))).toEqual([90, 30, 120]);
		expect(nearestTo(at(60), [at(60)], 3)).toEqual([]);
	});
});

describe('nextAfter', () => {
	it('is later by at most so many hours, the last minute included', () => {
		const candidates = [120, 30, 60, 90, 121].map((start) => at(start));
		expect(starts(nextAfter(at(60), candidates, 1))).toEqual([90, 120]);
	});
});

it('windows that touch or overlap are joined, and those apart stay apart', () => {
	const windows = [at(0), at(30), at(40, 10), at(70, 60), at(80, 10)];
	expect(joined(windows)).toEqual([at(0, 60), at(70, 60)]);
	expect(windows[0]).toEqual(at(0));
});
