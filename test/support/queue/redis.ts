import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { serverFolder, startServer, temporaryPassword } from './server';

export interface Redis {
	readonly port: number;
	readonly password: string;
	/** n8n's settings for queue mode on this Redis. */
	readonly env: Readonly<Record<string, string>>;
	stop(): Promise<void>;
}

/**
 * A fresh Redis on loopback, nothing kept on disk.
 * @throws Error when it does not start
 */
export async function startRedis(parent: string, port: number): Promise<Redis> {
	const folder = await serverFolder(parent, 'redis');
	const password = temporaryPassword();
	const configuration = join(folder, 'redis.conf');
	// In the folder that only the server may enter; a command line is readable by every user.
	await writeFile(
		configuration,
		[`bind 127.0.0.1`, `port ${port}`, `requirepass ${password}`, 'save ""', 'appendonly no'].join('\n'),
	);
	const server = await startServer({
		name: 'redis',
		command: '/usr/bin/redis-server',
		args: [configuration],
		folder,
		port,
	});
	return {
		port,
		password,
		env: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		stop: async () => {
			await server.stop();
		},
	};
}
