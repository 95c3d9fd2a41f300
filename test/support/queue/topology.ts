import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../../runtime/api';
import { startN8n, type N8n, type N8nCommand } from '../../../runtime/n8n';
import { freePorts } from '../../../runtime/ports';
import { createSandbox } from '../../../sandbox/createSandbox';
import { processesUsing } from '../processes';
import { CleanUp } from './cleanUp';
import { composeServices } from './compose';
import { startNginx } from './nginx';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

export interface TopologyOptions {
	/** The packed package; installed into every process, as each reads its own folder. */
	tarball: string;
	/** Further settings of every n8n process. */
	env?: Readonly<Record<string, string>>;
	/** Executions that one worker runs at once. */
	workerConcurrency: number;
}

/**
 * n8n in queue mode on this machine, with the settings and the nginx.conf that users are given:
 *
 *     sandbox ──> nginx ──> webhook processors (2) ──> Redis ──> workers (2)
 *                   └─────> main                    all on Postgres
 *
 * Starts all of it; ready when it returns. What had been started is stopped when a part fails.
 * @throws Error of the part that did not start
 */
export async function startTopology(options: TopologyOptions) {
	const cleanUp = new CleanUp();
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-mode-'));
	// The servers' unprivileged user passes through to its own folders, and sees no others.
	await chmod(folder, 0o711);
	cleanUp.add(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return await startParts(options, folder, cleanUp).catch(async (cause: Error) => {
		await cleanUp.run();
		throw new Error(`Queue mode did not start: ${cause.message}`, { cause });
	});
}

async function startParts(options: TopologyOptions, folder: string, cleanUp: CleanUp) {
	const [postgresPort, redisPort, nginxPort, ...n8nPorts] = await freePorts(8);
	const [mainPort, webhookPort1, webhookPort2, workerPort1, workerPort2] = n8nPorts;

	const sandbox = await createSandbox();
	cleanUp.add(async () => await sandbox.close());
	const postgres = await startPostgres(folder, postgresPort);
	cleanUp.add(async () => await postgres.stop());
	const redis = await startRedis(folder, redisPort);
	cleanUp.add(async () => await redis.stop());
	const webhookPorts = [webhookPort1, webhookPort2];
	const nginx = await startNginx(folder, { port: nginxPort, mainPort, webhookPorts });
	cleanUp.add(async () => await nginx.stop());
	const { url } = nginx;

	const shipped = Object.entries(composeServices()['n8n-main'].environment ?? {});
	const env = {
		...Object.fromEntries(shipped.map(([name, value]) => [name, String(value)])),
		...postgres.env,
		...redis.env,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		...options.env,
	};
	async function start(command: N8nCommand, port: number, args: string[] = []): Promise<N8n> {
		const userFolder = join(folder, `${command}-${port}`);
		await mkdir(userFolder);
		const n8n = await startN8n({ command, port, args, env, userFolder, tarball: options.tarball });
		cleanUp.add(async () => await n8n.stop());
		return n8n;
	}

	// The main process alone creates the tables, so it comes first.
	const main = await start('start', mainPort);
	const concurrency = [`--concurrency=${options.workerConcurrency}`];
	const [webhook1, webhook2, worker1, worker2] = await allOrFirstFailure([
		start('webhook', webhookPort1),
		start('webhook', webhookPort2),
		start('worker', workerPort1, concurrency),
		start('worker', workerPort2, concurrency),
	]);
	const api = new N8nApi(url);
	await api.setUpOwner();

	return {
		folder,
		sandbox,
		postgres,
		redis,
		main,
		webhookProcessors: [webhook1, webhook2],
		workers: [worker1, worker2],
		/** Logged in as the owner, through nginx. */
		api,
		/** Of nginx. */
		url,
		/** Stops everything and removes the folder. @returns what still runs in spite of it */
		async stop() {
			await cleanUp.run();
			return processesUsing(folder);
		},
	};
}

/** Waits for all even when one fails, so that every one that did start is known to the clean-up. */
async function allOrFirstFailure<T>(starts: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(starts);
	return await Promise.all(starts);
}
