import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { readReport } from '../../../scripts/test/report';
import { runStep } from '../../../scripts/test/run';
import { planSteps, type Step } from '../../../scripts/test/steps';

const run = async (script: string, rest: Partial<Step> = {}, isReady = true) =>
	await runStep(
		{ name: 'step-of-a-test', title: '', args: ['-e', script], lane: 'checks', runs: 'named', minutes: 1, ...rest },
		isReady,
		false,
	);

const HANGS = 'setTimeout(() => {}, 60000)';

describe('runStep', () => {
	it('tells success from failure', async () => {
		expect(await run('')).toMatchObject({ passed: 1, failed: 0 });
		expect(await run('process.exit(3)')).toMatchObject({ failed: 1, note: 'exit code 3' });
		const killed = { passed: 0, failed: 1, note: 'ended by SIGKILL' };
		expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject(killed);
	});

	it('skips a step without what it needs', async () => {
		expect(await run('', {}, false)).toMatchObject({ skipped: 1, passed: 0, note: 'SKIPPED: n8n or the build failed' });
		const programs = [{ names: ['no-such-program'], aptPackage: 'nothing' }] as unknown as [];
		expect(await run('', { programs })).toMatchObject({ skipped: 1, note: 'SKIPPED: install with: apt-get install nothing' });
	});

	it('ends a step that hangs', async () => {
		expect(await run(HANGS, { minutes: 0.005 })).toMatchObject({ failed: 1, note: 'ended after 0.005 minutes' });
	});

	it('finds and ends what a step leaves running', async () => {
		const leaves = `require('node:child_process').spawn(process.execPath, ['-e', '${HANGS}'], { stdio: 'ignore' }).unref()`;
		expect(await run(leaves)).toMatchObject({ failed: 1, note: expect.stringMatching(/^left running: /) });
	}, 15_000);
});

describe('readReport', () => {
	let folder: string;
	beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'report-'))));
	afterEach(async () => await rm(folder, { recursive: true }));

	const read = async (tests: Array<[status: string, ...titles: string[]]>, { note, broken = 0 }: { note?: string; broken?: number } = {}) => {
		const assertionResults = tests.map(([status, ...titles]) => ({ ancestorTitles: titles.slice(0, -1), title: titles.at(-1), status }));
		const result = { name: join(REPOSITORY, 'test/unit/a.test.ts'), status: 'failed', assertionResults };
		const file = join(folder, 'report.json');
		const report = { numPassedTests: 1, numRuntimeErrorTestSuites: broken, testResults: [result] };
		await writeFile(file, JSON.stringify(report));
		return await readReport(file, note);
	};

	it.each([
		['what failed', ['failed', 'books', 'twice'], 'test/unit/a.test.ts: books › twice'],
		['what was left out', ['pending', 'books'], 'test/unit/a.test.ts: books (pending)'],
		['the file of its own, where several are one', ['failed', 'test/e2e/b.test.ts', 'books'], 'test/e2e/b.test.ts › books'],
	] as Array<[string, [string, ...string[]], string]>)('counts and names %s', async (_, test, named) => {
		expect(await read([['passed', 'reads'], test], { note: 'exit code 1' })).toMatchObject({ passed: 1, failed: 1, failures: [named] });
	});

	it('counts a file that could not be loaded, a failure of jest itself, and a report that is missing', async () => {
		expect(await read([], { broken: 1 })).toMatchObject({ failed: 1, failures: ['test/unit/a.test.ts could not be run'] });
		expect(await read([['passed', 'reads']], { note: 'left running: node' })).toMatchObject({ failed: 1 });
		expect(await readReport(join(folder, 'none'), undefined)).toMatchObject({ failed: 1, note: 'jest wrote no report' });
	});
});

describe('planSteps', () => {
	const planned = (...names: string[]) => planSteps(names).map(({ name }) => name);

	it('adds what prepares n8n, and takes a name for all that begin with it', () => {
		expect(planned('engine')).toEqual(['engine']);
		expect(planned('queue', 'lint')).toEqual(['n8n', 'build', 'lint', 'queue-nginx', 'queue']);
	});

	it('without names runs what is quick; with `all` everything but what runs at night', () => {
		expect(planned()).toContain('smoke');
		expect(planned()).not.toContain('e2e');
		expect(planned('all')).toEqual(expect.arrayContaining([...planned(), 'tools', 'e2e', 'faults', 'queue', 'browser']));
		expect(planned('all')).not.toContain('versions');
	});

	it('refuses a name that it does not know, instead of running nothing', () => {
		expect(() => planSteps(['untit'])).toThrow('Unknown: untit. There are: quick, all, n8n, build');
	});
});
