import type { N8n } from '../../runtime/n8n';
import { connectOAuth2 } from '../../runtime/oauthConnect';
import { Executions } from '../support/queue/executions';
import { packedTarball } from '../../runtime/tarball';
import { SignedSender } from '../support/queue/signedSender';
import { startTopology } from '../support/queue/topology';
import type { Topology } from '../support/queue/topology';
import type { CredentialUse, PublishedWorkflow } from '../support/queue/workflows';

export const LOCATION = 'loc-harbor';

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
export interface Harness extends Topology {
	executions: Executions;
	sender: SignedSender;
	credentials: { key: CredentialUse; token: CredentialUse; oAuth2: CredentialUse };
}

export async function startHarness(): Promise<Harness> {
	const topology = await startTopology({
		tarball: packedTarball(),
		env: SETTINGS,
		workerConcurrency: WORKER_CONCURRENCY,
	});
	const sender = new SignedSender();
	const credentials = await createCredentials(topology, sender.publicKeyPem).catch(
		async (cause: Error) => {
			await topology.stop();
			throw new Error(`The credentials could not be set up: ${cause.message}`, { cause });
		},
	);
	return { ...topology, executions: new Executions(topology.postgres), sender, credentials };
}

async function createCredentials(
	{ api, sandbox }: Topology,
	sendersKey: string,
): Promise<Harness['credentials']> {
	async function create(type: string, data: Record<string, string>): Promise<CredentialUse> {
		const { id, name } = await api.createCredential({ name: type, type, data });
		return { id, name };
	}
	const publicKeys = `${sandbox.control.publicKey().publicKeyPem}\n${sendersKey}`;
	const key = await create('platformWebhookApi', { publicKeys });
	const token = await create('platformTokenApi', {
		accessToken: 'pit-harbor',
		platformUrl: sandbox.url,
		locationId: LOCATION,
	});
	const oAuth2 = await create('platformOAuth2Api', {
		platformUrl: sandbox.url,
		marketplaceUrl: sandbox.url,
		clientId: 'demo-client',
		clientSecret: 'demo-client-secret',
	});
	await connectOAuth2(api, oAuth2.id, { choice: LOCATION });
	return { key, token, oAuth2 };
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
