/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nOptions } from '../../../runtime/n8n';
import type { SandboxControl } from '../../../sandbox/createSandbox';
import { builtIn, platformTrigger, publish, workflow } from '../queue/workflows';
import { LOCATION, openStage } from '../stage';
import type { Stage } from '../stage';
import { Database } from './database';
import type { StoredExecution } from './database';
import { openLedger } from './ledger';
import type { Ledger } from './ledger';
import { openReadinessGate } from './readinessGate';
import { StartFaults } from './startFaults';

export type Delivery = ReturnType<SandboxControl['deliveries']>[number];

/** Of a machine that has other things to do as well. */
const SETTLE_MS = 180_000;
const POLL_MS = 300;

/** A real n8n with one workflow, started by contacts that are created on the sandbox. */
export interface FaultStage extends Stage {
	workflowId: string;
	/** Of n8n itself. */
	webhookUrl: string;
	/** Behind the readiness check. */
	gatedUrl: string;
	database: Database;
	ledger: Ledger;
	startFaults: StartFaults;
	/** Creates so many contacts on the platform. @returns the unique ids of the events */
	emit(count: number, fields?: Record<string, unknown>): string[];
	/** The deliveries of these events, oldest first. */
	deliveriesOf(events: readonly string[]): Delivery[];
	/** The executions of these events, once none of them waits or runs. */
	settledExecutions(events: readonly string[]): Promise<StoredExecution[]>;
}

export interface FaultStageOptions extends N8nOptions {
	/** The platform sends through a readiness check, as it should where n8n is restarted. */
	gated?: boolean;
}

/** Platform Trigger, registered by itself -> a call of the ledger. */
export async function openFaultStage({
	gated = false,
	...options
}: FaultStageOptions = {}): Promise<FaultStage> {
	const startFaults = new StartFaults();
	const ledger = await openLedger();
	const gate = await openReadinessGate();
	const env = { ...startFaults.env, ...(gated && { N8N_WEBHOOK_URL: gate.url }) };
	const stage = await openStage({ connect: false, ...options, env });
	gate.leadTo(stage.n8n.url);
	const database = new Database(stage.n8n.userFolder);
	const trigger = platformTrigger(
		{ id: stage.credentials.platformWebhookApi, name: 'Key' },
		{ registration: 'automatic', authentication: 'accessToken', events: ['ContactCreate'] },
		stage.use('platformTokenApi'),
	);
	const note = builtIn(
		'httpRequest',
		'Note the run',
		{ method: 'POST', url: `=${ledger.url}/{{ $json.webhookEventId }}`, options: {} },
		{ typeVersion: 4.2 },
	);
	const { id: workflowId, path } = await publish(stage.api, workflow('Faults', [trigger, note]));

	const executionsOf = async (events: readonly string[]) => {
		const wanted = new Set(events);
		return (await database.executions(workflowId)).filter(({ eventId }) => wanted.has(eventId));
	};
	return {
		...stage,
		workflowId,
		webhookUrl: stage.n8n.url + path,
		gatedUrl: gate.url + path,
		database,
		ledger,
		startFaults,
		emit: (count, fields = {}) =>
			Array.from({ length: count }, (_, number) => {
				const event = { type: 'ContactCreate', locationId: LOCATION, number, ...fields };
				return stage.sandbox.control.emit(event).webhookEventId;
			}),
		deliveriesOf(events) {
			const wanted = new Set(events);
			const all = stage.sandbox.control.deliveries();
			return all.filter(({ webhookEventId }) => wanted.has(webhookEventId));
		},
		async settledExecutions(events) {
			const deadline = Date.now() + SETTLE_MS;
			for (;;) {
				const executions = await executionsOf(events);
				if (executions.every(({ status }) => !['new', 'running'].includes(status))) return executions;
				if (Date.now() > deadline) throw new Error('Executions did not end');
				await delay(POLL_MS);
			}
		},
		async close() {
			await stage.close();
			await gate.close();
			await ledger.close();
			startFaults.remove();
		},
	};
}

/** Polls until something has happened. @throws Error after `timeoutMs` */
export async function until(
	what: string,
	happened: () => boolean,
	timeoutMs = 180_000,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!happened()) {
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
		await delay(5);
	}
}
