import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { REPOSITORY } from '../../../runtime/paths';
import { waitFor } from '../../../runtime/polling';
import { groupHasEnded } from '../../../runtime/process';

/** Prints the ID of a process that it has started. */
const PARENT = `
	const script = 'console.log("ready", process.pid); setInterval(() => {}, 1000)';
	require('./runtime/process.ts').startProcess({
		name: 'child', command: process.execPath, env: {},
		args: ['--require', './runtime/endWithParent.cjs', '-e', script],
	});
	setInterval(() => {}, 1000);
`;

it('what startProcess has started ends with its parent, also where that was killed', async () => {
	const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', PARENT], {
		cwd: REPOSITORY,
	});
	let printed = '';
	parent.stdout.on('data', (text) => (printed += text));
	const [, child] = await waitFor('the child', () => /ready (\d+)/.exec(printed) ?? undefined);
	parent.kill('SIGKILL');
	await once(parent, 'exit');
	expect(await groupHasEnded(Number(child))).toBe(true);
}, 30_000);
