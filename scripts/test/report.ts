import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';

import { REPOSITORY } from '../../runtime/paths';

/** What became of a step. */
export interface Outcome {
	passed: number;
	failed: number;
	skipped: number;
	/** Why it failed or was skipped. */
	note?: string;
	/** A line for each failed test, and how to run it alone. */
	failures: readonly string[];
}

export const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** The part of `jest --json --outputFile` that is read here. */
interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	/** Test files that could not be loaded, or whose set-up broke. */
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }>;
	}>;
}

/**
 * Reads jest's report.
 * @param note why jest failed; undefined when it did not
 */
export async function readReport(file: string, note: string | undefined): Promise<Outcome> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) return { ...NOTHING, failed: 1, note: note ?? 'jest wrote no report' };
	const report = JSON.parse(text) as JestReport;
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return {
		passed: report.numPassedTests,
		// Jest failed, yet no test did: a process left running, too little coverage, or no test at all.
		failed: note === undefined ? failed : Math.max(failed, 1),
		skipped: report.numPendingTests + report.numTodoTests,
		note,
		failures: report.testResults.flatMap(failuresOf),
	};
}

function failuresOf({ name, status, assertionResults }: JestReport['testResults'][number]): string[] {
	const file = relative(REPOSITORY, name).split(sep).join('/');
	const tests = assertionResults.filter((test) => test.status === 'failed');
	if (tests.length === 0) return status === 'failed' ? [`${file} could not be run\n      npx jest ${file}`] : [];
	return tests.map(({ ancestorTitles, title }) => {
		// Several files run as one name themselves in the outermost title.
		const [first] = ancestorTitles;
		const isBundled = first?.endsWith('.test.ts') ?? false;
		const own = isBundled ? first : file;
		const full = [...ancestorTitles.slice(isBundled ? 1 : 0), title].join(' ');
		return `${own}: ${full}\n      npx jest ${own} -t ${asPattern(full)}`;
	});
}

/** A title as a pattern for jest, quoted for a shell. */
function asPattern(title: string): string {
	const pattern = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.');
	return `'${pattern}'`;
}
