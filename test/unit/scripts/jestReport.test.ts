import { countSuite, type JestReport } from '../../../scripts/test/jestReport';

const file = (
	name: string,
	status: string,
	tests: string[],
	seconds = 1,
): JestReport['testResults'][number] => ({
	name,
	status,
	startTime: 1000,
	endTime: 1000 + seconds * 1000,
	assertionResults: tests.map((test) => ({ status: test })),
});

describe('countSuite', () => {
	it('counts the tests of one suite only', () => {
		const report = {
			testResults: [
				file('/a/test/unit/x.test.ts', 'passed', ['passed', 'passed'], 2),
				file('/a/test/unit/y.test.ts', 'failed', ['passed', 'failed', 'pending', 'todo'], 3),
				file('/a/test/engine/x.test.ts', 'passed', ['passed']),
			],
		};
		expect(countSuite(report, 'unit')).toEqual({ passed: 3, failed: 1, skipped: 2, seconds: 5 });
		expect(countSuite(report, 'engine')).toEqual({ passed: 1, failed: 0, skipped: 0, seconds: 1 });
		expect(countSuite(report, 'e2e')).toEqual({ passed: 0, failed: 0, skipped: 0, seconds: 0 });
	});

	it('counts a test file that could not be loaded, or whose set-up broke, as a failure', () => {
		const report = {
			testResults: [
				file('/a/test/unit/x.test.ts', 'failed', []),
				file('/a/test/unit/y.test.ts', 'failed', ['passed']),
			],
		};
		expect(countSuite(report, 'unit')).toMatchObject({ passed: 1, failed: 2 });
	});

	it('understands Windows paths', () => {
		const report = { testResults: [file('C:\\a\\test\\unit\\x.test.ts', 'passed', ['passed'])] };
		expect(countSuite(report, 'unit').passed).toBe(1);
	});
});
