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
	/** A line for each failed test. */
	failures?: readonly string[];
}

/** The part of `jest --json --outputFile` that is read here. */
interface JestReport {
	numPassedTests: number;
	/** Test files that could not be loaded, or whose set-up broke. */
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ ancestorTitles: string[]; title: string; status: string }>;
	}>;
}

/**
 * Reads jest's report. A test that was left out (`it.only`, `it.skip`) counts as failed.
 * @param note why jest failed; undefined when it did not
 */
export async function readReport(file: string, note: string | undefined): Promise<Outcome> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) return { passed: 0, failed: 1, skipped: 0, note: note ?? 'jest wrote no report' };
	const { numPassedTests: passed, numRuntimeErrorTestSuites: broken, testResults } = JSON.parse(text) as JestReport;
	const failures = testResults.flatMap(failuresOf);
	const failed = broken + testResults.flatMap(({ assertionResults }) => assertionResults.filter(isNotPassed)).length;
	// Jest failed, yet no test did: a process left running, too little coverage, or no test at all.
	return { passed, failed: note === undefined ? failed : Math.max(failed, 1), skipped: 0, note, failures };
}

const isNotPassed = ({ status }: { status: string }) => status !== 'passed';

function failuresOf({ name, status, assertionResults }: JestReport['testResults'][number]): string[] {
	const file = relative(REPOSITORY, name).split(sep).join('/');
	const tests = assertionResults.filter(isNotPassed);
	if (tests.length === 0) return status === 'failed' ? [`${file} could not be run`] : [];
	// Several files run as one name themselves in the outermost title.
	const own = (titles: string[]) => (/\.test\.ts$/.test(titles[0]) ? '' : `${file}: `);
	return tests.map(({ ancestorTitles, title, status: is }) => {
		const titles = [...ancestorTitles, title];
		return `${own(titles)}${titles.join(' › ')}${is === 'failed' ? '' : ` (${is})`}`;
	});
}
