/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- runs on a developer's machine, never inside n8n */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { n8nEnvironment } from './environment';
import { n8nScript, NODE_24_BIN } from './paths';
import type { N8nRelease } from './paths';
import { freePorts } from './ports';
import { removeFolder, removeOnExit, startProcess } from './process';
import type { ManagedProcess, ProcessExit } from './process';
import { createUserFolder, installPackage } from './userFolder';

/** A cold start with all migrations takes 6 s on an idle machine; ten times that means that it hangs. */
const READY_MS = 120_000;
const READY_POLL_MS = 100;

/** Another process may take a port between our looking and n8n's binding. */
const MAX_PORT_DRAWS = 3;

/** Above n8n's own bound for a graceful shutdown (N8N_GRACEFUL_SHUTDOWN_TIMEOUT in environment.ts). */
const STOP_MS = 15_000;

export type N8nCommand = 'start' | 'webhook' | 'worker';

export interface N8nOptions {
	/** Which of the pinned versions; default `2.x`. `1.x` is installed by scripts/setupOlderN8n.mjs only. */
	release?: N8nRelease;
	/** The packed package(s) to install; without it a bare n8n runs. */
	tarball?: string | readonly string[];
	/** Wins over the settings of environment.ts. */
	env?: Readonly<Record<string, string>>;
	/** Default: a new folder under the system's temporary folder, removed by `stop()`. */
	userFolder?: string;
	/** Leaves the throw-away user folder behind, for looking at it. A folder that was given always stays. */
	keepFolder?: boolean;
	/** Default: a free one. */
	port?: number;
	/** Default `start`: the main process. The other two need queue mode. */
	command?: N8nCommand;
	/** Further command line arguments, e.g. `['--concurrency=5']` for a worker. */
	args?: readonly string[];
	/** Serve the editor (default false, see environment.ts). */
	editor?: boolean;
	/** n8n's engine for expressions; default: n8n's own default. */
	expressionEngine?: 'legacy' | 'vm';
	/** How long to wait until it is ready; milliseconds. */
	readyMs?: number;
}

/** A running n8n; `url` and `userFolder` stay the same across `restart()`. */
export interface N8n {
	readonly url: string;
	readonly port: number;
	readonly userFolder: string;
	readonly logFile: string;
	/** Of the n8n process, which is also its process group; changes with `restart()`. */
	readonly pid: number;
	/** All that n8n has printed in this user folder, earlier runs included. */
	log(): string;
	/** Undefined while it runs. */
	exit(): ProcessExit | undefined;
	waitUntilReady(timeoutMs?: number): Promise<void>;
	/** SIGTERM, then SIGKILL after a bound; removes the throw-away user folder. */
	stop(): Promise<void>;
	/** SIGKILL to n8n and its task runner. The user folder stays, for `restart()`. */
	kill(): Promise<void>;
	/** Stops it (unless it has already ended) and starts it on the same port and user folder; ready when it returns. */
	restart(env?: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * Starts the pinned n8n and waits until it serves requests. Workflows that were active start soon
 * after: `N8nApi.waitForWebhook` tells.
 *
 * Several may run side by side. Nothing survives this process: its end, even by SIGKILL, ends n8n.
 * @throws Error with the end of n8n's log when it does not become ready
 */
export async function startN8n(options: N8nOptions = {}): Promise<N8n> {
	const userFolder = options.userFolder ?? (await createUserFolder());
	const ownsFolder = options.userFolder === undefined && !options.keepFolder;
	if (ownsFolder) removeOnExit(userFolder);
	try {
		for (const tarball of [options.tarball ?? []].flat()) await installPackage(userFolder, tarball);
		return await startOnFreePort(options, userFolder, ownsFolder);
	} catch (error) {
		if (ownsFolder) await removeFolder(userFolder);
		throw error;
	}
}

async function startOnFreePort(
	options: N8nOptions,
	userFolder: string,
	ownsFolder: boolean,
): Promise<N8n> {
	for (let draw = 1; ; draw++) {
		const [freePort, brokerPort] = await freePorts(2);
		const port = options.port ?? freePort;
		const n8n = createHandle(options, { userFolder, ownsFolder, port, brokerPort });
		try {
			await n8n.restart();
			return n8n;
		} catch (error) {
			await n8n.kill();
			const portTaken = n8n.log().includes('is already in use');
			if (!portTaken || options.port !== undefined || draw === MAX_PORT_DRAWS) throw error;
		}
	}
}

interface Place {
	userFolder: string;
	ownsFolder: boolean;
	port: number;
	brokerPort: number;
}

function createHandle(options: N8nOptions, place: Place): N8n {
	const { userFolder, port, brokerPort, ownsFolder } = place;
	const { command = 'start', release = '2.x' } = options;
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `n8n-${command}-${port}.log`);
	let child: ManagedProcess | undefined;
	/** Kept when the folder with the log file is removed. */
	let lastLog: string | undefined;
	/** Length of the log before the present run. */
	let logBefore = 0;
	let env: Record<string, string> = {
		...n8nEnvironment({ release, userFolder, port, brokerPort, editor: options.editor ?? false }),
		...(options.expressionEngine && { N8N_EXPRESSION_ENGINE: options.expressionEngine }),
		...options.env,
	};

	function running(): ManagedProcess {
		if (!child) throw new Error('n8n has not been started');
		return child;
	}

	/** The main process serves before it has finished booting; only its log tells when it has. */
	function hasBooted(log: string): boolean {
		const tells = command === 'start' && ['info', 'debug'].includes(env.N8N_LOG_LEVEL ?? 'info');
		return !tells || log.includes('Editor is now accessible via');
	}

	async function waitUntilReady(timeoutMs = options.readyMs ?? READY_MS): Promise<void> {
		const started = running();
		const deadline = Date.now() + timeoutMs;
		while (!((await isServing(url)) && hasBooted(started.log().slice(logBefore)))) {
			const exit = started.exit();
			if (exit) throw new Error(`n8n ended (${exit.signal ?? exit.code}):\n${lastLines(started)}`);
			if (Date.now() > deadline) {
				throw new Error(`n8n was not ready after ${timeoutMs} ms:\n${lastLines(started)}`);
			}
			await delay(READY_POLL_MS);
		}
	}

	return {
		url,
		port,
		userFolder,
		logFile,
		get pid() {
			return running().pid;
		},
		log: () => lastLog ?? running().log(),
		exit: () => running().exit(),
		waitUntilReady,
		async stop() {
			await child?.stop(STOP_MS);
			if (!ownsFolder) return;
			lastLog ??= child?.log();
			await removeFolder(userFolder);
		},
		async kill() {
			await child?.kill();
		},
		async restart(changes = {}) {
			await child?.stop(STOP_MS);
			env = { ...env, ...changes };
			logBefore = child?.log().length ?? 0;
			child = await startProcess({
				name: `n8n ${command}`,
				command: join(NODE_24_BIN, 'node'),
				args: [
					'--require',
					join(__dirname, 'endWithParent.cjs'),
					n8nScript(release),
					command,
					...(options.args ?? []),
				],
				env,
				cwd: userFolder,
				logFile,
				parentPipe: true,
			});
			await waitUntilReady();
		},
	};
}

/** Database migrated, and the server's routes complete. */
async function isServing(url: string): Promise<boolean> {
	const response = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	await response?.text().catch(() => undefined);
	return response?.ok ?? false;
}

function lastLines(child: ManagedProcess): string {
	return child.log().split('\n').slice(-25).join('\n');
}
