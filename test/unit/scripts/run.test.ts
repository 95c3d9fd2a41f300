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

it.each<[string, string, object, Partial<Step>?]>([
	['passes', '', { passed: 1, failures: [] }, {}],
	['fails', 'process.exit(3)', { passed: 0, failures: ['exit code 3'] }, {}],
	['hangs', HANGS, failing('ended by SIGTERM'), { minutes: 0.005 }],
	['leaves a test out', REPORTS, failing('a.test.ts: moves (pending)'), { counts: 'tests' }],
	['breaks before its report', '', failing('jest wrote no report'), { counts: 'tests' }],
])(
	'a step that %s is told',
	async (name, script, outcome, more) => {
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
