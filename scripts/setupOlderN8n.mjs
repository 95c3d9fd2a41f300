/**
 * Installs the n8n 1.x of the compatibility suite where it is missing or out of date. It expects
 * that `npm run setup` has run, as `npm run test:compat` sees to.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installRuntime, isRuntimeInstalled } from '../runtime/install.mjs';
import { withLock } from './lib/lock.mjs';

const RELEASE = '1.x';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// The one that `npm run setup` holds too: both write Node's folder.
const lock = path.join(root, '.runtime', 'setup.lock');

try {
	if (!(await isRuntimeInstalled(RELEASE))) {
		await withLock(
			lock,
			async () => await installRuntime(RELEASE),
			(holder) => console.log(`  Waiting for the installation that process ${holder} runs …`),
		);
	}
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
