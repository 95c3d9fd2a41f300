/**
 * `npm start`: installs what is missing, then shows the package at work in a real n8n against a
 * local platform, and stays up until Ctrl-C. `npm start -- --once` ends after the job.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { onEndOfNpm } from './npmParent.mjs';
import { setUp } from './setup.mjs';

const USAGE = `npm start                  the demo, until Ctrl-C, with the Platform API
npm start -- --highLevel   the same with HighLevel's API
npm start -- --once        the demo once; exit code 0 when the appointment was booked`;

/** @returns whether to end after the job, and the form of the API */
function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				once: { type: 'boolean' },
				highLevel: { type: 'boolean' },
				help: { type: 'boolean' },
			},
		});
		if (!values.help) return { once: false, highLevel: false, ...values };
		console.log(USAGE);
		process.exit(0);
	} catch (error) {
		console.error(`${error.message}\n\n${USAGE}`);
		process.exit(2);
	}
}

/**
 * Under npm: when npm is ended by its process id alone, the shell between it and this process does not
 * pass the signal on. So the loss of the parent counts as SIGTERM, and whoever handles that tidies up.
 */
function stopWithNpm() {
	if (process.env.npm_lifecycle_event === undefined) return;
	onEndOfNpm(() => {
		if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
	});
}

const { once, highLevel } = readArguments();
stopWithNpm();
try {
	const started = Date.now();
	await setUp();
	// The demo is TypeScript; what runs it has just been installed.
	const require = createRequire(import.meta.url);
	require('tsx/cjs');
	const { runDemo } = require('./demo/main.ts');
	// Not exitCode: after Ctrl-C something may still be waiting for a start that is no longer wanted.
	process.exit(await runDemo({ once, highLevel, began: started }));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
