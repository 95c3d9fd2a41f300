import { compared, fails, holds, toTable, type Line } from '../../../bench/report';

const line = (ratios: number[], rest: Partial<Line> = {}): Line => ({
	...compared(
		{ what: 'ours', beside: 'a peer', bound: { atLeast: 0.95 } },
		ratios,
		ratios.map(() => 1),
		String,
	),
	...rest,
});
const outOfReach = { unreachable: { why: 'a reason', floor: { atLeast: 0.6 } } };

describe('a bound of the benchmarks', () => {
	it('is held by the median of the rounds', () => {
		expect(holds(line([0.1, 0.96, 1.2]))).toBe(true);
		expect(holds(line([0.9, 0.94, 1.2]))).toBe(false);
	});

	it('fails when it is broken', () => {
		expect(fails(line([0.96]))).toBe(false);
		expect(fails(line([0.94]))).toBe(true);
	});

	it('that is out of reach fails below its floor only', () => {
		expect(fails(line([0.7], outOfReach))).toBe(false);
		expect(fails(line([0.59], outOfReach))).toBe(true);
		expect(toTable([line([0.7], outOfReach)])).toContain('no: a reason');
		expect(toTable([line([0.59], outOfReach)])).toContain('**no**');
	});

	it('of another kind than a ratio takes its reason alone', () => {
		const bound = { text: '= 0', holds: false };
		expect(fails({ what: '', ours: '', beside: '', theirs: '', bound })).toBe(true);
		const unreachable = { why: 'not in this registry' };
		expect(fails({ what: '', ours: '', beside: '', theirs: '', bound, unreachable })).toBe(false);
	});
});
