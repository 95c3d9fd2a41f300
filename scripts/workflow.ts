/**
 * Runs a job of a workflow by hand, as its YAML says, in a fresh clone for example:
 *
 *     npx tsx scripts/workflow.ts nightly long 'random faults'
 *
 * The third argument chooses one of a matrix. Actions (`uses`) and apt-get are named, not run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { REPOSITORY } from '../runtime/paths';

export interface WorkflowStep {
	run?: string;
	uses?: string;
}

interface Job {
	env?: Record<string, string>;
	strategy?: { matrix: Record<string, unknown[]> };
	steps: WorkflowStep[];
}

/** The jobs of `.github/workflows/<name>.yml`, by name. */
export function jobsOf(workflow: string): Record<string, Job> {
	const file = path.join(REPOSITORY, '.github', 'workflows', `${workflow}.yml`);
	return (parse(readFileSync(file, 'utf8')) as { jobs: Record<string, Job> }).jobs;
}

/** Each combination of a job's matrix: those of `include`, or the values of the only list. */
export function choicesOf({ strategy }: Job): Array<Record<string, string>> {
	const { include, ...lists } = strategy?.matrix ?? {};
	const listed = Object.entries(lists).flatMap(([key, values]) => values.map((value) => ({ [key]: String(value) })));
	return [...listed, ...((include ?? []) as Array<Record<string, string>>)];
}

/** The job's steps, with what the chosen part of the matrix says. */
export function stepsOf({ steps }: Job, choice: Record<string, string> = {}): WorkflowStep[] {
	const filled = (text?: string) => text?.replace(/\$\{\{ matrix\.(\w+) \}\}/g, (_, key: string) => choice[key]);
	return steps.map(({ run, uses }) => ({ run: filled(run), uses }));
}

function main(workflow: string, name: string, chosen?: string): number {
	const job = jobsOf(workflow)[name];
	const choice = choicesOf(job).find((one) => Object.values(one).includes(chosen ?? ''));
	if (chosen !== undefined && !choice) throw new Error(`${name} has no '${chosen}' in its matrix`);
	for (const { run, uses } of stepsOf(job, choice)) {
		if (run === undefined || run.startsWith('apt-get ')) {
			console.log(`— not run here: ${uses ?? run}`);
			continue;
		}
		console.log(`$ ${run}`);
		const { status } = spawnSync('bash', ['-e', '-c', run], { stdio: 'inherit', env: { ...process.env, ...job.env } });
		if (status !== 0) return status ?? 1;
	}
	return 0;
}

if (require.main === module) process.exit(main(...(process.argv.slice(2) as [string, string, string?])));
