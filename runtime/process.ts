/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { livingInGroup } from './processGroup';

const DEFAULT_STOP_MS = 15_000;

export interface ProcessExit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface ProcessOptions {
	/** A name for messages, e.g. "n8n". */
	name: string;
	command: string;
	args: readonly string[];
	/** The whole environment: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	cwd?: string;
	/** stdout and stderr are appended here. */
	logFile: string;
	/** Also gives the child the pipe that `endWithParent.cjs` watches. Only for Node children that load it. */
	parentPipe?: boolean;
}

/** A child in a process group of its own, so that what it starts can be stopped with it. */
export interface ManagedProcess {
	readonly pid: number;
	readonly logFile: string;
	/** Resolves when the process has ended; never rejects. */
	readonly exited: Promise<ProcessExit>;
	/** Undefined while it runs. */
	exit(): ProcessExit | undefined;
	/** What it has printed so far. */
	log(): string;
	/** SIGTERM, then SIGKILL to the whole group when it has not ended within `graceMs`. */
	stop(graceMs?: number): Promise<ProcessExit>;
	/** SIGKILL to the whole group, as a crash or the out-of-memory killer would. */
	kill(): Promise<ProcessExit>;
}

const groups = new Set<number>();
const throwAwayFolders = new Set<string>();
let watchingExit = false;

/** Ends what this process has started even where nobody awaited `stop()`, e.g. after an exception. */
function watchExit(): void {
	if (watchingExit) return;
	watchingExit = true;
	process.on('exit', () => {
		for (const group of groups) signalGroup(group, 'SIGKILL');
		for (const folder of throwAwayFolders) {
			rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		}
	});
}

/** Removes a folder when this process ends, after the processes that work in it. */
export function removeOnExit(folder: string): void {
	watchExit();
	throwAwayFolders.add(folder);
}

/** Removes such a folder now. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	throwAwayFolders.delete(folder);
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch {
		// The group has ended by itself.
	}
}

/**
 * Starts a process as the leader of its own group.
 * @throws Error when the command cannot be started
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
	const log = openSync(options.logFile, 'a', 0o600);
	const child = spawn(options.command, options.args, {
		cwd: options.cwd,
		env: { ...options.env, RUNTIME_PARENT_PID: String(process.pid) },
		detached: true,
		stdio: ['ignore', log, log, ...(options.parentPipe ? ['pipe' as const] : [])],
	});
	closeSync(log);
	let exit: ProcessExit | undefined;
	const exited = new Promise<ProcessExit>((resolve) => {
		child.once('exit', (code, signal) => {
			exit = { code, signal };
			resolve(exit);
		});
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', (cause) => {
			reject(new Error(`Could not start ${options.name}: ${cause.message}`, { cause }));
		});
	});
	const pid = child.pid!;
	watchExit();
	groups.add(pid);
	// The child must not keep this process alive: its owner does, as long as it needs it.
	child.unref();
	const pipe = child.stdio[3] as Socket | undefined;
	pipe?.on('error', () => {});
	pipe?.unref();

	async function kill(): Promise<ProcessExit> {
		// Once the group is gone, its number may belong to somebody else.
		if (!groups.has(pid)) return await exited;
		child.ref();
		signalGroup(pid, 'SIGKILL');
		const ended = await exited;
		// Its children end a moment later; what they hold (ports, files) is free only then.
		await livingInGroup(pid);
		groups.delete(pid);
		return ended;
	}

	async function stop(graceMs = DEFAULT_STOP_MS): Promise<ProcessExit> {
		if (exit === undefined) {
			child.ref();
			child.kill('SIGTERM');
			const grace = new AbortController();
			await Promise.race([exited, delay(graceMs, undefined, grace).catch(() => {})]);
			grace.abort();
		}
		// Also sweeps up children that outlived their leader.
		return await kill();
	}

	return {
		pid,
		logFile: options.logFile,
		exited,
		exit: () => exit,
		log: () => readFileSync(options.logFile, 'utf8'),
		stop,
		kill,
	};
}
