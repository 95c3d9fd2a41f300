import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../runtime/api';
import { startN8n } from '../runtime/n8n';
import { packedTarball } from '../runtime/paths';
import { waitFor } from '../runtime/polling';
import { run } from '../runtime/process';
import { deliver, inLanes } from '../test/support/deliver';
import { createSigningKey } from '../test/support/keys';
import { builtIn, manualTrigger, publish, workflow } from '../test/support/queue/workflows';

/** The triggers that are published, each before one node that does nothing, and their names. */
export const PEERS = {
	ours: 'Platform Trigger',
	/** Checks a credential as ours does. */
	headerAuth: 'built-in Webhook, Header Auth',
	/** Shows what n8n itself costs. */
	empty: 'community trigger that does nothing',
};

export type Peer = keyof typeof PEERS;

/** Events that are sent, over ten connections unless given otherwise: as many as a platform usually makes to one receiver. */
export interface Load {
	amount: number;
	connections?: number;
	/** Sends a signature of the right form that belongs to another body, and another key. */
	isForged?: boolean;
}

/** What a load has measured. */
export type Turn = Awaited<ReturnType<Awaited<ReturnType<typeof startTriggers>>['load']>>;

const IDLE_MS = 120_000;
const ACCEPTED = 200;
const REJECTED = { ours: 401, headerAuth: 403, empty: ACCEPTED };

/** The credential of n8n's Header Auth, which every event carries beside its signature. */
const KEY = { name: 'x-key', value: 'some-value' };
const SIGNER = createSigningKey();

let sent = 0;

/** An event of about 300 bytes that no trigger has seen. */
function nextEvent(): string {
	const number = (sent += 1);
	return JSON.stringify({
		type: 'ContactCreate',
		webhookEventId: `evt-${number}`,
		contactId: `contact-${number}`,
		email: `somebody.${number}@example.com`,
		locationId: 'loc-harbor',
		note: 'x'.repeat(150),
	});
}

/** A real n8n with our package and the empty trigger's, and the triggers published in it. */
export async function startTriggers(env: Record<string, string>) {
	const folder = await mkdtemp(join(tmpdir(), 'bench-package-'));
	const tarball = [packedTarball(), await packEmptyTrigger(folder)];
	const n8n = await startN8n({ tarball, env }).finally(
		async () => await rm(folder, { recursive: true }),
	);
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credential = async (type: string, data: Record<string, string>) => ({
			[type]: await api.createCredential({ name: type, type, data }),
		});
		const key = await credential('platformWebhookApi', { publicKeys: SIGNER.publicKeyPem });
		const credentials = await credential('httpHeaderAuth', KEY);
		const webhookId = randomUUID();
		const path = `${webhookId}/webhook`;
		const webhook = { httpMethod: 'POST', path, authentication: 'headerAuth', options: {} };
		const empty = { type: `${EMPTY.name}.emptyTrigger`, parameters: {}, webhookId: randomUUID() };
		const triggers = {
			ours: manualTrigger(key, ['ContactCreate']),
			headerAuth: builtIn('webhook', 'Trigger', webhook, {
				...{ typeVersion: 2.1, webhookId, credentials },
			}),
			empty: { name: 'Trigger', ...empty },
		};
		const urls = new Map<string, string>();
		for (const [peer, trigger] of Object.entries(triggers)) {
			const draft = workflow(peer, [trigger, builtIn('noOp', 'Nothing')]);
			urls.set(peer, n8n.url + (await publish(api, draft)).path);
		}
		const isIdle = async () => (await api.countExecutions({ status: ['new', 'running'] })) === 0;
		return {
			/**
			 * Sends events, each once: every connection sends the next one when it has its response. Returns when n8n has run
			 * all that it has accepted.
			 * @throws Error at a response of another status than the expected one
			 */
			async load(peer: Peer, { amount, connections = 10, isForged }: Load) {
				const url = urls.get(peer)!;
				const expected = isForged ? REJECTED[peer] : ACCEPTED;
				// Signing costs as much as verifying, so it is done beforehand.
				const events = Array.from({ length: amount }, () => {
					const body = nextEvent();
					return { body, signature: SIGNER.sign(isForged ? `${body} ` : body) };
				});
				const key = isForged ? 'another-value' : KEY.value;
				const cpuBefore = cpuTimeOf(n8n.pid);
				// 5 sets the peak of the memory back (proc(5)).
				writeFileSync(`/proc/${n8n.pid}/clear_refs`, '5');
				const begun = performance.now();
				await inLanes(amount, connections, async (index) => {
					const { body, signature } = events[index];
					const rawHeaders = [
						...['content-type', 'application/json', KEY.name, key],
						...['x-platform-signature', signature],
					];
					const { status } = await deliver(url, body, { rawHeaders });
					if (status !== expected) throw new Error(`${url} responded ${status}, not ${expected}`);
				});
				const seconds = (performance.now() - begun) / 1_000;
				await waitFor("the end of n8n's executions", isIdle, { timeoutMs: IDLE_MS });
				const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${n8n.pid}/status`, 'utf8'))!;
				return {
					'responses a second': amount / seconds,
					's to the last response': seconds,
					/** The executions included. */
					'ms of processor time each': (cpuTimeOf(n8n.pid) - cpuBefore) / amount,
					"MB of n8n's memory at its peak": (Number(peak) * 1_024) / 1e6,
				};
			},
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

/** This one does nothing of its own. */
const EMPTY_TRIGGER = `exports.EmptyTrigger = class {
	description = {
		displayName: 'Empty Trigger', name: 'emptyTrigger', description: 'Accepts everything', defaults: { name: 'Empty Trigger' },
		group: ['trigger'], version: 1, inputs: [], outputs: ['main'], properties: [],
		webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived', responseData: 'Workflow started' }],
	};
	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};`;

async function packEmptyTrigger(folder: string): Promise<string> {
	const root = join(folder, 'package');
	await mkdir(root);
	await writeFile(join(root, 'package.json'), JSON.stringify(EMPTY));
	await writeFile(join(root, 'EmptyTrigger.node.js'), EMPTY_TRIGGER);
	const tarball = join(folder, 'package.tgz');
	await run('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}

/** CPU time that a process has used so far, threads included, in milliseconds; from Linux's /proc. */
function cpuTimeOf(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name before it stands in brackets and may hold blanks; utime and stime are fields 14 and 15.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// Linux counts in hundredths of a second whatever the kernel's own clock (USER_HZ).
	return (Number(fields[11]) + Number(fields[12])) * 10;
}
