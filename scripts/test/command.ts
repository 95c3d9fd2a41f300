/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions, no-console -- runs on a developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { livingInGroup } from '../../runtime/processGroup';

/** How long a step may take to end after it was asked to. */
const GRACE_MS = 10_000;

/** A sign of life for logs, since one test file with a real n8n can take minutes. */
const HEARTBEAT_MS = 60_000;

const isWindows = process.platform === 'win32';

export interface CommandOutcome {
	/** Undefined when all is well, else why the command counts as failed. */
	failure?: string;
	seconds: number;
}

/** Set while a command runs. */
let stopCurrent: (() => Promise<void>) | undefined;

/** Ends the running command with everything that it started, and waits until it is gone. */
export async function stopCurrentCommand(): Promise<void> {
	await stopCurrent?.();
}

/**
 * Runs Node with the given arguments in a process group of its own, so that the time limit and
 * Ctrl-C end the servers that a suite started too. Processes of the group that outlive the
 * command are a failure, and are ended.
 */
export async function runNode(
	args: string[],
	options: {
		cwd: string;
		name: string;
		timeLimitMinutes: number;
		/** Added to this process's own. */
		env?: Record<string, string>;
	},
): Promise<CommandOutcome> {
	const started = Date.now();
	const seconds = () => (Date.now() - started) / 1000;
	const child = spawn(process.execPath, args, {
		cwd: options.cwd,
		stdio: ['ignore', 'inherit', 'inherit'],
		detached: !isWindows,
		env: { ...process.env, ...options.env },
	});
	const ended = new Promise<string | undefined>((resolve) => {
		child.on('error', (error) => resolve(error.message));
		child.on('exit', (code, signal) =>
			resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
		);
	});
	const signalGroup = (signal: NodeJS.Signals) => {
		if (child.pid === undefined) return;
		try {
			process.kill(isWindows ? child.pid : -child.pid, signal);
		} catch {
			// The group is gone, which is what was wanted.
		}
	};
	const stop = async () => {
		signalGroup('SIGTERM');
		const impatience = setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
		await ended;
		clearTimeout(impatience);
		signalGroup('SIGKILL');
	};
	stopCurrent = stop;

	let timedOut = false;
	const limit = setTimeout(() => {
		timedOut = true;
		void stop();
	}, options.timeLimitMinutes * 60_000);
	const heartbeat = setInterval(
		() => console.log(`… ${options.name} is running, ${Math.round(seconds())} s`),
		HEARTBEAT_MS,
	);
	try {
		const failure = await ended;
		if (timedOut)
			return { failure: `ended after ${options.timeLimitMinutes} minutes`, seconds: seconds() };
		const left = child.pid === undefined ? [] : await livingInGroup(child.pid);
		if (left.length === 0) return { failure, seconds: seconds() };
		signalGroup('SIGKILL');
		return { failure: failure ?? `left running: ${left.join('; ')}`, seconds: seconds() };
	} finally {
		clearTimeout(limit);
		clearInterval(heartbeat);
		stopCurrent = undefined;
	}
}
