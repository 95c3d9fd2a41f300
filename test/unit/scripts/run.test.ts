import { runStep } from '../../../scripts/test/run';
import { planSteps, type Step } from '../../../scripts/test/steps';

const run = async (script: string, rest: Partial<Step> = {}) =>
	await runStep(
		{
			name: 'step-of-a-test',
			title: '',
			args: ['-e', script],
			lane: 'checks',
			runs: 'named',
			minutes: 1,
			...rest,
		},
		false,
	);

const HANGS = 'setTimeout(() => {}, 60000)';
const LEAVES = `require('node:child_process').spawn(process.execPath, ['-e', '${HANGS}'], { stdio: 'ignore' }).unref()`;

/** Writes the report of a run in which a test passed and one was left out. */
const REPORTS = `const [, file] = process.argv.map((arg) => arg.split('--outputFile=')).find(([, name]) => name);
	const assertionResults = [{ fullName: 'books', status: 'passed' }, { fullName: 'moves', status: 'pending' }];
	require('node:fs').writeFileSync(file, JSON.stringify({ numPassedTests: 1, testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] }));`;

it.each<[string, string, object, Partial<Step>]>([
	['passes', '', { passed: 1, failures: [] }, {}],
	['fails', 'process.exit(3)', { passed: 0, failures: ['exit code 3'] }, {}],
	[
		'hangs',
		HANGS,
		{ passed: 0, failures: [expect.stringContaining('ended by SIGTERM')] },
		{ minutes: 0.005 },
	],
	[
		'leaves a process running',
		LEAVES,
		{ failures: [expect.stringContaining('left running: ')] },
		{},
	],
	[
		'leaves a test out',
		REPORTS,
		{ passed: 1, failures: [expect.stringContaining('a.test.ts: moves (pending)')] },
		{ counts: 'tests', args: ['-e', REPORTS, '--'] },
	],
	[
		'breaks before its report',
		'',
		{ passed: 0, failures: ['jest wrote no report'] },
		{ counts: 'tests', args: ['-e', '', '--'], name: 'unreported' },
	],
])(
	'a step that %s is told',
	async (_, script, outcome, rest) => {
		expect(await run(script, rest)).toMatchObject(outcome);
	},
	15_000,
);

it('refuses the name of a step that it does not know, instead of running nothing', () => {
	expect(() => planSteps(['untit'])).toThrow('Unknown: untit. There are: quick, all, n8n, build');
});
