import { closingLine, summaryTable, total } from '../../../scripts/test/summary';

const rows = [
	{ name: 'lint', passed: 1, failed: 0, skipped: 0, seconds: 31.24 },
	{ name: 'unit', passed: 210, failed: 2, skipped: 0, seconds: 4 },
	{ name: 'queue', passed: 0, failed: 0, skipped: 1, seconds: 0, note: 'SKIPPED: no nginx' },
];

describe('the summary', () => {
	it('sums up and closes with one plain line', () => {
		expect(closingLine(total(rows))).toBe('211 passed, 2 failed, 1 skipped');
		expect(closingLine(total([]))).toBe('0 passed, 0 failed, 0 skipped');
	});

	it('aligns numbers to the right', () => {
		expect(summaryTable(rows).split('\n')).toEqual([
			'       passed  failed  skipped  seconds',
			'lint        1       0        0     31.2',
			'unit      210       2        0      4.0',
			'queue       0       0        1      0.0  SKIPPED: no nginx',
		]);
	});
});
