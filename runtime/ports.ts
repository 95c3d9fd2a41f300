/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports are drawn from below the range that Linux, macOS and Windows hand out for outgoing
 * connections, so that no client socket takes a server's port while that server restarts.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 30_000;

/** Enough draws that a machine with thousands of listeners still finds one. */
const MAX_DRAWS = 100;

/** True when nothing listens on the loopback port at this moment. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const probe = createServer();
		probe.once('error', () => resolve(false));
		probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			probe.close(() => resolve(true));
		});
	});
}

/**
 * Different loopback ports that are free now.
 *
 * Nothing reserves them: the caller starts its server soon and draws again when it was beaten to it.
 * @throws Error when the machine has no free port left in the range
 */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	for (let draw = 0; draw < MAX_DRAWS && ports.size < count; draw++) {
		const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
		if (!ports.has(port) && (await isPortFree(port))) ports.add(port);
	}
	if (ports.size < count) {
		throw new Error(`Found no ${count} free ports between ${LOWEST_PORT} and ${HIGHEST_PORT}`);
	}
	return [...ports];
}
