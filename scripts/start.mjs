/**
 * `npm start`: installs what is missing, then shows the package at work in a real n8n against a
 * local platform, and stays up until Ctrl-C. `npm start -- --once` ends after the job.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { showHelp } from './help.mjs';
import { setUp } from './setup.mjs';

const USAGE = `npm start                  the demo, until Ctrl-C, with the Platform API
npm start -- --highLevel   the same with HighLevel's API
npm start -- --like report.json   as the account of a report of npm run check:account behaves
npm start -- --once        the demo once; exit code 0 when the appointment was booked`;

const WATCH_MS = 1_000;

function readArguments() {
	try {
		const options = {
			once: { type: 'boolean' },
			highLevel: { type: 'boolean' },
			like: { type: 'string' },
		};
		return parseArgs({ options }).values;
	} catch (error) {
		console.error(`${error.message}\n\n${USAGE}`);
		return process.exit(2);
	}
}

/** When npm is killed, nobody tells this process; so the loss of its parent counts as SIGTERM. */
function stopWithNpm() {
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
	}, WATCH_MS);
	watch.unref();
}

showHelp(USAGE);
const { once = false, highLevel = false, like } = readArguments();
if (process.env.npm_lifecycle_event !== undefined) stopWithNpm();
try {
	const began = Date.now();
	await setUp();
	// The demo is TypeScript; what runs it has just been installed.
	const require = createRequire(import.meta.url);
	require('tsx/cjs');
	const { runDemo } = require('./demo/main.ts');
	// Not exitCode: after Ctrl-C something may still be waiting for a start that is no longer wanted.
	process.exit(await runDemo({ once, highLevel, like, began }));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
