import { openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { REPOSITORY, RUNTIME } from '../../runtime/paths';
import { unmetReason } from '../../runtime/programs';
import { VIOLATION_JOURNAL } from '../../sandbox/http/requestLog';
import { planSteps, SEED, STEPS, type Step } from './steps';

/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** How long a step may take to end after it was asked to. */
const GRACE_MS = 10_000;
const MINUTE_MS = 60_000;

/** Several times what a step takes, also on a busy machine; and how many times as long with `--long`. */
const MINUTES = 30;
const LONG = 6;

/** Each run has a folder below it, with the output and jest's report of each step. */
const RUNS = path.join(RUNTIME, 'test');
const MAX_RUNS = 10;
const FOLDER = path.join(RUNS, `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`);

/** Every sandbox of the run notes here what violates the contract. */
const JOURNAL = path.join(FOLDER, 'violations.jsonl');

interface Outcome {
	passed: number;
	/** A line for each thing that failed. */
	failures: string[];
	/** Why it did not run. */
	skipped?: string;
}

/** The part of `jest --json --outputFile` that is read here. */
interface JestReport {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** Ends what runs, at Ctrl-C say. */
const interrupt = new AbortController();

/**
 * Runs the quick steps, all, or the named ones, and prints a line for each and what failed.
 * @returns the exit code
 */
export async function runTests(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) return help();
	const isLong = args.includes('--long');
	const steps = planSteps(args.filter((arg) => arg !== '--long'));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort());
	await removeOldRuns();
	const began = Date.now();
	const rows: Array<Outcome & { text: string }> = [];
	const lane = (name: Step['lane']) => steps.filter((step) => step.lane === name).values();
	/** Takes what comes next, until nothing is left. @returns whether all that it took has passed */
	const work = async (next: Iterable<Step>, isReady = true): Promise<boolean> => {
		let hasPassed = true;
		for (const step of next) {
			const row = await tell(step, isReady, isLong);
			rows.push(row);
			hasPassed &&= row.failures.length === 0 && row.skipped === undefined;
		}
		return hasPassed;
	};
	const ready = work(lane('first'));
	const ofN8n = lane('n8n');
	const checks = lane('checks');
	const takeN8n = async () => await work(ofN8n, await ready);
	const takeChecks = async () => await work(checks);
	// Three at a time: where nothing is left of the one kind, the other is helped with.
	const n8nFirst = async () => [await takeN8n(), await takeChecks()];
	const checksFirst = async () => [await takeChecks(), await takeN8n()];
	await Promise.all([n8nFirst(), n8nFirst(), checksFirst()]);
	if (steps.some(({ counts }) => counts)) rows.push(await contractRow());

	console.log(
		`\n${rows.map(({ text }) => text).join('\n')}\n\nin all ${((Date.now() - began) / MINUTE_MS).toFixed(1)} minutes`,
	);
	for (const { text, failures } of rows)
		if (failures.length > 0) console.log(`\n${[text, ...failures].join('\n    ')}`);
	if (rows.some(({ failures }) => failures.length > 0))
		console.log(`\nthe output of each step: ${path.relative(REPOSITORY, FOLDER)}`);
	if (interrupt.signal.aborted) console.log('\nInterrupted: what is not listed above did not run.');
	if (SEED !== undefined) console.log(`\nrandom order: TEST_SEED=${SEED} repeats it`);
	const passed = rows.reduce((sum, row) => sum + row.passed, 0);
	const failed = rows.reduce((sum, { failures }) => sum + failures.length, 0);
	const skipped = rows.filter((row) => row.skipped !== undefined).length;
	// Programs read this line, so its form is fixed.
	console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
	if (interrupt.signal.aborted) return INTERRUPTED;
	// In CI nobody reads why a suite was skipped, so a skip must not look like success.
	return failed > 0 || (process.env.CI === 'true' && skipped > 0) ? 1 : 0;
}

function help(): number {
	console.log('npm test              the quick steps, marked +');
	console.log('npm test -- all       these and those marked *');
	console.log(
		'npm test -- <name>…   the named steps and what they need; --long: random tests for minutes',
	);
	const marks = { quick: '+', all: '*', named: ' ' };
	for (const { name, title, runs } of STEPS)
		console.log(`  ${marks[runs]} ${name.padEnd(12)} ${title}`);
	return 0;
}

async function removeOldRuns(): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const old = (await readdir(RUNS)).sort().slice(0, -MAX_RUNS);
	for (const name of old) await rm(path.join(RUNS, name), { recursive: true, force: true });
}

async function tell(step: Step, isReady: boolean, isLong: boolean) {
	const began = Date.now();
	console.log(`… ${step.name}: ${step.title}`);
	const unmet = interrupt.signal.aborted
		? 'interrupted'
		: isReady
			? unmetReason(step.programs ?? [])
			: 'n8n or the build failed';
	const outcome: Outcome =
		unmet === undefined ? await runStep(step, isLong) : { passed: 0, failures: [], skipped: unmet };
	const output = await readFile(logOf(step), 'utf8').catch(() => '');
	const text = line(step.name, outcome, (Date.now() - began) / 1000);
	console.log(`\n── ${step.name} ──\n${output.trim()}\n${text}`);
	return { ...outcome, text };
}

const logOf = ({ name }: Step) => path.join(FOLDER, `${name}.log`);

function line(name: string, { passed, failures, skipped }: Outcome, seconds: number): string {
	const mark = failures.length > 0 ? '✗' : skipped === undefined ? '✓' : '–';
	const counts = `${String(passed).padStart(5)} passed ${String(failures.length).padStart(3)} failed`;
	return `${mark} ${name.padEnd(12)} ${counts} ${seconds.toFixed(1).padStart(7)} s  ${skipped ? `SKIPPED: ${skipped}` : ''}`.trimEnd();
}

/** Runs a command to its end, or to its time limit. */
export async function runStep(step: Step, isLong: boolean): Promise<Outcome> {
	await mkdir(FOLDER, { recursive: true });
	const report = path.join(FOLDER, `${step.name}.json`);
	const [command, ...args] = step.command.split(' ');
	const minutes = (step.minutes ?? MINUTES) * (isLong ? LONG : 1);
	// It writes to the file itself, and so does all that it starts. Execa's types know descriptors up to 9.
	const output = openSync(logOf(step), 'a') as 3;
	// Imported late, since one of its dependencies cannot be required.
	const { execa } = await import('execa');
	const { exitCode, signal } = await execa(
		command,
		[...args, ...(step.counts ? ['--json', `--outputFile=${report}`] : [])],
		{
			...{ cwd: REPOSITORY, preferLocal: true, reject: false, stdio: ['ignore', output, output] },
			...{ timeout: minutes * MINUTE_MS, cancelSignal: interrupt.signal },
			forceKillAfterDelay: GRACE_MS,
			env: {
				...{ NO_COLOR: '1', [VIOLATION_JOURNAL]: JOURNAL, ...step.env },
				...(isLong && { TEST_LONG: '1' }),
			},
		},
	);
	const { passed, failures } = step.counts
		? await readReport(report)
		: { passed: exitCode === 0 ? 1 : 0, failures: [] };
	// Jest fails without a failed test where coverage is too low, or no test was found.
	if (exitCode !== 0 && failures.length === 0)
		failures.push(
			signal ? `ended by ${signal}, after at most ${minutes} minutes` : `exit code ${exitCode}`,
		);
	return {
		passed: step.counts === 'repeated tests' ? Number(failures.length === 0) : passed,
		failures,
	};
}

/** A test that was left out (`it.only`, `it.skip`) counts as failed. */
async function readReport(file: string): Promise<{ passed: number; failures: string[] }> {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) return { passed: 0, failures: ['jest wrote no report'] };
	const { numPassedTests: passed, testResults } = JSON.parse(text) as JestReport;
	const failures = testResults.flatMap(({ name, status, assertionResults }) => {
		const where = path.relative(REPOSITORY, name);
		const tests = assertionResults.filter((test) => test.status !== 'passed');
		if (tests.length === 0 && status === 'failed') return [`${where} could not be run`];
		return tests.map((test) => `${where}: ${test.fullName} (${test.status})`);
	});
	return { passed, failures };
}

/** One check over the whole run: no suite made a node send what the contract does not allow. */
async function contractRow() {
	const journal = await readFile(JOURNAL, 'utf8').catch(() => '');
	const failures = journal.split('\n').filter(Boolean);
	const outcome = { passed: Number(failures.length === 0), failures };
	return { ...outcome, text: line('contract', outcome, 0) };
}
