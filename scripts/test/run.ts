/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console -- runs on a developer's machine, never inside n8n */
import path from 'node:path';
import { breachRow, clearBreaches } from './breaches';
import { stopCurrentCommand } from './command';
import { runStep, skippedRow } from './runStep';
import { namesOf, planSteps, STEPS, type Step } from './steps';
import { closingLine, summaryTable, total, type Row } from './summary';

const ROOT = path.resolve(__dirname, '..', '..');

/** What a shell gives for a program ended by Ctrl-C. */
const INTERRUPTED = 130;

let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (interrupted) return;
		interrupted = true;
		console.log('\nstopping …');
		void stopCurrentCommand();
	});
}

function printHelp(): void {
	console.log('npm test [-- <name>…]   without names: all but compat');
	for (const step of STEPS) console.log(`  ${namesOf(step).join(', ').padEnd(14)} ${step.title}`);
}

async function runAll(steps: Step[]): Promise<Row[]> {
	const rows: Row[] = [];
	await clearBreaches(ROOT);
	for (const [index, step] of steps.entries()) {
		if (interrupted) break;
		const name = namesOf(step).join(' and ');
		console.log(`\n── ${index + 1}/${steps.length} ${name}: ${step.title} ──`);
		const unready = step.needs.find((need) => rows.some((row) => row.name === need && row.failed));
		const added = unready
			? namesOf(step).map((suite) => skippedRow(suite, `${unready} failed`))
			: await runStep(ROOT, step);
		rows.push(...added);
		added.forEach(printOutcome);
	}
	if (rows.some(({ name, passed, failed }) => sendsRequests(name) && passed + failed > 0)) {
		console.log('\n── contract: what the nodes sent in all suites ──');
		rows.push(await breachRow(ROOT));
		printOutcome(rows[rows.length - 1]);
	}
	return rows;
}

/** Suites in which nodes talk to a sandbox; the unit tests break its contract on purpose. */
function sendsRequests(name: string): boolean {
	return STEPS.some(
		(step) => step.kind === 'suites' && step.suites.includes(name) && name !== 'unit',
	);
}

function printOutcome({ name, failed, skipped, seconds, note }: Row): void {
	// A skipped suite has been announced with its reason already.
	if (skipped && note) return;
	console.log(`${failed ? '✗' : '✓'} ${name}, ${seconds.toFixed(1)} s${note ? `: ${note}` : ''}`);
}

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		printHelp();
		return 0;
	}
	const started = Date.now();
	const rows = await runAll(planSteps(args));
	const counts = total(rows);
	const minutes = (Date.now() - started) / 60_000;
	console.log(`\n${summaryTable(rows)}\n\nin all ${minutes.toFixed(1)} minutes`);

	// In CI nobody reads why a suite was skipped, so a skip must not look like success.
	const forbiddenSkip = process.env.CI === 'true' && counts.skipped > 0;
	if (forbiddenSkip) console.log('CI=true: a skipped suite fails the run');
	console.log(closingLine(counts));
	if (interrupted) return INTERRUPTED;
	return counts.failed > 0 || forbiddenSkip ? 1 : 0;
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
