/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { BREACH_JOURNAL } from '../../sandbox/http/breachJournal';
import { breachJournal } from './breaches';
import { runNode } from './command';
import { countSuite, type JestReport } from './jestReport';
import { unmetReason } from './requirements';
import { namesOf, type CheckStep, type Step, type SuiteStep } from './steps';
import type { Row } from './summary';

/** Runs one step to its end. It never throws: whatever goes wrong becomes a failed row. */
export async function runStep(root: string, step: Step): Promise<Row[]> {
	try {
		return step.kind === 'check' ? [await runCheck(root, step)] : await runSuites(root, step);
	} catch (error) {
		return namesOf(step).map((name) => failedRow(name, 0, String(error)));
	}
}

/** A check counts as one test. */
async function runCheck(root: string, step: CheckStep): Promise<Row> {
	const { failure, seconds } = await runNode(step.command, { cwd: root, ...step });
	if (failure !== undefined) return failedRow(step.name, seconds, failure);
	return { name: step.name, passed: 1, failed: 0, skipped: 0, seconds };
}

async function runSuites(root: string, step: SuiteStep): Promise<Row[]> {
	const absent = step.suites.filter((suite) => !existsSync(path.join(root, 'test', suite)));
	const rows = absent.map((suite) => skippedRow(suite, `there is no folder test/${suite}`));
	const present = step.suites.filter((suite) => !absent.includes(suite));
	if (present.length === 0) return rows;

	const unmet = unmetReason(step.requirements);
	if (unmet !== undefined) return [...rows, ...present.map((suite) => skippedRow(suite, unmet))];

	const reportFile = path.join(root, '.runtime', 'test', `${present.join('-')}.json`);
	await mkdir(path.dirname(reportFile), { recursive: true });
	await rm(reportFile, { force: true });
	const { failure, seconds } = await runNode(
		[
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			...present,
			'--json',
			`--outputFile=${reportFile}`,
			...step.jestArguments,
			...(step.argumentsForAll ?? []),
		],
		{
			cwd: root,
			name: present.join(' and '),
			timeLimitMinutes: step.timeLimitMinutes,
			env: { [BREACH_JOURNAL]: breachJournal(root) },
		},
	);
	const report = await readReport(reportFile);
	if (!report) {
		const note = failure ?? 'jest wrote no report';
		return [...rows, ...present.map((suite) => failedRow(suite, seconds, note))];
	}
	const counted = present.map((suite) => suiteRow(suite, report));
	if (present.length === 1) counted[0].seconds = seconds;
	// Jest failed, yet no test did: a process left running, or a fault outside of any test.
	if (failure !== undefined && counted.every((row) => row.failed === 0)) {
		counted[0].failed++;
		counted[0].note = failure;
	}
	return [...rows, ...counted];
}

async function readReport(file: string): Promise<JestReport | undefined> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as JestReport;
	} catch {
		return undefined;
	}
}

/** A suite without tests would pass for ever, so it counts as failed. */
function suiteRow(suite: string, report: JestReport): Row {
	const { seconds, ...counts } = countSuite(report, suite);
	if (counts.passed + counts.failed + counts.skipped > 0)
		return { name: suite, seconds, ...counts };
	return failedRow(suite, seconds, `no tests in test/${suite}`);
}

export const failedRow = (name: string, seconds: number, note: string): Row => ({
	name,
	passed: 0,
	failed: 1,
	skipped: 0,
	seconds,
	note,
});

export const skippedRow = (name: string, reason: string): Row => {
	console.log(`SKIPPED ${name}: ${reason}`);
	return { name, passed: 0, failed: 0, skipped: 1, seconds: 0, note: `SKIPPED: ${reason}` };
};
