import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowDraft } from '../../../runtime/api';
import type { N8nOptions } from '../../../runtime/n8n';
import type { SandboxControl } from '../../../sandbox/createSandbox';
import { deliver } from '../deliver';
import type { Delivered } from '../deliver';
import { publish } from '../queue/workflows';
import { LOCATION, openHarness } from '../harness';
import type { Harness } from '../harness';
import { Database } from './database';
import type { StoredExecution } from './database';
import { openLedger } from './ledger';
import type { Ledger } from './ledger';
import { CONTACT, line } from './lines';
import type { LineOptions } from './lines';
import { openReadinessGate } from './readinessGate';
import { StartFaults } from './startFaults';
import { tally } from './tally';
import type { Tally } from './tally';
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
export interface FaultHarness extends Harness {
	/** Listens to `CONTACT`. */
	line: Line;
	database: Database;
	ledger: Ledger;
	startFaults: StartFaults;
	/** A further workflow, not yet published: see `line`. */
	draft(event: string, options?: LineOptions): WorkflowDraft;
	/** Publishes a workflow that begins with a trigger. */
	publish(draft: WorkflowDraft): Promise<Line>;
	/** Saves changes and publishes them. */
	publishAgain(line: Line, draft?: WorkflowDraft): Promise<void>;
	/** Changes the keys that verify. @returns once the change has taken effect */
	setKeys(...publicKeys: string[]): Promise<void>;
	/** Lets so many things happen on the platform. @returns the unique ids of the events */
	emit(count: number, type?: string, fields?: Record<string, unknown>): string[];
	/** Sends an event that the platform has signed straight to a line. */
	deliver(line: Line, event: object): Promise<Delivered>;
	/** The deliveries of these events, oldest first. */
	deliveriesOf(events: readonly string[]): Delivery[];
	/** Waits until the platform has nothing of these events left to send. */
	delivered(events: readonly string[]): Promise<void>;
	/** The platform sends each event once more, as if it had not seen the response. */
	deliverAgain(events: readonly string[]): Promise<void>;
	/** The executions of a line's events, once none of them waits or runs. */
	settledExecutions(events: readonly string[], line?: Line): Promise<StoredExecution[]>;
	/** Executions of a line that ended at the trigger: they no longer show whose they were. */
	endedAtTrigger(line: Line): Promise<number>;
	/** What became of a line's events, once all are delivered and none of their executions runs. */
	settled(events: readonly string[], line?: Line): Promise<Tally>;
	/** What n8n prints from now on. */
	logFromNow(): () => string;
}

export interface FaultHarnessOptions extends N8nOptions {
	/** The platform sends through a readiness check, as it should where n8n is restarted. */
	gated?: boolean;
}

export async function openFaultHarness({
	gated = false,
	...options
}: FaultHarnessOptions = {}): Promise<FaultHarness> {
	const startFaults = new StartFaults();
	const ledger = await openLedger();
	const gate = await openReadinessGate();
	const env = { ...startFaults.env, ...(gated && { N8N_WEBHOOK_URL: gate.url }), ...options.env };
	const harness = await openHarness({ connect: false, ...options, env });
	const { api, n8n, sandbox } = harness;
	gate.leadTo(n8n.url);
	const database = new Database(n8n.userFolder);

	const draft: FaultHarness['draft'] = (event, more) => line(harness, ledger.url, event, more);
	async function publishLine(first: WorkflowDraft): Promise<Line> {
		const { id: workflowId, path } = await publish(api, first);
		return { workflowId, draft: first, url: n8n.url + path, gatedUrl: gate.url + path };
	}
	const contacts = await publishLine(draft(CONTACT));

	function deliveriesOf(events: readonly string[]): Delivery[] {
		const wanted = new Set(events);
		return sandbox.control.deliveries().filter(({ webhookEventId }) => wanted.has(webhookEventId));
	}
	async function delivered(events: readonly string[]): Promise<void> {
		const areSent = () => deliveriesOf(events).every(({ state }) => state !== 'pending');
		await until('the end of all deliveries', areSent, SETTLE_MS, SETTLE_POLL_MS);
	}
	async function settledExecutions(
		events: readonly string[],
		{ workflowId } = contacts,
	): Promise<StoredExecution[]> {
		const wanted = new Set(events);
		let executions: StoredExecution[] = [];
		const haveEnded = async () => {
			const all = await database.executions(workflowId);
			executions = all.filter(({ eventId }) => wanted.has(eventId));
			return executions.every(({ status }) => !['new', 'running'].includes(status));
		};
		await until('the end of all executions', haveEnded, SETTLE_MS, SETTLE_POLL_MS);
		return executions;
	}
	return {
		...harness,
		line: contacts,
		database,
		ledger,
		startFaults,
		draft,
		publish: publishLine,
		async publishAgain(published, changed = published.draft) {
			const { nodes, connections } = changed;
			await api.updateWorkflow(published.workflowId, { nodes, connections });
			await api.activate(published.workflowId);
			await api.waitForWebhook(published.url);
			published.draft = changed;
		},
		async setKeys(...publicKeys) {
			await api.updateCredential(harness.credentials.platformWebhookApi, { publicKeys: publicKeys.join('\n') });
			await delay(KEYS_KEPT_MS);
		},
		emit: (count, type = CONTACT, fields = {}) =>
			Array.from({ length: count }, (_, number) => {
				const event = { type, locationId: LOCATION, number, ...fields };
				return sandbox.control.emit(event).webhookEventId;
			}),
		async deliver({ url }, event) {
			const body = JSON.stringify(event);
			return await deliver(url, body, { signature: sandbox.control.sign(body) });
		},
		deliveriesOf,
		delivered,
		async deliverAgain(events) {
			const first = new Map(deliveriesOf(events).reverse().map((one) => [one.webhookEventId, one.id]));
			await Promise.all([...first.values()].map(async (id) => await sandbox.control.redeliver(id)));
		},
		settledExecutions,
		async endedAtTrigger({ workflowId }) {
			const all = await database.executions(workflowId);
			return all.filter(({ eventId, status }) => eventId === '' && status === 'success').length;
		},
		async settled(events, published) {
			await delivered(events);
			return tally(events, ledger, await settledExecutions(events, published));
		},
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
