/**
 * `npm test`: installs the project's dependencies where they are missing, then runs the checks and test
 * suites. `npm test -- all` runs more, `npm test -- unit engine` those named (`npm test -- --help` lists them).
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { createRequire } from 'node:module';

import { installDependencies, installN8n } from './setup.mjs';

try {
	// Beside the dependencies. A step waits for it, tries again what failed, and tells why.
	if (process.argv.length === 2 || process.argv.includes('all')) void installN8n().catch(() => {});
	await installDependencies();
	const require = createRequire(import.meta.url);
	require('tsx/cjs');
	const { runTests } = require('./test/run.ts');
	process.exit(await runTests(process.argv.slice(2)));
} catch (error) {
	console.error(error.message);
	process.exit(1);
}
