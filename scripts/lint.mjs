/**
 * `npm run lint`: n8n's own lint, in strict mode, with the root configuration that it demands.
 *
 * That configuration holds for code that runs inside n8n. Folders with tools and tests have their own
 * `eslint.config.mjs`; ESLint 9 looks for the nearest one only with this flag (ESLint 10 always does).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cli = path.join(root, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');

spawn(process.execPath, [cli, 'lint', ...process.argv.slice(2)], {
	cwd: root,
	stdio: 'inherit',
	env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
}).on('exit', (code) => {
	process.exitCode = code ?? 1;
});
