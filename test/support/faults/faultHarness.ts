import { execa } from 'execa';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nOptions } from '../../../runtime/n8n';
import { NODE_24_BIN } from '../../../runtime/paths';
import { waitFor } from '../../../runtime/polling';
import { deliver } from '../deliver';
import { Executions, type StoredExecution } from '../executions';
import { LOCATION, openHarness, useOpened } from '../harness';
import { builtIn, platformTrigger, publish, workflow } from '../queue/workflows';
import { outcomeOf, type Delivery } from './outcome';
import { openLedger, openReadinessGate } from './servers';

/** The event that starts the workflow which every harness has. */
export const CONTACT = 'ContactCreate';

/** Long enough for a busy machine. */
const PATIENCE_MS = 180_000;

/** Looks closely, for what is to be met in the middle. @throws Error that names it after a while */
export async function until(what: string, happened: () => boolean): Promise<void> {
	await waitFor(what, happened, { timeoutMs: PATIENCE_MS, intervalMs: 5 });
}

/** A real n8n with one workflow, started by contacts that are created on the sandbox. */
export type FaultHarness = Awaited<ReturnType<typeof openFaultHarness>>;

/** The platform sends through a readiness check, as it should where n8n is restarted. */
async function openFaultHarness(options: N8nOptions = {}) {
	const folder = await mkdtemp(join(tmpdir(), 'start-faults-'));
	const diskFull = join(folder, 'disk-full');
	const ledger = await openLedger();
	const gate = await openReadinessGate();
	const env = {
		EXTERNAL_HOOK_FILES: join(__dirname, 'hooks.cjs'),
		DISK_FULL: diskFull,
		N8N_WEBHOOK_URL: gate.url,
		...options.env,
	};
	const harness = await openHarness({ connect: false, ...options, env });
	const { api, n8n, sandbox, use } = harness;
	gate.leadTo(n8n.url);
	const executions = new Executions(async (workflowId, node = '') => {
		const file = join(n8n.userFolder, '.n8n', 'database.sqlite');
		const args = ['--no-warnings', join(__dirname, 'sqlite.cjs'), file, workflowId, node];
		return JSON.parse((await execa(join(NODE_24_BIN, 'node'), args)).stdout) as StoredExecution[];
	});

	// A trigger that registers itself -> a call of the ledger, which counts.
	const registration = { registration: 'automatic', authentication: 'accessToken' };
	const trigger = platformTrigger(
		{ ...registration, events: [CONTACT] },
		use('platformWebhookApi', 'platformTokenApi'),
	);
	const call = { method: 'POST', url: `=${ledger.url}/{{ $json.webhookEventId }}`, options: {} };
	const note = builtIn('httpRequest', 'Note the Run', call, { typeVersion: 4.2 });
	const { id: workflowId, path } = await publish(api, workflow('Contacts', [trigger, note]));
	const url = n8n.url + path;

	/** Sends an event that the platform has signed straight to the line of contacts. */
	async function deliverContact(event: object) {
		const body = JSON.stringify({ type: CONTACT, locationId: LOCATION, ...event });
		return await deliver(url, body, { signature: sandbox.sign(body) });
	}
	/** The deliveries of these events, oldest first. */
	function deliveriesOf(events: readonly string[]): Delivery[] {
		const wanted = new Set(events);
		return sandbox.deliveries().filter(({ webhookEventId }) => wanted.has(webhookEventId));
	}
	/** Waits until the platform has nothing of these events left to send. */
	async function delivered(events: readonly string[]): Promise<void> {
		const areSent = () => deliveriesOf(events).every(({ state }) => state !== 'pending');
		await waitFor('the end of all deliveries', areSent, {
			timeoutMs: PATIENCE_MS,
			intervalMs: 300,
		});
	}
	/** The executions of these events, once none waits or runs. */
	async function settledExecutions(events: readonly string[]): Promise<StoredExecution[]> {
		await executions.settled(workflowId);
		return (await executions.of(workflowId)).filter(({ eventId }) => events.includes(eventId));
	}
	return {
		...harness,
		/** Its trigger listens to `CONTACT` at this address; the platform has that of the check before it. */
		workflowId,
		url,
		executions,
		/** Whether n8n's disk is full, for the starts of executions from now on. */
		setDiskFull: async (isFull: boolean) => await (isFull ? writeFile(diskFull, '') : rm(diskFull)),
		/** Lets so many things happen on the platform. @returns the unique ids of the events */
		emit: (count: number, fields: Record<string, unknown> = {}) =>
			Array.from({ length: count }, (_, number) => {
				const event = { type: CONTACT, locationId: LOCATION, number, ...fields };
				return sandbox.emit(event).webhookEventId;
			}),
		deliver: deliverContact,
		/** A genuine event is accepted; under load it is sent again, as 429 and 503 ask for. */
		async getsThrough(webhookEventId: string) {
			const isAccepted = async () => (await deliverContact({ webhookEventId })).status === 200;
			await waitFor('a genuine event to get through', isAccepted, { timeoutMs: PATIENCE_MS });
		},
		deliveriesOf,
		/** The platform sends each event once more, as if it had not seen the response. */
		async deliverAgain(events: readonly string[]) {
			const first = new Map(
				deliveriesOf(events)
					.reverse()
					.map((one) => [one.webhookEventId, one.id]),
			);
			await Promise.all([...first.values()].map(async (id) => await sandbox.redeliver(id)));
		},
		settledExecutions,
		/** What became of events, once all are delivered and none of their executions runs. */
		async settled(events: readonly string[]) {
			await delivered(events);
			return outcomeOf(events, ledger.runs, await settledExecutions(events));
		},
		async close() {
			await harness.close();
			await gate.close();
			await ledger.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export const useFaultHarness = (options?: Parameters<typeof openFaultHarness>[0]): FaultHarness =>
	useOpened(async () => await openFaultHarness(options));
