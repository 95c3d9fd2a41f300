import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { waitFor } from '../../../runtime/polling';
import { groupHasEnded } from '../../../runtime/process';

/** A process with a child; both live until they are ended. */
const PARENT_OF_ONE = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
setInterval(() => {}, 1000);
child.once('spawn', () => console.log('ready'));
`;

describe('startProcess', () => {
	let folder: string;
	beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'process-test-'))));
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	const isReady = async () =>
		(await readFile(join(folder, 'log'), 'utf8').catch(() => '')).includes('ready');

	it('ends a child whose parent was killed', async () => {
		const script = `
			const { startProcess } = require(${JSON.stringify(join(REPOSITORY, 'runtime', 'process.ts'))});
			startProcess({
				name: 'child', command: process.execPath, env: {},
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
		await waitFor('the child', isReady);
		parent.kill('SIGKILL');
		await once(parent, 'exit');
		expect(await groupHasEnded(Number(printed.toString()))).toBe(true);
	}, 30_000);
});
