import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** How often a step that takes long says so. */
const TELL_MS = 10_000;

/** Lines of a failed command's output that are shown; the rest is in the log file. */
const SHOWN_LINES = 40;

/** Variables that npm sets for its scripts and that would mislead an npm started in another folder. */
const NPM_SCRIPT_VARIABLES =
	/^(npm_(lifecycle|package)_|npm_config_(local_prefix|prefix|global_prefix|ignore_scripts|user_agent)$|npm_command$|INIT_CWD$)/i;

/**
 * Runs one step with a line before and after it, and lines between when it takes long.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
	const started = Date.now();
	const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	console.log(`  ${title} …`);
	const timer = setInterval(() => console.log(`  ${title} … ${seconds()}`), TELL_MS);
	try {
		const result = await work();
		console.log(`  ✓ ${title}, ${seconds()}`);
		return result;
	} catch (error) {
		console.log(`  ✗ ${title}, ${seconds()}`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

/** This process's environment without what npm adds for a running script. */
export function cleanEnvironment() {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !NPM_SCRIPT_VARIABLES.test(name)),
	);
}

/**
 * Runs a command as a step; its output goes to a log file. Ctrl-C and SIGTERM end it with everything
 * that it has started.
 *
 * @param {object} command
 * @param {string} command.title e.g. "Installing n8n"
 * @param {string} command.command
 * @param {string[]} command.args
 * @param {string} command.cwd
 * @param {string} command.logFile
 * @param {NodeJS.ProcessEnv} [command.env]
 * @throws Error with the end of its output when it fails
 */
export async function runLogged({ title, command, args, cwd, logFile, env = cleanEnvironment() }) {
	await mkdir(path.dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	// A group of its own, so that npm's and pnpm's children are ended with them.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: true });
	closeSync(log);
	const onInterrupt = () => process.exit(130);
	const onTerminate = () => process.exit(143);
	const endGroup = () => {
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// It has ended by itself.
		}
	};
	process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('exit', endGroup);
	try {
		await step(title, async () => {
			const code = await new Promise((resolve, reject) => {
				child.once('exit', resolve).once('error', reject);
			});
			if (code === 0) return;
			const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-SHOWN_LINES);
			throw new Error(`${title}: exit code ${code}. The end of ${logFile}:\n${lines.join('\n')}`);
		});
	} finally {
		process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('exit', endGroup);
	}
}
