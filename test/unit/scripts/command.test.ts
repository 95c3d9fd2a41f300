/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs under Jest, never inside n8n */
import { runNode, stopCurrentCommand } from '../../../scripts/test/command';

const run = async (script: string, timeLimitMinutes = 1) =>
	await runNode(['-e', script], { cwd: __dirname, name: 'test', timeLimitMinutes });

/** Starts a program that lives on in the same process group. */
const LEAVES_SOMETHING = `
	const { spawn } = require('node:child_process');
	spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' }).unref();
`;
const HANGS = 'setTimeout(() => {}, 60000)';

describe('runNode', () => {
	it('tells success from failure', async () => {
		expect((await run('')).failure).toBeUndefined();
		expect((await run('process.exit(3)')).failure).toBe('exit code 3');
		expect((await run('process.kill(process.pid, "SIGKILL")')).failure).toBe('ended by SIGKILL');
	});

	it('ends a command that takes too long', async () => {
		const { failure, seconds } = await run(HANGS, 0.005);
		expect(failure).toBe('ended after 0.005 minutes');
		expect(seconds).toBeLessThan(5);
	});

	it('ends the running command when asked to', async () => {
		const running = run(HANGS);
		setTimeout(() => void stopCurrentCommand(), 200);
		expect((await running).failure).toBe('ended by SIGTERM');
	});

	const onLinux = process.platform === 'linux' ? it : () => undefined;
	onLinux(
		'finds and ends what a command leaves running',
		async () => {
			const { failure } = await run(LEAVES_SOMETHING);
			expect(failure).toMatch(/^left running: .*setTimeout/);
		},
		15_000,
	);
});
