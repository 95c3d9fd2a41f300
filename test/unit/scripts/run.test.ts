import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { runStep } from '../../../scripts/test/run';
import type { Step } from '../../../scripts/test/steps';

const HANGS = 'setTimeout(() => {}, 60000)';

/** Writes the report of a run in which a test passed and one was left out. */
const REPORTS = `const [, file] = process.argv.map((arg) => arg.split('--outputFile=')).find(([, name]) => name);
	const assertionResults = [{ fullName: 'books', status: 'passed' }, { fullName: 'moves', status: 'pending' }];
	require('node:fs').writeFileSync(file, JSON.stringify({ numPassedTests: 1, testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] }));`;

const failing = (text: string) => ({ failures: [expect.stringContaining(text)] });

it.each<{ name: string; script: string; outcome: object; more?: Partial<Step> }>([
	{ name: 'passes', script: '', outcome: { passed: 1, failures: [] }, more: {} },
	{
		name: 'fails',
		script: 'process.exit(3)',
		outcome: { passed: 0, failures: ['exit code 3'] },
		more: {},
	},
	{ name: 'hangs', script: HANGS, outcome: failing('ended by SIGTERM'), more: { minutes: 0.005 } },
	{
		name: 'leaves a test out',
		script: REPORTS,
		outcome: failing('a.test.ts: moves (pending)'),
		more: { counts: 'tests' },
	},
	{
		name: 'breaks before its report',
		script: '',
		outcome: failing('jest wrote no report'),
		more: { counts: 'tests' },
	},
])(
	'a step that $name is told',
	async ({ name, script, outcome, more }) => {
		const folder = await mkdtemp(path.join(os.tmpdir(), 'step-'));
		const file = path.join(folder, 'step.cjs');
		await writeFile(file, script);
		const step = { name: name.replaceAll(' ', '-'), title: '', command: `node ${file}` };
		const rest = { lane: 'checks', runs: 'named', minutes: 1, ...more } as const;
		expect(await runStep({ ...step, ...rest }, false)).toMatchObject(outcome);
		await rm(folder, { recursive: true });
	},
	15_000,
);
