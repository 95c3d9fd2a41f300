import { compared, holds, toTable, type Line } from '../../../bench/report';

const line = (ratios: number[], rest: Partial<Line> = {}): Line => ({
	...compared(
		{ what: 'ours', beside: 'a peer', bound: { atLeast: 0.95 } },
		ratios,
		ratios.map(() => 1),
		String,
	),
	...rest,
});

describe('a bound of the benchmarks', () => {
	it('is held by the median of the rounds', () => {
		expect(holds(line([0.1, 0.96, 1.2]))).toBe(true);
		expect(holds(line([0.9, 0.94, 1.2]))).toBe(false);
	});

	it('that is not held is shown as not held', () => {
		expect(toTable([line([0.96])])).toMatch(/≥ 0\.95 +\| yes/);
		expect(toTable([line([0.94])])).toMatch(/≥ 0\.95 +\| \*\*no\*\*/);
	});
});
