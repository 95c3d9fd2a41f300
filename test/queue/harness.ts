import type { N8n } from '../../runtime/n8n';
import { createCredentials } from '../support/harness';
import { Executions } from '../support/executions';
import { packedTarball } from '../../runtime/tarball';
import { SignedSender } from '../support/queue/signedSender';
import { startTopology } from '../support/queue/topology';
import type { PublishedWorkflow } from '../support/queue/workflows';

/**
 * Settings of every process. Each differs from n8n's default for a reason:
 * - the legacy expression engine, since two cores run ten processes here; the throughput tests
 *   measure the default one too
 * - locks of dead workers run out in seconds and not in a minute, so that nobody waits for them
 */
export const SETTINGS = {
	N8N_EXPRESSION_ENGINE: 'legacy',
	QUEUE_WORKER_LOCK_DURATION: '8000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '4000',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
} as const;

/** Two workers with 30 each take 60 executions at once. */
export const WORKER_CONCURRENCY = 30;

/** The running topology with the credentials that every test needs. */
export type Harness = Awaited<ReturnType<typeof startHarness>>;

export async function startHarness() {
	const topology = await startTopology({
		tarball: packedTarball(),
		env: SETTINGS,
		workerConcurrency: WORKER_CONCURRENCY,
	});
	const { api, sandbox, postgres } = topology;
	const sender = new SignedSender();
	const made = createCredentials(api, sandbox, { connect: true, furtherKey: sender.publicKeyPem });
	const { use } = await made.catch(async (cause: Error) => {
		await topology.stop();
		throw new Error(`The credentials could not be set up: ${cause.message}`, { cause });
	});
	return { ...topology, executions: new Executions(async (workflowId, node = '') => await postgres.executions(workflowId, node)), sender, use };
}

/** The processor to which nginx sends the path; undefined when none responds. */
export async function processorOf(
	{ url, webhookProcessors, sender }: Harness,
	{ path }: PublishedWorkflow,
): Promise<N8n | undefined> {
	// Not selected by any trigger, so it starts nothing.
	const { servedBy } = await sender.send(`${url}${path}`, sender.event('Nobody.listens'));
	return webhookProcessors.find(({ port }) => String(port) === servedBy);
}
