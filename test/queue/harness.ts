import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../runtime/api';
import { startN8n, type N8n, type N8nCommand } from '../../runtime/n8n';
import { freePorts } from '../../runtime/ports';
import { packedTarball } from '../../runtime/paths';
import { createSandbox } from '../../sandbox/createSandbox';
import { deliver } from '../support/deliver';
import { createCredentials, LOCATION } from '../support/harness';
import { composeServices } from '../support/queue/compose';
import { startPostgres, startRedis } from '../support/queue/databases';
import { startNginx } from '../support/queue/nginx';

/**
 * Settings of every process. Each differs from n8n's default for a reason:
 * - the legacy expression engine, since two cores run ten processes here
 * - locks of dead workers run out in seconds and not in a minute, so that nobody waits for them
 */
const SETTINGS = {
	N8N_EXPRESSION_ENGINE: 'legacy',
	QUEUE_WORKER_LOCK_DURATION: '8000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '4000',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
} as const;

/** Two workers with 30 each take 60 executions at once. */
const CONCURRENCY = ['--concurrency=30'];

/** An event that no receiver has seen. */
export function newEvent(type: string, fields: Record<string, unknown> = {}) {
	const id = `evt-${randomUUID()}`;
	return {
		id,
		body: JSON.stringify({ type, webhookEventId: id, locationId: LOCATION, ...fields }),
	};
}

export type Event = ReturnType<typeof newEvent>;

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/**
 * n8n in queue mode on this machine, with the settings and the nginx.conf that users are given:
 *
 *     sandboxes ──> nginx ──> webhook processors (2) ──> Redis ──> workers (2)
 *                     └─────> main                    all on Postgres
 *
 * Starts all but the workers; ready when it returns. What had been started is stopped when a part fails.
 */
export async function startHarness() {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-mode-'));
	// The servers' unprivileged user passes through to its own folders, and sees no others.
	await chmod(folder, 0o711);
	/** Functions that stop what was started, the last first. */
	const undo = [async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 })];
	const stop = async () => {
		const failures: unknown[] = [];
		for (const step of undo.splice(0).reverse())
			await step().catch((failure: unknown) => failures.push(failure));
		if (failures.length > 0) throw new AggregateError(failures, 'Could not clean up');
	};
	try {
		const parts = await startParts(folder, undo);
		const close = async () => {
			const violations = Object.values(parts.platforms).flatMap((each) =>
				each.sandbox.violations(),
			);
			await stop();
			// All requests of the nodes kept to the contract.
			expect(violations).toEqual([]);
		};
		return { ...parts, close };
	} catch (cause) {
		await stop();
		throw cause;
	}
}

async function startParts(folder: string, undo: Array<() => Promise<void>>) {
	const [postgresPort, redisPort, nginxPort, mainPort, ...webhookPorts] = await freePorts(6);
	const stopAtEnd = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
		undo.push(part.stop);
		return part;
	};
	const sandbox = await createSandbox();
	undo.push(sandbox.close);
	const postgres = stopAtEnd(await startPostgres(folder, postgresPort));
	const redis = stopAtEnd(await startRedis(folder, redisPort));
	const { url } = stopAtEnd(await startNginx(folder, { port: nginxPort, mainPort, webhookPorts }));

	const shipped = Object.entries(composeServices()['n8n-main'].environment ?? {});
	const env = {
		...Object.fromEntries(shipped.map(([name, value]) => [name, String(value)])),
		...postgres.env,
		...redis.env,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		...SETTINGS,
	};
	const start = async (command: N8nCommand, port: number, args: string[] = []) => {
		const userFolder = join(folder, `${command}-${port}`);
		await mkdir(userFolder);
		return stopAtEnd(
			await startN8n({ command, port, args, env, userFolder, tarball: packedTarball() }),
		);
	};
	// The main process alone creates the tables, so it comes first.
	const main = await start('start', mainPort);
	const starts = webhookPorts.map(async (port) => await start('webhook', port));
	// All of them even when one fails, so that every one that did start is known to what undoes it.
	await Promise.allSettled(starts);
	const webhookProcessors = await Promise.all(starts);
	const workers: N8n[] = [];
	const api = new N8nApi(url);
	await api.setUpOwner();
	const { use } = await createCredentials(api, sandbox, { connect: false });
	const highLevel = await createSandbox({ profile: 'highLevel' });
	undo.push(highLevel.close);
	const ofHighLevel = await createCredentials(api, highLevel, { connect: false });
	return {
		sandbox,
		/** The two forms of the API. */
		platforms: {
			contract: { sandbox, use },
			highLevel: { sandbox: highLevel, use: ofHighLevel.use },
		},
		postgres,
		redis,
		main,
		use,
		executions: postgres.executions,
		webhookProcessors,
		/** Starts one of the two workers, unless it runs. */
		async startWorker(index: 0 | 1): Promise<N8n> {
			if (workers[index] === undefined) {
				const [port] = await freePorts(1);
				workers[index] = await start('worker', port, CONCURRENCY);
			} else if (workers[index].exit()) await workers[index].restart();
			return workers[index];
		},
		/** Logged in as the owner, through nginx. */
		api,
		/** Address of nginx. */
		url,
		/** Sends an event, signed by the platform, at a chosen moment. @returns the status; undefined when none came */
		send: async (address: string, { body }: Event) =>
			(await deliver(address, body, { signature: sandbox.sign(body) })).status,
	};
}
