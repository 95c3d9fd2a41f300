import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { composeServices } from './compose';
import { REDIS, requireProgram } from '../../../runtime/programs';
import { serverFolder, startServer, temporaryPassword } from './server';

/**
 * A Redis on loopback, with the arguments that users are given in compose.yaml.
 * @throws Error when it does not start
 */
export async function startRedis(parent: string, port: number) {
	const folder = await serverFolder(parent, 'redis');
	const password = temporaryPassword();
	const configuration = join(folder, 'redis.conf');
	// In the folder that only the server may enter; a command line is readable by every user.
	const shipped = (composeServices().redis.command as string[]).slice(1).join(' ').split('--');
	const lines = [`bind 127.0.0.1`, `port ${port}`, `dir ${folder}`, ...shipped];
	await writeFile(configuration, lines.join('\n').replace('${REDIS_PASSWORD}', password));
	const start = async () =>
		await startServer({
			name: 'redis',
			command: requireProgram(REDIS),
			args: [configuration],
			folder,
			port,
		});
	let server = await start();
	return {
		port,
		password,
		/** n8n's settings for this Redis. */
		env: {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_PASSWORD: password,
		},
		stop: async () => void (await server.stop()),
		/** SIGKILL, as a crash would; `start()` starts it again. */
		kill: async () => void (await server.kill()),
		/** @param empty without what it had kept on disk */
		async start({ empty } = { empty: false }) {
			if (empty) await rm(join(folder, 'appendonlydir'), { recursive: true });
			server = await start();
		},
	};
}
