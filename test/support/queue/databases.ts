import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { run } from '../../../runtime/process';
import { POSTGRES, REDIS, requireProgram } from '../../../runtime/programs';
import { Executions, type StoredExecution } from '../executions';
import { composeServices } from './compose';
import { SERVER_ENV, serverFolder, startServer, unprivileged } from './server';

/** Of Postgres's user and its database. */
const NAME = 'n8n';

/** Arguments, none of which has a blank. */
const words = (text: string) => text.split(' ');

/** A fast shutdown takes a second; after this it is killed, which loses nothing that anybody needs. */
const STOP_MS = 10_000;

/**
 * A fresh Postgres on loopback, with its data in `parent/postgres` and Postgres's own defaults
 * (in particular a real fsync at every commit: what n8n waits for is part of what is tested).
 */
export async function startPostgres(parent: string, port: number) {
	// A link to one of its programs is not where the others are.
	const program = (name: string) => join(dirname(realpathSync(requireProgram(POSTGRES))), name);
	const folder = await serverFolder(parent, 'postgres');
	const data = join(folder, 'data');
	const options = { env: SERVER_ENV, extendEnv: false, cwd: folder };
	const cluster = words(`-D ${data} -U ${NAME} -E UTF8 --locale=C --auth=trust`);
	await run(...unprivileged(program('initdb'), cluster), options);
	async function query(statement: string, database = NAME): Promise<string[]> {
		const connection = words(`-h 127.0.0.1 -p ${port} -U ${NAME} -d ${database} -AtXq -c`);
		const stdout = await run(program('psql'), [...connection, statement], options);
		return stdout.split('\n').filter((line) => line !== '');
	}
	const server = await startServer({
		name: 'postgres',
		command: program('postgres'),
		folder,
		port,
		// Its default folder for sockets belongs to the system's own Postgres.
		args: words(`-D ${data} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`),
		isReady: async () =>
			await query('SELECT 1', 'postgres').then(
				() => true,
				() => false,
			),
	});
	await query(`CREATE DATABASE ${NAME}`, 'postgres');
	return {
		/** n8n's settings for this database. */
		env: {
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: NAME,
			DB_POSTGRESDB_USER: NAME,
			DB_POSTGRESDB_PASSWORD: '',
		},
		executions: new Executions(async (workflowId, node = '') => {
			const rows = await query(
				`SELECT row_to_json(found) FROM (
					SELECT e.id, e.status, round(1000 * extract(epoch FROM e."createdAt")) AS "createdAt",
						coalesce(substring(d.data from '"(evt-[^"]+)"'), '') AS "eventId", strpos(d.data, '"${node}":"') > 0 AS ran
					FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
					WHERE e."workflowId" = '${workflowId}' ORDER BY e.id
				) found`,
			);
			return rows.map((row) => JSON.parse(row) as StoredExecution);
		}),
		/** SIGINT is Postgres's "fast" shutdown; SIGTERM would wait for its clients. */
		stop: async () => void (await server.stop(STOP_MS, 'SIGINT')),
	};
}

/** A Redis on loopback, with the arguments that users are given in compose.yaml. */
export async function startRedis(parent: string, port: number) {
	const folder = await serverFolder(parent, 'redis');
	const password = 'password-of-the-test';
	const configuration = join(folder, 'redis.conf');
	const shipped = (composeServices().redis.command as string[]).slice(1).join(' ').split('--');
	const lines = ['bind 127.0.0.1', `port ${port}`, `dir ${folder}`, ...shipped];
	await writeFile(configuration, lines.join('\n').replace('${REDIS_PASSWORD}', password));
	const command = requireProgram(REDIS);
	const start = async () =>
		await startServer({ name: 'redis', command, args: [configuration], folder, port });
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
		start: async () => void (server = await start()),
	};
}
