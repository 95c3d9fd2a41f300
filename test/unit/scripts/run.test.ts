import { runStep } from '../../../scripts/test/run';

const run = async (script: string, { broken, ...rest }: { broken?: string; minutes?: number; programs?: [] } = {}) =>
	await runStep(
		{
			...{ name: 'step-of-a-test', title: '', args: ['-e', script], isSuite: false, needs: [], after: [] },
			...{ programs: [], cores: 1, runs: 'named', minutes: 1, ...rest },
		},
		broken,
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

	it('skips a step after one that failed, or without a program', async () => {
		expect(await run('', { broken: 'build' })).toMatchObject({ skipped: 1, passed: 0, note: 'SKIPPED: build failed' });
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
