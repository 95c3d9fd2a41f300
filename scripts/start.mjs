/**
 * `npm start`: installs what is missing, then shows the package at work in a real n8n against a
 * local platform, and stays up until Ctrl-C. `npm start -- --once` ends after the job.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { buildPackage } from './lib/build.mjs';
import { stopWithParent } from './lib/stopWithParent.mjs';
import { setUp } from './setup.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

const USAGE = `npm start             the demo, until Ctrl-C
npm start -- --once   the demo once; exit code 0 when the appointment was booked`;

function readArguments() {
	const options = { once: { type: 'boolean', default: false }, help: { type: 'boolean' } };
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		console.error(`${error.message}\n\n${USAGE}`);
		process.exit(2);
	}
}

const { once, help } = readArguments();
if (help) {
	console.log(USAGE);
	process.exit(0);
}
stopWithParent();
try {
	const started = Date.now();
	await setUp();
	const tarball = await buildPackage(root);
	// The demo is TypeScript; what runs it has just been installed.
	require('tsx/cjs');
	const { runDemo } = require('./demo/main.ts');
	// Not exitCode: after Ctrl-C something may still be waiting for a start that is no longer wanted.
	process.exit(await runDemo({ once, tarball, started }));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
