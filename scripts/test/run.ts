import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { REPOSITORY, RUNTIME } from '../../runtime/paths';
import { startProcess, type ManagedProcess } from '../../runtime/process';
import { unmetReason } from '../../runtime/programs';
import { VIOLATION_JOURNAL } from '../../sandbox/http/requestLog';
import { readReport, type Outcome } from './report';
import { planSteps, STEPS, type Step } from './steps';

/** What a shell gives for a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/** How long a step may take to end after it was asked to. */
const GRACE_MS = 10_000;

/** A sign of life, since one test file with a real n8n can take minutes. */
const HEARTBEAT_MS = 60_000;
const MINUTE_MS = 60_000;

/** How many times as long a step may take with `--long`. */
const LONG = 6;

/** Each run has a folder below it, for output, report and more of each step. */
const RUNS = path.join(RUNTIME, 'test');
const MAX_RUNS = 10;
const FOLDER = path.join(RUNS, `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`);

/** Of the order in which tests run, and of what they draw; random in CI. */
const SEED = process.env.TEST_SEED ?? (process.env.CI === 'true' ? String(Math.floor(Math.random() * 2 ** 31)) : undefined);

/** Every sandbox of the run notes here what violates the contract. */
const JOURNAL = path.join(FOLDER, 'violations.jsonl');

type Row = Outcome & { name: string; seconds: number };

let interrupted = false;
const running = new Map<string, { child: ManagedProcess; began: number }>();

/**
 * Runs the quick steps, all, or the named ones, and prints a summary.
 * @returns the exit code
 */
export async function runTests(args: readonly string[]): Promise<number> {
	if (args.includes('--help')) {
		console.log('npm test              the quick steps, marked +');
		console.log('npm test -- all       these and those marked *');
		console.log('npm test -- <name>…   the named steps and what they need; --long: random tests for minutes');
		const marks = { quick: '+', all: '*', named: ' ' };
		for (const { name, title, runs } of STEPS) console.log(`  ${marks[runs]} ${name.padEnd(12)} ${title}`);
		return 0;
	}
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
	const began = Date.now();
	const rows = await runSteps(planSteps(args.filter((arg) => arg !== '--long')), args.includes('--long'));
	console.log(`\n${rows.map(line).join('\n')}\n\nin all ${minutes(began)} minutes`);
	for (const row of rows) printFailures(row);
	const sum = (count: 'passed' | 'failed' | 'skipped') => rows.reduce((so, row) => so + row[count], 0);
	// In CI nobody reads why a suite was skipped, so a skip must not look like success.
	const forbiddenSkip = process.env.CI === 'true' && sum('skipped') > 0;
	if (forbiddenSkip) console.log('\nCI=true: a skipped suite fails the run');
	if (interrupted) console.log('\nInterrupted: what is not listed above did not run. Run the same command again.');
	if (SEED !== undefined) console.log(`\nrandom order: TEST_SEED=${SEED} repeats it`);
	// Programs read this line, so its form is fixed.
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
	if (interrupted) return INTERRUPTED;
	return sum('failed') > 0 || forbiddenSkip ? 1 : 0;
}

function interrupt(): void {
	if (interrupted) return;
	interrupted = true;
	console.log('\nstopping …');
	for (const { child } of running.values()) void child.stop(GRACE_MS);
}

async function runSteps(steps: Step[], long: boolean): Promise<Row[]> {
	await removeOldRuns();
	const rows: Row[] = [];
	const heartbeat = setInterval(() => {
		const all = [...running].map(([name, { began }]) => `${name} for ${minutes(began)} minutes`);
		console.log(`… running: ${all.join(', ')}`);
	}, HEARTBEAT_MS);
	const inTurn = async (lane: Step['lane'], isReady = true): Promise<boolean> => {
		const ended = [];
		for (const step of steps.filter((one) => one.lane === lane)) ended.push(await tell(step, isReady, long));
		rows.push(...ended);
		return ended.every(({ passed, failed }) => passed > 0 && failed === 0);
	};
	const ready = inTurn('first');
	await Promise.all([inTurn('checks'), ready.then(async (isReady) => await inTurn('n8n', isReady))]);
	await inTurn('alone', await ready);
	clearInterval(heartbeat);
	// The tools' tests violate the sandbox's contract on purpose.
	const sends = ({ counts, name }: Step) => counts !== undefined && name !== 'unit' && name !== 'tools';
	return steps.some(sends) ? [...rows, await contractRow()] : rows;
}

async function tell(step: Step, isReady: boolean, long: boolean): Promise<Row> {
	const began = Date.now();
	const outcome = await runStep(step, isReady, long).catch((reason: unknown): Outcome => failure(String(reason)));
	const row = { name: step.name, ...outcome, seconds: (Date.now() - began) / 1000 };
	const output = await readFile(logOf(step.name), 'utf8').catch(() => '');
	console.log(`\n── ${step.name}: ${step.title} ──\n${output.trim()}\n${line(row)}`);
	return row;
}

async function removeOldRuns(): Promise<void> {
	const all = await readdir(RUNS).catch(() => []);
	const old = all.filter((name) => /^\d{4}-/.test(name)).sort().slice(0, -MAX_RUNS);
	await Promise.all(old.map(async (name) => await rm(path.join(RUNS, name), { recursive: true, force: true })));
}

/** @param isReady whether the tarball and n8n are there, where the step needs them */
export async function runStep(step: Step, isReady: boolean, long: boolean): Promise<Outcome> {
	await mkdir(FOLDER, { recursive: true });
	const unmet = interrupted ? 'interrupted' : isReady ? unmetReason(step.programs ?? []) : 'n8n or the build failed';
	if (unmet !== undefined) return { passed: 0, failed: 0, skipped: 1, note: `SKIPPED: ${unmet}` };
	const report = path.join(FOLDER, `${step.name}.json`);
	const seed = step.shuffles ? SEED : undefined;
	const order = seed === undefined ? [] : ['--randomize', `--seed=${seed}`];
	const note = await runNode(step, step.counts ? ['--json', `--outputFile=${report}`, ...order] : [], long, {
		...(seed !== undefined && { TEST_SEED: seed }),
		...step.env,
	});
	if (!step.counts) return note === undefined ? { passed: 1, failed: 0, skipped: 0 } : failure(note);
	const outcome = await readReport(report, note);
	return step.counts === 'tests' || outcome.failed > 0 ? outcome : { ...outcome, passed: 1 };
}

/** Runs Node to its end, or to the time limit. @returns why it counts as failed; undefined when all is well */
async function runNode(step: Step, further: readonly string[], long: boolean, env: NodeJS.ProcessEnv): Promise<string | undefined> {
	const limit = step.minutes * (long ? LONG : 1);
	const child = await startProcess({
		name: step.name,
		command: process.execPath,
		args: [...step.args, ...further],
		cwd: REPOSITORY,
		env: { ...process.env, NO_COLOR: '1', [VIOLATION_JOURNAL]: JOURNAL, ...(long && { TEST_LONG: '1' }), ...env },
		logFile: logOf(step.name),
	});
	running.set(step.name, { child, began: Date.now() });
	let note: string | undefined;
	const timer = setTimeout(() => {
		note = `ended after ${limit} minutes`;
		void child.stop(GRACE_MS);
	}, limit * MINUTE_MS);
	const { code, signal } = await child.exited;
	clearTimeout(timer);
	if (interrupted) note = 'interrupted';
	if (code !== 0) note ??= signal ? `ended by ${signal}` : `exit code ${code}`;
	const left = await child.living();
	await child.kill();
	running.delete(step.name);
	return note ?? (left.length > 0 ? `left running: ${left.join('; ')}` : undefined);
}

/** One check over the whole run: no suite made a node send what the contract does not allow. */
async function contractRow(): Promise<Row> {
	const journal = await readFile(JOURNAL, 'utf8').catch(() => '');
	const failures = journal.split('\n').filter(Boolean);
	const outcome = failures.length > 0
		? { ...failure(`${failures.length} requests violated the contract`), failures }
		: { passed: 1, failed: 0, skipped: 0 };
	return { name: 'contract', ...outcome, seconds: 0 };
}

const failure = (note: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, note });

const logOf = (name: string) => path.join(FOLDER, `${name}.log`);

const minutes = (since: number) => ((Date.now() - since) / MINUTE_MS).toFixed(1);

function line({ name, passed, failed, skipped, seconds, note = '' }: Row): string {
	const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–';
	const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`;
	return `${mark} ${name.padEnd(12)} ${counts} ${String(skipped).padStart(3)} skipped ${seconds.toFixed(1).padStart(7)} s  ${note}`.trimEnd();
}

/** What failed, and how to run the step again. */
function printFailures({ name, failed, failures = [], note }: Row): void {
	if (failed === 0) return;
	console.log(`\n✗ ${name}${note ? `: ${note}` : ''}`);
	if (name !== 'contract') console.log(`    ${path.relative(REPOSITORY, logOf(name))}, again with: npm test -- ${name}`);
	for (const text of failures) console.log(`    ${text}`);
}
