import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { run } from '../../../runtime/process';
import { POSTGRES, requireProgram } from '../../../runtime/programs';
import type { StoredExecution } from '../executions';
import { SERVER_ENV, serverFolder, startServer, temporaryPassword, unprivileged } from './server';

const USER = 'n8n';
const DATABASE = 'n8n';

/** A fast shutdown takes a second; after this it is killed, which loses nothing that anybody needs. */
const STOP_MS = 10_000;

/**
 * A fresh Postgres on loopback, with its data in `parent/postgres` and Postgres's own defaults
 * (in particular a real fsync at every commit: what n8n waits for is part of what is measured).
 * @throws Error when it does not start
 */
export async function startPostgres(parent: string, port: number) {
	// A link to one of its programs is not where the others are.
	const programs = dirname(realpathSync(requireProgram(POSTGRES)));
	const folder = await serverFolder(parent, 'postgres');
	const password = temporaryPassword();
	await initialise(programs, folder, password);
	async function query(statement: string, database = DATABASE): Promise<string[]> {
		const stdout = await run(
			join(programs, 'psql'),
			['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', database, '-AtXq', '-c', statement],
			{ env: { ...SERVER_ENV, PGPASSWORD: password }, extendEnv: false },
		);
		return stdout.split('\n').filter((line) => line !== '');
	}

	const start = async () =>
		await startServer({
			name: 'postgres',
			command: join(programs, 'postgres'),
			args: [
				...['-D', join(folder, 'data'), '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
				// Its default folder for sockets belongs to the system's own Postgres.
				...['-c', 'unix_socket_directories='],
			],
			folder,
			port,
			isReady: async () => await query('SELECT 1', 'postgres').then(() => true, () => false),
		});
	let server = await start();

	async function stop(): Promise<void> {
		// SIGINT is Postgres's "fast" shutdown; SIGTERM would wait for its clients.
		await server.stop(STOP_MS, 'SIGINT');
	}

	await query(`CREATE DATABASE ${DATABASE}`, 'postgres').catch(async (cause: Error) => {
		await stop();
		throw new Error(`Postgres refused to create a database: ${cause.message}`, { cause });
	});
	return {
		port,
		/** n8n's settings for this database. */
		env: {
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: password,
		},
		/** As `Executions` reads them. */
		async executions(workflowId: string, node: string): Promise<StoredExecution[]> {
			const rows = await query(
				`SELECT row_to_json(found) FROM (
					SELECT e.id, e.status, round(1000 * extract(epoch FROM e."createdAt")) AS "createdAt",
						coalesce(substring(d.data from '"(evt-[^"]+)"'), '') AS "eventId", strpos(d.data, '"${node}":"') > 0 AS ran
					FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
					WHERE e."workflowId" = '${workflowId}' ORDER BY e.id
				) found`,
			);
			return rows.map((row) => JSON.parse(row) as StoredExecution);
		},
		stop,
		/** After `stop()`, with the data that it had. */
		start: async () => void (server = await start()),
	};
}

async function initialise(programs: string, folder: string, password: string): Promise<void> {
	const passwordFile = join(folder, 'password');
	await writeFile(passwordFile, password);
	const [command, args] = unprivileged(join(programs, 'initdb'), [
		...['-D', join(folder, 'data'), '-U', USER, '-E', 'UTF8', '--locale=C'],
		...['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'],
	]);
	await run(command, args, { env: { ...SERVER_ENV, HOME: folder }, extendEnv: false, cwd: folder });
}
