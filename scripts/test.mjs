/**
 * `npm test`: installs what is missing, then runs the checks and test suites.
 * `npm test -- unit engine` runs only those named (`npm test -- --help` lists them).
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs one script of this project to its end and answers with its exit code. */
function run(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
		// Ctrl-C reaches the child by itself and the child tidies up; this process only waits for it.
		const ignore = () => {};
		const forward = () => child.kill('SIGTERM');
		process.on('SIGINT', ignore);
		process.on('SIGTERM', forward);
		child.on('error', reject);
		child.on('exit', (code, signal) => {
			process.off('SIGINT', ignore);
			process.off('SIGTERM', forward);
			resolve(signal ? 130 : code);
		});
	});
}

try {
	await setUp();
	process.exitCode = await run([
		'--import',
		'tsx',
		'scripts/test/run.ts',
		...process.argv.slice(2),
	]);
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
