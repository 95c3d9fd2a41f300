import type { Options } from 'execa';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { waitFor } from './polling';

/** Above n8n's own bound for a graceful shutdown (N8N_GRACEFUL_SHUTDOWN_TIMEOUT in environment.ts). */
const STOP_MS = 15_000;

/** For processes that are ending already. */
const ENDING_MS = 3_000;

const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

export interface ProcessExit {
	code?: number;
	signal?: string;
}

/** Imported late, since one of its dependencies cannot be required. */
const loadExeca = async () => (await import('execa')).execa;

/**
 * Runs a command to its end.
 * @returns what it printed on stdout
 * @throws Error with what it printed when it fails
 */
export async function run(
	command: string,
	args: readonly string[],
	options: Pick<Options, 'cwd' | 'env' | 'extendEnv' | 'stdio'> = {},
): Promise<string> {
	const execa = await loadExeca();
	return String((await execa(command, args, options)).stdout);
}

export interface ProcessOptions {
	/** A name for messages, e.g. "n8n". */
	name: string;
	command: string;
	args: readonly string[];
	/** The whole environment: nothing is inherited. */
	env: Readonly<Record<string, string | undefined>>;
	cwd?: string;
	/** stdout and stderr are appended here; without it they are this process's own. */
	logFile?: string;
}

/** A child in a process group of its own, so that what it starts can be stopped with it. */
export type ManagedProcess = Awaited<ReturnType<typeof startProcess>>;

const groups = new Set<number>();
const temporaryFolders = new Set<string>();

// Also after an exception, when nobody called `stop()`.
process.on('exit', () => {
	for (const group of groups) killGroup(group);
	for (const folder of temporaryFolders) rmSync(folder, REMOVE);
});

/** Removes a folder when this process ends, after the processes that work in it. */
export function removeOnExit(folder: string): void {
	temporaryFolders.add(folder);
}

/** Removes such a folder now. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, REMOVE);
	temporaryFolders.delete(folder);
}

function killGroup(group: number): void {
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// The group has ended by itself.
	}
}

/**
 * Starts a process as the leader of its own group.
 * @throws Error when the command cannot be started
 */
export async function startProcess(options: ProcessOptions) {
	const { name, command, args, cwd, env, logFile } = options;
	// The child writes to the file itself, also after this process has ended. Execa's types know descriptors up to 9.
	const output = logFile === undefined ? 'inherit' : (openSync(logFile, 'a', 0o600) as 3);
	const execa = await loadExeca();
	const child = execa(command, args, {
		cwd,
		// For endWithParent.cjs, where the child loads it.
		env: { ...env, RUNTIME_PARENT_PID: String(process.pid) },
		extendEnv: false,
		detached: true,
		reject: false,
		buffer: false,
		stdio: ['ignore', output, output],
	});
	if (output !== 'inherit') closeSync(output);
	let exit: ProcessExit | undefined;
	const exited = child.then(
		(result): ProcessExit => (exit = { code: result.exitCode, signal: result.signal }),
	);
	if (child.pid === undefined) {
		const { message } = await child;
		throw new Error(`Could not start ${name}: ${message}`);
	}
	const { pid } = child;
	groups.add(pid);
	// A child does not keep this process alive.
	child.unref();

	async function kill(): Promise<ProcessExit> {
		// Once the group is gone, its number may belong to somebody else.
		if (!groups.has(pid)) return await exited;
		child.ref();
		killGroup(pid);
		const ended = await exited;
		// Its children end a moment later, and only then free their ports and files.
		await groupHasEnded(pid);
		groups.delete(pid);
		return ended;
	}

	async function stop(
		graceMs = STOP_MS,
		signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM',
	): Promise<ProcessExit> {
		if (exit === undefined) {
			child.ref();
			child.kill(signal);
			await Promise.race([exited, delay(graceMs, undefined, { ref: false })]);
		}
		// Also sweeps up children that outlived their leader.
		return await kill();
	}

	return {
		pid,
		/** Resolves when the process has ended; never rejects. */
		exited,
		/** Undefined while it runs. */
		exit: () => exit,
		/** The content of its log file. */
		log: () => (logFile === undefined ? '' : readFileSync(logFile, 'utf8')),
		/** A signal, then SIGKILL to the whole group when it has not ended within `graceMs`. */
		stop,
		/** SIGKILL to the whole group, as a crash or the out-of-memory killer would. */
		kill,
	};
}

/** Waits for a moment. @returns whether none of the group's processes lives; always true on systems without /proc */
export async function groupHasEnded(group: number): Promise<boolean> {
	const hasEnded = async () => !(await hasMembers(group));
	return await waitFor('the end of a process group', hasEnded, { timeoutMs: ENDING_MS }).catch(
		() => false,
	);
}

async function hasMembers(group: number): Promise<boolean> {
	for (const id of await readdir('/proc').catch(() => [])) {
		const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
		// proc(5): after the name in parentheses come state, parent and process group.
		const [state, , its] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// A zombie has ended; in a container nobody may ever collect it.
		if (Number(its) === group && state !== 'Z') return true;
	}
	return false;
}
