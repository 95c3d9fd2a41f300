import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** How often a long step says that it still runs; a terminal's line is rewritten more often. */
const TELL_MS = 20_000;
const REDRAW_MS = 1_000;

/** Lines of a failed command's output that are shown; the rest is in the log file. */
const SHOWN_LINES = 40;

/** Variables that npm sets for its scripts and that would mislead an npm started in another folder. */
const NPM_SCRIPT_VARIABLES =
	/^(npm_(lifecycle|package)_|npm_config_(local_prefix|prefix|global_prefix|ignore_scripts|user_agent)$|npm_command$|INIT_CWD$)/i;

/** This process's environment without what npm adds for a running script. */
export function cleanEnvironment() {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !NPM_SCRIPT_VARIABLES.test(name)),
	);
}

/**
 * Runs a command with a progress line (title and elapsed time); its output goes to a log file.
 * Ctrl-C and SIGTERM end it with everything that it has started.
 *
 * @param {object} step
 * @param {string} step.title e.g. "Installing n8n"
 * @param {string} step.command
 * @param {string[]} step.args
 * @param {string} step.cwd
 * @param {string} step.logFile
 * @param {NodeJS.ProcessEnv} [step.env]
 * @throws Error with the end of its output when it fails
 */
export async function runLogged({ title, command, args, cwd, logFile, env = cleanEnvironment() }) {
	await mkdir(path.dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile);
	await once(log, 'open');
	const child = spawn(command, args, {
		cwd,
		env,
		stdio: ['ignore', log, log],
		// A group of its own, so that npm's and pnpm's children are ended with them.
		detached: process.platform !== 'win32',
		// npm and npx are batch files there.
		shell: process.platform === 'win32',
	});
	const ended = new Promise((resolve) => {
		child.once('exit', (code, signal) => resolve({ code, signal }));
		child.once('error', (error) => resolve({ code: null, signal: null, error }));
	});
	let interrupted;
	const stop = (signal) => {
		interrupted = signal;
		endGroup(child, 'SIGTERM');
	};
	const endNow = () => endGroup(child, 'SIGKILL');
	process.on('SIGINT', stop).on('SIGTERM', stop).on('exit', endNow);
	const progress = showProgress(title);
	try {
		const { code, error } = await ended;
		if (interrupted) {
			progress.done('stopped');
			endNow();
			process.exit(interrupted === 'SIGINT' ? 130 : 143);
		}
		if (code !== 0) {
			progress.done('failed');
			throw new Error(await explainFailure(title, { code, error, logFile }));
		}
		progress.done('done');
	} finally {
		log.end();
		process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', endNow);
	}
}

async function explainFailure(title, { code, error, logFile }) {
	const output = await readFile(logFile, 'utf8').catch(() => '');
	const tail = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
	const why = error ? error.message : `exit code ${code}`;
	return `${title}: ${why}. The end of ${logFile}:\n${tail}`;
}

function endGroup(child, signal) {
	if (child.pid === undefined) return;
	try {
		process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
	} catch {
		// It has ended by itself.
	}
}

/** A line "title … 12 s": rewritten in place in a terminal, repeated now and then elsewhere. */
function showProgress(title) {
	const started = Date.now();
	const live = Boolean(process.stdout.isTTY);
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const line = (end) => `  ${title} … ${seconds()}${end}`;
	if (!live) console.log(`  ${title} …`);
	const timer = setInterval(
		() => {
			if (live) process.stdout.write(`\r${line('')}`);
			else console.log(line(''));
		},
		live ? REDRAW_MS : TELL_MS,
	);
	return {
		done(outcome) {
			clearInterval(timer);
			if (live) process.stdout.write(`\r${line(`, ${outcome}`)}\n`);
			else console.log(line(`, ${outcome}`));
		},
	};
}
