import { chown, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { waitFor } from '../../../runtime/polling';
import { startProcess } from '../../../runtime/process';

/** `nobody` and its group: on every Debian, owner of nothing. */
const UNPRIVILEGED_ID = 65534;

/** A cold Postgres needs 2 s, the others less; under load several times that. */
const READY_MS = 60_000;

const isRoot = process.getuid?.() === 0;

/** The environment of Debian's servers: a PATH, and messages in English. */
export const SERVER_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' } as const;

/** Creates a folder that the servers may write to. Postgres refuses to run as root, so root gives it away. */
export async function serverFolder(parent: string, name: string): Promise<string> {
	const folder = join(parent, name);
	await mkdir(folder, { mode: 0o700 });
	if (isRoot) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
	return folder;
}

/**
 * The command line that runs a program as an unprivileged user. `setpriv` (util-linux) has the kernel end it when this
 * process is gone, also by a SIGKILL.
 */
export function unprivileged(command: string, args: readonly string[]): [string, string[]] {
	const user = isRoot
		? [`--reuid=${UNPRIVILEGED_ID}`, `--regid=${UNPRIVILEGED_ID}`, '--clear-groups']
		: [];
	return ['setpriv', [...user, '--pdeathsig=KILL', '--', command, ...args]];
}

interface ServerOptions {
	name: string;
	command: string;
	args: readonly string[];
	folder: string;
	port: number;
	/** For a server that accepts connections before it responds. */
	isReady?: () => Promise<boolean>;
}

/**
 * Starts one of Debian's servers unprivileged and waits until it is ready.
 * @throws Error with the end of its log when it ends before, or takes too long
 */
export async function startServer({
	name,
	folder,
	port,
	isReady = async () => await acceptsConnections(port),
	...rest
}: ServerOptions) {
	const [command, args] = unprivileged(rest.command, rest.args);
	const env = { ...SERVER_ENV, HOME: folder };
	const server = await startProcess({
		name,
		command,
		args,
		env,
		cwd: folder,
		logFile: join(folder, `${name}.log`),
	});
	const ready = async () => {
		if (server.exit()) throw new Error(`${name} has ended`);
		return await isReady();
	};
	await waitFor(name, ready, { timeoutMs: READY_MS }).catch(async (cause: Error) => {
		await server.kill();
		throw new Error(`${cause.message}:\n${server.log().slice(-2000)}`, { cause });
	});
	return server;
}

async function acceptsConnections(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
