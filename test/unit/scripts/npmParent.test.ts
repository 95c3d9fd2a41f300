import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { waitFor } from '../../../runtime/polling';
import { startProcess } from '../../../runtime/process';

it.each([
	['with a shell between', `['-c', '"$NODE" --input-type=module -e "$SCRIPT"; true']`],
	['without a shell', `['-c', 'exec "$NODE" --input-type=module -e "$SCRIPT"']`],
])('kill -9 of npm alone is noticed, %s', async (_, child) => {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'npm-parent-'));
	const watching = `import { onEndOfNpm } from ${JSON.stringify(path.join(REPOSITORY, 'scripts/npmParent.mjs'))};
		setInterval(() => {}, 1000); onEndOfNpm(() => { console.log('npm has ended'); process.exit(); }); console.log('watching');`;
	const npm = await startProcess({
		...{ name: 'npm', command: process.execPath, logFile: path.join(folder, 'log') },
		args: ['-e', `require('node:child_process').spawn('sh', ${child}, { stdio: 'inherit' })`],
		env: { ...process.env, NODE: process.execPath, SCRIPT: watching },
	});
	try {
		await waitFor('the start', async () => npm.log().includes('watching'));
		process.kill(npm.pid, 'SIGKILL');
		await waitFor('the end', async () => npm.log().includes('npm has ended'), {
			timeoutMs: 10_000,
		});
		expect(await npm.living()).toEqual([]);
	} finally {
		await npm.kill();
		await rm(folder, { recursive: true });
	}
});
