/**
 * `npm run lint`: n8n's formatting, then n8n's own lint, in strict mode, with the root configuration that
 * it demands. With `--fix`, both change what they can.
 *
 * That configuration holds for code that runs inside n8n. Folders with tools and tests have their own
 * `eslint.config.mjs`; ESLint 9 looks for the nearest one only with this flag (ESLint 10 always does).
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { showHelp } from './help.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
showHelp(`npm run lint           n8n's lint and formatting
npm run lint -- --fix  changes what can be changed`);
const options = process.argv.slice(2);

const commands = [
	[
		'prettier/bin/prettier.cjs',
		options.includes('--fix') ? '--write' : '--check',
		'--log-level=warn',
		'.',
	],
	['@n8n/node-cli/bin/n8n-node.mjs', 'lint', ...options],
];

for (const [program, ...args] of commands) {
	const { status } = spawnSync(
		process.execPath,
		[path.join(root, 'node_modules', program), ...args],
		{
			cwd: root,
			stdio: 'inherit',
			env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
		},
	);
	if (status !== 0) process.exitCode = 1;
}
