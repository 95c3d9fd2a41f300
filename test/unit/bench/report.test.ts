import { compared, holds, toTable } from '../../../bench/report';

const bound = { atMost: 1.05 };
const line = (...ratios: number[]) =>
	compared(
		{ what: 'ours', beside: 'a peer', bound },
		ratios,
		ratios.map(() => 1),
		String,
	);

it('a bound of the benchmarks is held by the median of the rounds, and shown as not held', () => {
	expect([holds(line(0.8, 1.04, 1.9)), holds(line(0.8, 1.06, 1.1))]).toEqual([true, false]);
	expect(toTable([line(1.04)])).toMatch(/≤ 1\.05 +\| yes/);
	expect(toTable([line(1.06)])).toMatch(/≤ 1\.05 +\| \*\*no\*\*/);
});
