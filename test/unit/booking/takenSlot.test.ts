import { daysToSearch, decideOnTaken, isListedFree } from '../../../nodes/booking/takenSlot';

const HOUR = 3_600_000;
const at = (start: number, hours = 1) => ({ start: start * HOUR, end: (start + hours) * HOUR });

describe('a slot is listed as free', () => {
	it.each<[string, Array<ReturnType<typeof at>>, boolean]>([
		['where a window is as long', [at(9)], true],
		['where a window reaches over it', [at(8, 3)], true],
		['also where others do not', [at(1), at(9)], true],
		['not where it begins before the window', [at(9.5, 3)], false],
		['not where it ends after the window', [at(8, 1.5)], false],
		['not where there is none', [], false],
	])('%s', (_, windows, expected) => {
		expect(isListedFree(at(9), windows)).toBe(expected);
	});
});

it('as many days are searched as the policy needs', () => {
	expect(daysToSearch({ kind: 'nextFree', withinHours: 24 })).toBe(1);
	expect(daysToSearch({ kind: 'nextFree', withinHours: 25 })).toBe(2);
	expect(daysToSearch({ kind: 'stop' })).toBe(7);
	expect(daysToSearch({ kind: 'alternatives', max: 1 })).toBe(7);
});

describe('after a taken slot', () => {
	const fitting = [8, 10, 11, 12, 13].map((hour) => at(hour));
	const none = new Set<number>();

	it('alternatives are the nearest ones, as many as wanted', () => {
		const decision = decideOnTaken({ kind: 'alternatives', max: 2 }, at(9), fitting, none);
		expect(decision).toEqual({ kind: 'offer', alternatives: [at(10), at(8)] });
	});

	it('the next one is taken that has not been tried', () => {
		const policy = { kind: 'nextFree', withinHours: 2 } as const;
		expect(decideOnTaken(policy, at(9), fitting, none)).toEqual({ kind: 'take', slot: at(10) });
		const tried = new Set([at(10).start]);
		expect(decideOnTaken(policy, at(9), fitting, tried)).toEqual({ kind: 'take', slot: at(11) });
		const all = new Set([at(10).start, at(11).start]);
		expect(decideOnTaken(policy, at(9), fitting, all)).toEqual({ kind: 'noneLeft' });
	});

	it('stopping names the three nearest', () => {
		const decision = decideOnTaken({ kind: 'stop' }, at(9), fitting, none);
		expect(decision).toEqual({ kind: 'refuse', nearest: [at(10), at(8), at(11)] });
	});
});
