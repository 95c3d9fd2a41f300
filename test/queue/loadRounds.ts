import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { N8n } from '../../runtime/n8n';
import { cpuTimeOf } from '../support/queue/cpuTime';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'Load';

/** Senders that each wait for their answer before the next event. */
export const SENDERS = 16;

/** The two kinds take turns, so that a disturbance of the machine meets both. */
const ROUNDS = 2;

/** A round ends with whichever comes first: a fast line has enough events, and a slow one enough time. */
const ROUND_MS = 2_000;
const ROUND_EVENTS = 100;
const WARM_UP_EVENTS = 30;

/** Nothing of a round may be left in the queue when the next one begins. */
const DRAIN_MS = 60_000;

/** What begins the workflow: the package's trigger, or n8n's own Webhook node. */
const KINDS = ['trigger', 'webhookNode'] as const;
export type Kind = (typeof KINDS)[number];

/** For each processor the address of a workflow of each kind that nginx gives to it. */
export type Addresses = Array<Record<Kind, string>>;

export interface Rates {
	/** Events a second. */
	accepted: number;
	executed: number;
	/** CPU time of an event in all processors and in all workers, milliseconds. */
	processorMs: number;
	workerMs: number;
}

/**
 * Loads the processors of the addresses with each kind.
 * @throws Error when an event is not accepted, or what was accepted is not executed in time
 */
export async function measure(harness: Harness, addresses: Addresses): Promise<Record<Kind, Rates>> {
	const rounds: Record<Kind, Rates[]> = { trigger: [], webhookNode: [] };
	// The first requests to a process compile it.
	for (const kind of KINDS) await round(harness, addresses, kind, WARM_UP_EVENTS);
	for (let turn = 0; turn < ROUNDS; turn++) {
		for (const kind of KINDS) rounds[kind].push(await round(harness, addresses, kind, ROUND_EVENTS));
	}
	return { trigger: mean(rounds.trigger), webhookNode: mean(rounds.webhookNode) };
}

function mean(rates: readonly Rates[]): Rates {
	const of = (pick: (rate: Rates) => number) =>
		rates.reduce((total, rate) => total + pick(rate), 0) / rates.length;
	return {
		accepted: of(({ accepted }) => accepted),
		executed: of(({ executed }) => executed),
		processorMs: of(({ processorMs }) => processorMs),
		workerMs: of(({ workerMs }) => workerMs),
	};
}

/** Sends `events`, or for as long as a round lasts; then waits until all that was accepted has been executed. */
async function round(
	{ sender, webhookProcessors, workers }: Harness,
	addresses: Addresses,
	kind: Kind,
	events: number,
): Promise<Rates> {
	const processorPids = running(webhookProcessors);
	const workerPids = running(workers);
	const cpuBefore = [cpuTimeOf(processorPids), cpuTimeOf(workerPids)];
	const finishedBefore = finishedExecutions(workers);
	const begun = performance.now();
	const elapsed = () => performance.now() - begun;
	let sent = 0;
	let accepted = 0;
	async function send(url: string): Promise<void> {
		while (sent < events && elapsed() < ROUND_MS) {
			sent += 1;
			const { status } = await sender.send(url, sender.event(EVENT));
			if (status !== 200) throw new Error(`An event was answered with ${status}`);
			accepted += 1;
		}
	}
	await Promise.all(
		Array.from({ length: SENDERS }, async (_, index) => {
			await send(addresses[index % addresses.length][kind]);
		}),
	);
	const acceptedIn = elapsed();
	while (finishedExecutions(workers) - finishedBefore < accepted) {
		if (elapsed() > DRAIN_MS) throw new Error('The queue was not worked off');
		await delay(20);
	}
	return {
		accepted: (accepted / acceptedIn) * 1_000,
		executed: (accepted / elapsed()) * 1_000,
		processorMs: (cpuTimeOf(processorPids) - cpuBefore[0]) / accepted,
		workerMs: (cpuTimeOf(workerPids) - cpuBefore[1]) / accepted,
	};
}

function running(processes: readonly N8n[]): number[] {
	return processes.filter((n8n) => n8n.exit() === undefined).map(({ pid }) => pid);
}

/** From the workers' logs: without saved executions the database does not know. */
function finishedExecutions(workers: readonly N8n[]): number {
	return workers.reduce((sum, worker) => sum + worker.log().split('Worker finished').length - 1, 0);
}

/** For each webhook processor a workflow of each kind whose path nginx gives to it. */
export async function publishEverywhere(harness: Harness): Promise<Addresses> {
	const { api, credentials, url, webhookProcessors } = harness;
	const addresses: Addresses = [];
	for (const processor of webhookProcessors) {
		const triggerId = await pathServedBy(harness, processor, (id) => `/webhook/${id}/webhook`);
		const trigger = { ...manualTrigger(credentials.key, [EVENT]), webhookId: triggerId };
		const path = await pathServedBy(harness, processor, (id) => `/webhook/${id}`);
		const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
		const webhookNode = builtIn('webhook', 'Webhook', parameters, { typeVersion: 2, webhookId: path });
		const done = builtIn('noOp', 'Done');
		const { path: triggerPath } = await publish(api, workflow('Load, trigger', [trigger, done]));
		await api.activate((await api.createWorkflow(workflow('Load, Webhook', [webhookNode, done]))).id);
		await api.waitForWebhook(`${url}/webhook/${path}`);
		addresses.push({ trigger: `${url}${triggerPath}`, webhookNode: `${url}/webhook/${path}` });
	}
	return addresses;
}

/** An id whose path hashes to the processor. Nobody answers there yet, but nginx says who would. */
async function pathServedBy(
	{ sender, url }: Harness,
	processor: N8n,
	pathOf: (id: string) => string,
): Promise<string> {
	for (;;) {
		const id = randomUUID();
		const { servedBy } = await sender.send(`${url}${pathOf(id)}`, sender.event(EVENT));
		if (servedBy === String(processor.port)) return id;
	}
}
