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
 * @param prefix goes before the command for one test
 */
export async function readReport(file: string, note: string | undefined, prefix = ''): Promise<Outcome> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) return { ...NOTHING, failed: 1, note: note ?? 'jest wrote no report' };
	const report = JSON.parse(text) as JestReport;
	const failures = report.testResults.flatMap((result) => failuresOf(result, prefix));
	const left = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(isLeftOut)).length;
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + left;
	return {
		passed: report.numPassedTests,
		// Jest failed, yet no test did: a process left running, too little coverage, or no test at all.
		failed: note === undefined ? failed : Math.max(failed, 1),
		skipped: 0,
		note,
		failures,
	};
}

/** No test is left out on purpose: another one was run alone (`it.only`), or somebody forgot it. */
const isLeftOut = ({ status }: { status: string }) => ['pending', 'skipped', 'todo', 'disabled'].includes(status);

function failuresOf({ name, status, assertionResults }: JestReport['testResults'][number], prefix: string): string[] {
	const file = relative(REPOSITORY, name).split(sep).join('/');
	const tests = assertionResults.filter((test) => test.status === 'failed' || isLeftOut(test));
	if (tests.length === 0) return status === 'failed' ? [`${file} could not be run\n      ${prefix}npx jest ${file}`] : [];
	return tests.map((test) => {
		const { ancestorTitles, title } = test;
		// Several files run as one name themselves in the outermost title.
		const [first] = ancestorTitles;
		const isBundled = /\.(test|spec)\.ts$/.test(first ?? '');
		const own = isBundled ? first : file;
		const full = [...ancestorTitles.slice(isBundled ? 1 : 0), title].join(' ');
		const what = `${own}: ${full}${isLeftOut(test) ? ' (was left out)' : ''}`;
		return `${what}\n      ${prefix}npx jest ${own} -t ${asPattern(full)}`;
	});
}

/** A title as a pattern for jest, quoted for a shell. */
function asPattern(title: string): string {
	const pattern = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", '.');
	return `'${pattern}'`;
}
