/** Tests, or whole checks, by how they ended. */
export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

/** The part of `jest --json --outputFile` that is read here. */
export interface JestReport {
	testResults: Array<{
		/** The test file's path. */
		name: string;
		status: string;
		startTime: number;
		endTime: number;
		assertionResults: Array<{ status: string }>;
	}>;
}

export interface SuiteCounts extends Counts {
	seconds: number;
}

/**
 * Counts the tests of one suite in a report that may hold several. A test file that could not be
 * loaded has no tests in the report and counts as one that failed.
 *
 * @param suite the folder below `test/`
 */
export function countSuite(report: JestReport, suite: string): SuiteCounts {
	const counts: SuiteCounts = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
	for (const file of report.testResults) {
		if (!file.name.replaceAll('\\', '/').includes(`/test/${suite}/`)) continue;
		counts.seconds += Math.max(0, file.endTime - file.startTime) / 1000;
		if (
			file.status === 'failed' &&
			!file.assertionResults.some(({ status }) => status === 'failed')
		) {
			counts.failed++;
		}
		for (const { status } of file.assertionResults) {
			if (status === 'passed') counts.passed++;
			else if (status === 'failed') counts.failed++;
			else counts.skipped++;
		}
	}
	return counts;
}
