import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../runtime/api';
import { startN8n } from '../../runtime/n8n';
import { packedTarball } from '../../runtime/paths';
import { waitFor } from '../../runtime/polling';
import { run } from '../../runtime/process';
import { builtIn, manualTrigger, publish, workflow } from '../../test/support/queue/workflows';
import { KEY_HEADER } from './load';
import { SIGNER } from './signedBody';

/** The triggers that are published, each before one node that does nothing, and their names. */
export const PEERS = {
	ours: 'Platform Trigger',
	/** Checks a credential as ours does. */
	headerAuth: 'built-in Webhook, Header Auth',
	/** Shows what n8n itself costs. */
	empty: 'community trigger that does nothing',
};

export type Peer = keyof typeof PEERS;

const IDLE_MS = 120_000;

/** A real n8n with our package and the empty trigger's, and the triggers published in it, each before one node. */
export async function startTriggers(
	env: Record<string, string>,
	behind = builtIn('noOp', 'Nothing'),
) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-package-'));
	const tarball = [packedTarball(), await packEmptyTrigger(folder)];
	const n8n = await startN8n({ tarball, env }).finally(
		async () => await rm(folder, { recursive: true }),
	);
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
		const webhook = {
			httpMethod: 'POST',
			path: `${webhookId}/webhook`,
			authentication: 'headerAuth',
			options: {},
		};
		const triggers = {
			ours: manualTrigger({ platformWebhookApi: key }, ['ContactCreate']),
			headerAuth: builtIn('webhook', 'Trigger', webhook, {
				typeVersion: 2.1,
				webhookId,
				credentials: { httpHeaderAuth },
			}),
			empty: {
				name: 'Trigger',
				type: `${EMPTY.name}.emptyTrigger`,
				parameters: {},
				webhookId: randomUUID(),
			},
		};
		const urls = new Map<string, string>();
		for (const [peer, trigger] of Object.entries(triggers)) {
			const draft = workflow(peer, [trigger, behind]);
			urls.set(peer, n8n.url + (await publish(api, draft)).path);
		}
		const isIdle = async () => (await api.countExecutions({ status: ['new', 'running'] })) === 0;
		return {
			/** Address of its production webhook. */
			urlOf: (peer: Peer) => urls.get(peer) ?? '',
			/** Milliseconds of processor time that n8n has used so far. */
			cpuTime: () => cpuTimeOf(n8n.pid),
			/** Bytes that n8n has held at most since the last `forgetPeak`. */
			peakMemory: () =>
				1_024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${n8n.pid}/status`, 'utf8'))?.[1]),
			// 5 sets the peak back (proc(5)).
			forgetPeak: () => writeFileSync(`/proc/${n8n.pid}/clear_refs`, '5'),
			/** Resolves when n8n has run all that it has accepted. */
			idle: async () =>
				void (await waitFor("the end of n8n's executions", isIdle, { timeoutMs: IDLE_MS })),
			stop: n8n.stop,
		};
	} catch (cause) {
		await n8n.stop();
		throw cause;
	}
}

const EMPTY = {
	name: 'n8n-nodes-empty-trigger',
	version: '1.0.0',
	keywords: ['n8n-community-node-package'],
	n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: ['EmptyTrigger.node.js'] },
};

const DESCRIPTION = {
	...{
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		description: 'Accepts everything',
		defaults: { name: 'Empty Trigger' },
	},
	...{ group: ['trigger'], version: 1, inputs: [], outputs: ['main'], properties: [] },
	webhooks: [
		{
			name: 'default',
			httpMethod: 'POST',
			path: 'webhook',
			responseMode: 'onReceived',
			responseData: 'Workflow started',
		},
	],
};

/** Shows what n8n costs for any community trigger: this one does nothing of its own. */
async function packEmptyTrigger(folder: string): Promise<string> {
	const root = join(folder, 'package');
	await mkdir(root);
	await writeFile(join(root, 'package.json'), JSON.stringify(EMPTY));
	const text = `exports.EmptyTrigger = class {
		description = ${JSON.stringify(DESCRIPTION)};
		async webhook() {
			return { workflowData: [[{ json: this.getBodyData() }]] };
		}
	};`;
	await writeFile(join(root, 'EmptyTrigger.node.js'), text);
	const tarball = join(folder, 'package.tgz');
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}

/** Linux counts in hundredths of a second whatever the kernel's own clock (USER_HZ, proc(5)). */
const TICK_MS = 10;

/** CPU time that a process has used so far, threads included, in milliseconds; from Linux's /proc. */
function cpuTimeOf(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name before it stands in brackets and may hold blanks; utime and stime are fields 14 and 15.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
