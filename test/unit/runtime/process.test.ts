/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { REPOSITORY } from '../../../runtime/paths';
import { startProcess } from '../../../runtime/process';
import type { ManagedProcess } from '../../../runtime/process';
import { livingInGroup } from '../../../runtime/processGroup';

/** A process with a child; both live until they are ended. `stubborn` ignores SIGTERM. */
const PARENT_OF_ONE = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
if (process.argv[1] === 'stubborn') process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
child.once('spawn', () => console.log('ready'));
`;

describe('startProcess', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'process-test-'));
	});

	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	async function start(...args: string[]): Promise<ManagedProcess> {
		const started = await startProcess({
			name: 'a test process',
			command: process.execPath,
			args: ['-e', PARENT_OF_ONE, ...args],
			env: {},
			logFile: join(folder, 'log'),
		});
		while (!started.log().includes('ready')) await delay(20);
		return started;
	}

	it('stops a process politely, and its children with it', async () => {
		const started = await start();
		expect(await livingInGroup(started.pid)).toHaveLength(2);
		expect(await started.stop()).toEqual({ code: null, signal: 'SIGTERM' });
		expect(await livingInGroup(started.pid)).toEqual([]);
		expect(started.exit()).toEqual({ code: null, signal: 'SIGTERM' });
	}, 20_000);

	it('kills what does not stop in time', async () => {
		const started = await start('stubborn');
		expect(await started.stop(200)).toEqual({ code: null, signal: 'SIGKILL' });
		expect(await livingInGroup(started.pid)).toEqual([]);
	}, 20_000);

	it('answers the same for a second stop', async () => {
		const started = await start();
		const first = await started.kill();
		expect(await started.stop()).toEqual(first);
	}, 20_000);

	it('says which command cannot be started', async () => {
		const options = { name: 'nothing', command: join(folder, 'none'), args: [], env: {} };
		await expect(startProcess({ ...options, logFile: join(folder, 'log') })).rejects.toThrow(
			/Could not start nothing: .*ENOENT/,
		);
	});

	it('ends a child whose parent was killed', async () => {
		const script = `
			const { startProcess } = require(${JSON.stringify(join(REPOSITORY, 'runtime', 'process.ts'))});
			startProcess({
				name: 'child', command: process.execPath, env: {}, parentPipe: true,
				args: ['--require', ${JSON.stringify(join(REPOSITORY, 'runtime', 'endWithParent.cjs'))},
					'-e', ${JSON.stringify(PARENT_OF_ONE)}],
				logFile: ${JSON.stringify(join(folder, 'log'))},
			}).then(({ pid }) => { console.log(pid); setInterval(() => {}, 1000); });
		`;
		const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
			cwd: REPOSITORY,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
		const group = Number(printed.toString());
		while (!(await readFile(join(folder, 'log'), 'utf8')).includes('ready')) await delay(20);
		expect(await livingInGroup(group)).toHaveLength(2);
		parent.kill('SIGKILL');
		await once(parent, 'exit');
		expect(await livingInGroup(group)).toEqual([]);
	}, 30_000);
});
