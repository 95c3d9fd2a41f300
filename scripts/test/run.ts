import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { REPOSITORY, RUNTIME } from '../../runtime/paths';
import { startProcess, type ManagedProcess } from '../../runtime/process';
import { VIOLATION_JOURNAL } from '../../sandbox/http/violationJournal';
import { unmetReason } from './requirements';
import { planSteps, STEPS, type Step } from './steps';

/** What a shell gives for a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/** How long a step may take to end after it was asked to. */
const GRACE_MS = 10_000;

/** A sign of life for logs, since one test file with a real n8n can take minutes. */
const HEARTBEAT_MS = 60_000;
const MINUTE_MS = 60_000;

/** How many times as long a step may take with `--long`. */
const LONG = 6;

const FOLDER = path.join(RUNTIME, 'test');
const REPORT = path.join(FOLDER, 'report.json');

/** Every sandbox of the run notes here what violates the contract. */
const JOURNAL = path.join(FOLDER, 'violations.jsonl');

/** One line of the summary. */
interface Row {
	name: string;
	passed: number;
	failed: number;
	skipped: number;
	seconds: number;
	/** Why it failed or was skipped. */
	note?: string;
}

/** The part of `jest --json --outputFile` that is read here. */
interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	/** Test files that could not be loaded, or whose set-up broke. */
	numRuntimeErrorTestSuites: number;
}

const NOTHING = { passed: 0, failed: 0, skipped: 0, seconds: 0 };

let interrupted = false;
let running: ManagedProcess | undefined;

/**
 * Runs the named steps, or all, and prints a summary.
 * @returns the exit code
 */
export async function runTests(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		console.log('npm test [-- <name>… [--long]]   without names: all but those marked *');
		for (const { names, title, onlyWhenNamed } of STEPS)
			console.log(`  ${names.join(', ').padEnd(14)} ${onlyWhenNamed ? '* ' : ''}${title}`);
		return 0;
	}
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
	const began = Date.now();
	const steps = planSteps(args.filter((arg) => arg !== '--long'));
	const rows = await runSteps(steps, args.includes('--long'));
	console.log(`\n${rows.map(line).join('\n')}\n\nin all ${minutes(Date.now() - began)} minutes`);

	const sum = (count: 'passed' | 'failed' | 'skipped') => rows.reduce((so, row) => so + row[count], 0);
	// In CI nobody reads why a suite was skipped, so a skip must not look like success.
	const forbiddenSkip = process.env.CI === 'true' && sum('skipped') > 0;
	if (forbiddenSkip) console.log('CI=true: a skipped suite fails the run');
	// Programs read this line, so its form is fixed.
	console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
	if (interrupted) return INTERRUPTED;
	return sum('failed') > 0 || forbiddenSkip ? 1 : 0;
}

function interrupt(): void {
	if (interrupted) return;
	interrupted = true;
	console.log('\nstopping …');
	void running?.stop(GRACE_MS);
}

async function runSteps(steps: Step[], long: boolean): Promise<Row[]> {
	const rows: Row[] = [];
	await mkdir(FOLDER, { recursive: true });
	await rm(JOURNAL, { force: true });
	for (const [index, step] of steps.entries()) {
		if (interrupted) break;
		const name = step.names.join(' and ');
		console.log(`\n── ${index + 1}/${steps.length} ${name}: ${step.title} ──`);
		const began = Date.now();
		const outcome = await runStep(step, rows, long).catch((reason: unknown) => failure(String(reason)));
		rows.push({ name, ...outcome, seconds: (Date.now() - began) / 1000 });
		console.log(line(rows[rows.length - 1]));
	}
	// The unit tests violate the sandbox's contract on purpose.
	const sends = ({ isSuite, names }: Step) => isSuite && names.join() !== 'unit';
	return steps.some(sends) ? [...rows, await contractRow()] : rows;
}

export async function runStep(step: Step, before: readonly Row[], long: boolean): Promise<Omit<Row, 'name'>> {
	const missing = step.needs.find((need) => before.some(({ name, failed }) => name === need && failed));
	const unmet = missing ? `${missing} failed` : unmetReason(step.requirements);
	if (unmet !== undefined) return { ...NOTHING, skipped: 1, note: `SKIPPED: ${unmet}` };
	if (step.n8n) await (await import('../setup.mjs')).installN8n(step.n8n);
	if (!step.isSuite) {
		const note = await runNode(step, step.args, long);
		return note === undefined ? { ...NOTHING, passed: 1 } : failure(note);
	}
	await rm(REPORT, { force: true });
	const jest = ['node_modules/jest/bin/jest.js', ...step.args, '--json', `--outputFile=${REPORT}`];
	const note = await runNode(step, jest, long);
	const text = await readFile(REPORT, 'utf8').catch(() => undefined);
	if (text === undefined) return failure(note ?? 'jest wrote no report');
	const report = JSON.parse(text) as JestReport;
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return {
		...NOTHING,
		passed: report.numPassedTests,
		// Jest failed, yet no test did: a process left running, too little coverage, or no test at all.
		failed: note === undefined ? failed : Math.max(failed, 1),
		skipped: report.numPendingTests + report.numTodoTests,
		note,
	};
}

/** Runs Node to its end, or to the time limit. @returns why it counts as failed; undefined when all is well */
async function runNode(step: Step, args: readonly string[], long: boolean): Promise<string | undefined> {
	const isLong = long || step.long === true;
	const limit = step.minutes * (isLong ? LONG : 1);
	const began = Date.now();
	const name = step.names.join(' and ');
	running = await startProcess({
		name,
		command: process.execPath,
		args,
		cwd: REPOSITORY,
		env: { ...process.env, [VIOLATION_JOURNAL]: JOURNAL, ...(isLong && { TEST_LONG: '1' }) },
	});
	const child = running;
	let note: string | undefined;
	const timer = setTimeout(() => {
		note = `ended after ${limit} minutes`;
		void child.stop(GRACE_MS);
	}, limit * MINUTE_MS);
	const heartbeat = setInterval(() => {
		console.log(`… ${name} is running, ${minutes(Date.now() - began)} minutes`);
	}, HEARTBEAT_MS);
	const { code, signal } = await child.exited;
	clearTimeout(timer);
	clearInterval(heartbeat);
	if (code !== 0) note ??= signal ? `ended by ${signal}` : `exit code ${code}`;
	const left = await child.living();
	await child.kill();
	return note ?? (left.length > 0 ? `left running: ${left.join('; ')}` : undefined);
}

/** One check over the whole run: no suite made a node send what the contract does not allow. */
async function contractRow(): Promise<Row> {
	const journal = await readFile(JOURNAL, 'utf8').catch(() => '');
	const violations = journal.split('\n').filter(Boolean);
	for (const violation of violations) console.log(`  ${violation}`);
	const outcome = violations.length > 0
		? failure(`${violations.length} requests violated the contract`)
		: { ...NOTHING, passed: 1 };
	return { name: 'contract', ...outcome };
}

const failure = (note: string) => ({ ...NOTHING, failed: 1, note });

const minutes = (ms: number) => (ms / MINUTE_MS).toFixed(1);

function line({ name, passed, failed, skipped, seconds, note = '' }: Row): string {
	const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`;
	const rest = `${String(skipped).padStart(3)} skipped ${seconds.toFixed(1).padStart(7)} s`;
	return `${failed ? '✗' : '✓'} ${name.padEnd(15)} ${counts} ${rest}  ${note}`.trimEnd();
}
