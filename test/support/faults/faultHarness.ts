import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowDraft } from '../../../runtime/api';
import type { N8nOptions } from '../../../runtime/n8n';
import type { SandboxControl } from '../../../sandbox/createSandbox';
import { deliver } from '../deliver';
import { publish } from '../queue/workflows';
import { LOCATION, openHarness } from '../harness';
import type { StoredExecution } from '../executions';
import { Database } from './database';
import { openLedger } from './ledger';
import { CONTACT, line, type LineOptions } from './lines';
import { openReadinessGate } from './readinessGate';
import { StartFaults } from './startFaults';
import { tally } from './tally';
import { until } from './until';

export type Delivery = ReturnType<SandboxControl['deliveries']>[number];

const SETTLE_MS = 180_000;
const SETTLE_POLL_MS = 300;

/** Keys that were read before a change are used this long at most, as the documents say. */
const KEYS_KEPT_MS = 1_000;

/** A published workflow whose runs the ledger counts. */
export interface Line {
	workflowId: string;
	/** As published last; to be changed and published again. */
	draft: WorkflowDraft;
	/** Of its first trigger, at n8n itself. */
	url: string;
	/** The same behind the readiness check. */
	gatedUrl: string;
}

/** A real n8n with one workflow, started by contacts that are created on the sandbox. */
export type FaultHarness = Awaited<ReturnType<typeof openFaultHarness>>;

/** @param gated the platform sends through a readiness check, as it should where n8n is restarted */
export async function openFaultHarness({ gated = false, ...options }: N8nOptions & { gated?: boolean } = {}) {
	const startFaults = new StartFaults();
	const ledger = await openLedger();
	const gate = await openReadinessGate();
	const env = { ...startFaults.env, ...(gated && { N8N_WEBHOOK_URL: gate.url }), ...options.env };
	const harness = await openHarness({ connect: false, ...options, env });
	const { api, n8n, sandbox } = harness;
	gate.leadTo(n8n.url);
	const database = new Database(n8n.userFolder);

	/** A further workflow, not yet published: see `line`. */
	const draft = (event: string, more?: LineOptions) => line(harness, ledger.url, event, more);
	/** Publishes a workflow that begins with a trigger. */
	async function publishLine(first: WorkflowDraft): Promise<Line> {
		const { id: workflowId, path } = await publish(api, first);
		return { workflowId, draft: first, url: n8n.url + path, gatedUrl: gate.url + path };
	}
	const contacts = await publishLine(draft(CONTACT));

	/** The deliveries of these events, oldest first. */
	function deliveriesOf(events: readonly string[]): Delivery[] {
		const wanted = new Set(events);
		return sandbox.control.deliveries().filter(({ webhookEventId }) => wanted.has(webhookEventId));
	}
	/** Waits until the platform has nothing of these events left to send. */
	async function delivered(events: readonly string[]): Promise<void> {
		const areSent = () => deliveriesOf(events).every(({ state }) => state !== 'pending');
		await until('the end of all deliveries', areSent, SETTLE_MS, SETTLE_POLL_MS);
	}
	/** The executions of a line's events, once none of the line's waits or runs. */
	async function settledExecutions(
		events: readonly string[],
		{ workflowId } = contacts,
	): Promise<StoredExecution[]> {
		await database.executions.settled(workflowId);
		return (await database.executions.of(workflowId)).filter(({ eventId }) => events.includes(eventId));
	}
	return {
		...harness,
		/** Listens to `CONTACT`. */
		line: contacts,
		database,
		ledger,
		startFaults,
		draft,
		publish: publishLine,
		/** Saves changes and publishes them. */
		async publishAgain(published: Line, changed = published.draft) {
			const { nodes, connections } = changed;
			await api.updateWorkflow(published.workflowId, { nodes, connections });
			await api.activate(published.workflowId);
			await api.waitForWebhook(published.url);
			published.draft = changed;
		},
		/** Changes the keys that verify. @returns once the change has taken effect */
		async setKeys(...publicKeys: string[]) {
			await api.updateCredential(harness.credentials.platformWebhookApi, { publicKeys: publicKeys.join('\n') });
			await delay(KEYS_KEPT_MS);
		},
		/** Lets so many things happen on the platform. @returns the unique ids of the events */
		emit: (count: number, type = CONTACT, fields: Record<string, unknown> = {}) =>
			Array.from({ length: count }, (_, number) => {
				const event = { type, locationId: LOCATION, number, ...fields };
				return sandbox.control.emit(event).webhookEventId;
			}),
		/** Sends an event that the platform has signed straight to a line. */
		async deliver({ url }: Line, event: object) {
			const body = JSON.stringify(event);
			return await deliver(url, body, { signature: sandbox.control.sign(body) });
		},
		deliveriesOf,
		delivered,
		/** The platform sends each event once more, as if it had not seen the response. */
		async deliverAgain(events: readonly string[]) {
			const first = new Map(deliveriesOf(events).reverse().map((one) => [one.webhookEventId, one.id]));
			await Promise.all([...first.values()].map(async (id) => await sandbox.control.redeliver(id)));
		},
		settledExecutions,
		/** What became of a line's events, once all are delivered and none of their executions runs. */
		async settled(events: readonly string[], published?: Line) {
			await delivered(events);
			return tally(events, ledger, await settledExecutions(events, published));
		},
		/** What n8n prints from now on. */
		logFromNow() {
			const before = n8n.log().length;
			return () => n8n.log().slice(before);
		},
		async close() {
			await harness.close();
			await gate.close();
			await ledger.close();
			startFaults.remove();
		},
	};
}
