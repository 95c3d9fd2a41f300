import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { startN8n } from '../../runtime/n8n';
import { packedTarball } from '../../runtime/tarball';
import { builtIn, manualTrigger, publish, workflow } from '../../test/support/queue/workflows';
import { cpuTimeOf } from './cpuTime';
import { KEY_HEADER } from './load';
import { EMPTY_TRIGGER_TYPE } from './emptyTrigger';
import { SIGNER } from './rawDelivery';

/** What is published, each as the start of a workflow of one node that does nothing. */
export type Peer =
	| 'ours'
	/** n8n's Webhook that checks a credential as ours does. */
	| 'headerAuth'
	/** A community trigger that does nothing. */
	| 'empty';

export const PEERS: readonly Peer[] = ['ours', 'headerAuth', 'empty'];

export interface Triggers {
	/** Address of its production webhook. */
	urlOf(peer: Peer): string;
	/** Milliseconds of processor time that n8n has used so far. */
	cpuTime(): number;
	/** Resolves when n8n has run all that it has accepted. */
	idle(): Promise<void>;
	stop(): Promise<void>;
}

const POLL_MS = 100;
const IDLE_MS = 120_000;

/** A real n8n with our package and the empty trigger's, and the triggers published in it. */
export async function startTriggers(emptyTrigger: string, env: Record<string, string>): Promise<Triggers> {
	const n8n = await startN8n({ tarball: [packedTarball(), emptyTrigger], env });
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credential = async (type: string, data: Record<string, string>) => {
			const { id } = await api.createCredential({ name: type, type, data });
			return { id, name: type };
		};
		const key = await credential('platformWebhookApi', { publicKeys: SIGNER.publicKeyPem });
		const httpHeaderAuth = await credential('httpHeaderAuth', KEY_HEADER);
		const webhookId = randomUUID();
		const webhook = { httpMethod: 'POST', path: `${webhookId}/webhook`, authentication: 'headerAuth', options: {} };
		const triggers = {
			ours: manualTrigger(key, ['ContactCreate']),
			headerAuth: builtIn('webhook', 'Trigger', webhook, { typeVersion: 2.1, webhookId, credentials: { httpHeaderAuth } }),
			empty: { name: 'Trigger', type: EMPTY_TRIGGER_TYPE, parameters: {}, webhookId: randomUUID() },
		};
		const urls = new Map<Peer, string>();
		for (const peer of PEERS) {
			const draft = workflow(peer, [triggers[peer], builtIn('noOp', 'Nothing')]);
			urls.set(peer, n8n.url + (await publish(api, draft)).path);
		}
		return {
			urlOf: (peer) => urls.get(peer) ?? '',
			cpuTime: () => cpuTimeOf([n8n.pid]),
			async idle() {
				const deadline = Date.now() + IDLE_MS;
				while ((await api.countExecutions({ status: ['new', 'running'] })) > 0) {
					if (Date.now() > deadline) throw new Error('n8n did not finish its executions');
					await delay(POLL_MS);
				}
			},
			stop: async () => await n8n.stop(),
		};
	} catch (cause) {
		await n8n.stop();
		throw cause;
	}
}
