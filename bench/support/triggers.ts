/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on a developer's machine, never inside n8n */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { N8nApi } from '../../runtime/api';
import { startN8n } from '../../runtime/n8n';
import { packedTarball } from '../../runtime/tarball';
import { builtIn, manualTrigger, publish, workflow } from '../../test/support/queue/workflows';
import { EMPTY_TRIGGER_TYPE } from './emptyTrigger';
import { SIGNER } from './rawDelivery';

/** Addresses of production webhooks; each starts the same workflow of one node that does nothing. */
export interface Triggers {
	ours: string;
	/** Ours, with deduplication off. */
	oursRepeating: string;
	empty: string;
	emptyRejecting: string;
	/** Empty triggers that read a credential, and note each accepted event in the static data. */
	diligent: string;
	diligentRejecting: string;
	builtIn: string;
	/** Resolves when n8n has run all that it has accepted. */
	idle(): Promise<void>;
	stop(): Promise<void>;
}

const POLL_MS = 100;
const IDLE_MS = 120_000;

/** A real n8n with our package and the empty one, and the three triggers published in it. */
export async function startTriggers(
	emptyTrigger: string,
	env: Record<string, string>,
): Promise<Triggers> {
	const n8n = await startN8n({ tarball: [packedTarball(), emptyTrigger], env });
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const { id } = await api.createCredential({
			name: 'Key',
			type: 'platformWebhookApi',
			data: { publicKeys: SIGNER.publicKeyPem },
		});
		const urlOf = async (name: string, trigger: Parameters<typeof workflow>[1][number]) => {
			const draft = workflow(name, [trigger, builtIn('noOp', 'Nothing')]);
			return n8n.url + (await publish(api, draft)).path;
		};
		const header = await api.createCredential({
			name: 'Header',
			type: 'httpHeaderAuth',
			data: { name: 'X-Key', value: 'some-value' },
		});
		const empty = (parameters: { reject?: boolean; diligent?: boolean }) => ({
			name: 'Trigger',
			type: EMPTY_TRIGGER_TYPE,
			parameters,
			credentials: { httpHeaderAuth: { id: header.id, name: 'Header' } },
			webhookId: randomUUID(),
		});
		const key = { id, name: 'Key' };
		const ours = (settings = {}) => manualTrigger(key, ['ContactCreate'], settings);
		const path = randomUUID();
		const webhook = builtIn(
			'webhook',
			'Trigger',
			{ httpMethod: 'POST', path: `${path}/webhook`, responseMode: 'onReceived', options: {} },
			{ typeVersion: 2, webhookId: path },
		);
		return {
			ours: await urlOf('Ours', ours()),
			oursRepeating: await urlOf('Ours, duplicates kept', ours({ deduplicate: false })),
			empty: await urlOf('Empty', empty({})),
			emptyRejecting: await urlOf('Empty, rejecting', empty({ reject: true })),
			diligent: await urlOf('Diligent', empty({ diligent: true })),
			diligentRejecting: await urlOf('Diligent, rejecting', empty({ reject: true, diligent: true })),
			builtIn: await urlOf('Built-in', webhook),
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
