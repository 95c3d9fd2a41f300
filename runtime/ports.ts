import getPort, { portNumbers } from 'get-port';
import { randomInt } from 'node:crypto';

/**
 * Different loopback ports that are free now. They lie below the range for outgoing connections, so that
 * no client takes a server's port while the server restarts; at random, since other runs draw too.
 */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = portNumbers(randomInt(20_000, 29_000), 30_000);
		ports.add(await getPort({ host: '127.0.0.1', port }));
	}
	return [...ports];
}
