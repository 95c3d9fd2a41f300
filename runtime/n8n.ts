import { mkdir, mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { n8nEnvironment } from './environment';
import { N8N_SCRIPT, NODE_24_BIN } from './paths';
import { waitFor } from './polling';
import { freePorts } from './ports';
import { removeFolder, removeOnExit, run, startProcess, type ManagedProcess } from './process';

/** A cold start with all migrations takes 6 s on an idle machine; twenty times that means that it hangs. */
const READY_MS = 120_000;

export type N8nCommand = 'start' | 'webhook' | 'worker';

export interface N8nOptions {
	/** The packed packages to install; without any a bare n8n runs. */
	tarball?: string | string[];
	/** Wins over the settings of environment.ts. */
	env?: Readonly<Record<string, string>>;
	/** Default: a new folder under the system's temporary folder, removed by `stop()`. */
	userFolder?: string;
	port?: number;
	/** Default `start`: the main process. The other two need queue mode. */
	command?: N8nCommand;
	/** Further command line arguments, e.g. `['--concurrency=5']` for a worker. */
	args?: readonly string[];
	/** Serve the editor's files. Off, the default, saves two seconds and 50 MB of copying a start. */
	editor?: boolean;
}

/** A running n8n; `url` and `userFolder` stay the same across `restart()`. */
export type N8n = Awaited<ReturnType<typeof startN8n>>;

/**
 * Starts the pinned n8n and waits until it serves requests. Workflows that were active start soon
 * after: `N8nApi.waitForWebhook` tells.
 *
 * Several may run side by side. Nothing survives this process: its end, even by SIGKILL, ends n8n.
 * @throws Error with the end of n8n's log when it does not become ready
 */
export async function startN8n(options: N8nOptions = {}) {
	const { command = 'start', editor = false } = options;
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'n8n-crm-platform-')));
	const isTemporary = options.userFolder === undefined;
	if (isTemporary) removeOnExit(userFolder);
	const [freePort, brokerPort] = await freePorts(2);
	const { port = freePort } = options;
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `n8n-${command}-${port}.log`);
	let env: Record<string, string> = {
		...n8nEnvironment(userFolder, port, brokerPort),
		N8N_DISABLE_UI: String(!editor),
		...options.env,
	};
	let child: ManagedProcess;
	/** Kept when the folder with the log file is removed. */
	let lastLog: string | undefined;

	async function start(): Promise<void> {
		child = await startProcess({
			name: `n8n ${command}`,
			command: join(NODE_24_BIN, 'node'),
			args: [
				'--require',
				join(__dirname, 'endWithParent.cjs'),
				N8N_SCRIPT,
				command,
				...(options.args ?? []),
			],
			env,
			cwd: userFolder,
			logFile,
		});
		const logBefore = child.log().length;
		// The main process serves before it has finished booting; only its log tells when it has.
		const tells = command === 'start' && ['info', 'debug'].includes(env.N8N_LOG_LEVEL ?? 'info');
		const isReady = async () => {
			if (child.exit()) throw new Error(`n8n has ended:\n${lastLines(child)}`);
			const hasBooted =
				!tells || child.log().slice(logBefore).includes('Editor is now accessible via');
			return hasBooted && (await isServing(url));
		};
		await waitFor(() => `n8n to be ready:\n${lastLines(child)}`, isReady, { timeoutMs: READY_MS });
	}

	async function stop(): Promise<void> {
		await child?.stop();
		if (!isTemporary) return;
		lastLog ??= child?.log();
		await removeFolder(userFolder);
	}

	try {
		for (const tarball of [options.tarball ?? []].flat()) await installPackage(userFolder, tarball);
		await start();
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url,
		port,
		userFolder,
		logFile,
		/** ID of the n8n process and its process group; changes with `restart()`. */
		get pid() {
			return child.pid;
		},
		/** All that n8n has printed in this user folder, earlier runs included. */
		log: () => lastLog ?? child.log(),
		exit: () => child.exit(),
		/** SIGTERM, then SIGKILL after a bound; removes the user folder unless it was given. */
		stop,
		/** SIGKILL to n8n and its task runner. The user folder stays, for `restart()`. */
		kill: async () => void (await child.kill()),
		/** Stops it (unless it has already ended) and starts it on the same port and user folder; ready when it returns. */
		async restart(changes: Readonly<Record<string, string>> = {}) {
			await child.stop();
			env = { ...env, ...changes };
			await start();
		},
	};
}

/**
 * Installs a packed community package where n8n's own installer puts it:
 * `<user folder>/.n8n/nodes/node_modules/<name>`. Runtime dependencies are not installed.
 * @param tarball path of the `.tgz` that `npm pack` wrote
 */
async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
	await mkdir(modules, { recursive: true });
	const unpacked = await mkdtemp(join(modules, '.unpacking-'));
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
	const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as {
		name: string;
	};
	await rename(unpacked, join(modules, manifest.name));
}

/** Database migrated, and the server's routes complete. */
export async function isServing(url: string): Promise<boolean> {
	const response = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	await response?.text().catch(() => undefined);
	return response?.ok ?? false;
}

const lastLines = (child: ManagedProcess) => child.log().split('\n').slice(-25).join('\n');
