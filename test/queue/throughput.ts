/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { N8n } from '../../runtime/n8n';
import { printTable } from '../support/queue/figures';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { Stage } from './stage';

const EVENT = 'Load';

/** Senders that each wait for their answer before the next event. */
const SENDERS = 16;

/** The two kinds take turns, so that a disturbance of the machine meets both. */
const ROUNDS = 2;
const ROUND_MS = 2_500;

/** Nothing of a round may be left in the queue when the next one begins. */
const DRAIN_MS = 60_000;

/** n8n's own defaults for what is varied here. */
const DEFAULTS = {
	N8N_EXPRESSION_ENGINE: 'vm',
	N8N_EXPRESSION_ENGINE_POOL_SIZE: '1',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	DB_POSTGRESDB_POOL_SIZE: '2',
};

const LEGACY = { N8N_EXPRESSION_ENGINE: 'legacy' };
const TUNED = { ...LEGACY, EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', DB_POSTGRESDB_POOL_SIZE: '10' };

/** One line of the table. `pairs`: how many webhook processors, and as many workers. */
interface Case {
	settings: Partial<typeof DEFAULTS>;
	pairs: 1 | 2;
}

const CASES: readonly Case[] = [
	{ settings: {}, pairs: 1 },
	{ settings: {}, pairs: 2 },
	{ settings: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' }, pairs: 1 },
	{ settings: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }, pairs: 1 },
	{ settings: { N8N_EXPRESSION_ENGINE: 'quickjs' }, pairs: 1 },
	{ settings: LEGACY, pairs: 1 },
	{ settings: TUNED, pairs: 1 },
	{ settings: TUNED, pairs: 2 },
];

type Kind = 'trigger' | 'webhookNode';

/** For each processor the address of a workflow of each kind that nginx gives to it. */
type Addresses = Array<Record<Kind, string>>;

/** Events a second. */
interface Rates {
	accepted: number;
	executed: number;
}

export function throughput(stage: () => Stage): void {
	it('accepted and executed events a second, beside the built-in Webhook node', async () => {
		const addresses = await publishEverywhere(stage());
		const results: Array<Record<Kind, Rates>> = [];
		for (const { settings, pairs } of CASES) {
			const env = { ...DEFAULTS, ...settings };
			await useProcesses(stage(), env, pairs);
			results.push(await measure(stage(), addresses.slice(0, pairs)));
		}
		print(results);

		const accepted = results.map(({ trigger }) => trigger.accepted);
		const tuned = results[CASES.length - 2];
		expect(Math.min(...accepted)).toBeGreaterThan(0);
		expect(tuned.trigger.accepted).toBeGreaterThan(1.5 * accepted[0]);
		expect(tuned.trigger.accepted).toBeGreaterThan(0.5 * tuned.webhookNode.accepted);
	}, 900_000);
}

function print(results: Array<Record<Kind, Rates>>): void {
	const base = results[0].trigger.accepted;
	const rate = (value: number) => value.toFixed(0);
	printTable(
		`events a second, ${SENDERS} senders, all on this machine`,
		[
			'settings of processors and workers',
			'processors + workers',
			'trigger: accepted',
			'against line 1',
			'trigger: executed',
			'Webhook node: accepted',
			'Webhook node: executed',
			'trigger / Webhook node',
		],
		results.map(({ trigger, webhookNode }, index) => [
			describeSettings(CASES[index].settings),
			`${CASES[index].pairs} + ${CASES[index].pairs}`,
			rate(trigger.accepted),
			(trigger.accepted / base).toFixed(1),
			rate(trigger.executed),
			rate(webhookNode.accepted),
			rate(webhookNode.executed),
			(trigger.accepted / webhookNode.accepted).toFixed(2),
		]),
	);
}

function describeSettings(settings: Case['settings']): string {
	const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
	return pairs.length === 0 ? "n8n's defaults" : pairs.join(' ');
}

/** Restarts the first `pairs` processors and workers with the settings, and stops the others. */
async function useProcesses(
	{ webhookProcessors, workers }: Stage,
	env: Record<string, string>,
	pairs: number,
): Promise<void> {
	const act = async (n8n: N8n, index: number) =>
		await (index < pairs ? n8n.restart(env) : n8n.stop());
	await Promise.all([...webhookProcessors.map(act), ...workers.map(act)]);
}

async function measure(stage: Stage, addresses: Addresses): Promise<Record<Kind, Rates>> {
	const rounds: Record<Kind, Rates[]> = { trigger: [], webhookNode: [] };
	// The first requests to a process compile it.
	for (const kind of ['trigger', 'webhookNode'] as const) await round(stage, addresses, kind, 500);
	for (let turn = 0; turn < ROUNDS; turn++) {
		for (const kind of ['trigger', 'webhookNode'] as const) {
			rounds[kind].push(await round(stage, addresses, kind, ROUND_MS));
		}
	}
	return { trigger: mean(rounds.trigger), webhookNode: mean(rounds.webhookNode) };
}

function mean(rates: readonly Rates[]): Rates {
	const sum = (pick: (rate: Rates) => number) => rates.reduce((total, rate) => total + pick(rate), 0);
	return {
		accepted: sum(({ accepted }) => accepted) / rates.length,
		executed: sum(({ executed }) => executed) / rates.length,
	};
}

/** Sends for `durationMs`, then waits until all that was accepted has been executed. */
async function round(
	{ sender, workers }: Stage,
	addresses: Addresses,
	kind: Kind,
	durationMs: number,
): Promise<Rates> {
	const finishedBefore = finishedExecutions(workers);
	const begun = performance.now();
	const elapsed = () => performance.now() - begun;
	let accepted = 0;
	async function send(url: string): Promise<void> {
		while (elapsed() < durationMs) {
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
		if (elapsed() > durationMs + DRAIN_MS) throw new Error('The queue was not worked off');
		await delay(20);
	}
	return { accepted: (accepted / acceptedIn) * 1_000, executed: (accepted / elapsed()) * 1_000 };
}

/** From the workers' logs: without saved executions the database does not know. */
function finishedExecutions(workers: readonly N8n[]): number {
	return workers.reduce((sum, worker) => sum + worker.log().split('Worker finished').length - 1, 0);
}

/** For each webhook processor a workflow of each kind whose path nginx gives to it. */
async function publishEverywhere(stage: Stage): Promise<Addresses> {
	const { api, credentials, url, webhookProcessors } = stage;
	const addresses: Addresses = [];
	for (const processor of webhookProcessors) {
		const triggerId = await pathServedBy(stage, processor, (id) => `/webhook/${id}/webhook`);
		const trigger = { ...manualTrigger(credentials.key, [EVENT]), webhookId: triggerId };
		const path = await pathServedBy(stage, processor, (id) => `/webhook/${id}`);
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
	{ sender, url }: Stage,
	processor: N8n,
	pathOf: (id: string) => string,
): Promise<string> {
	for (;;) {
		const id = randomUUID();
		const { servedBy } = await sender.send(`${url}${pathOf(id)}`, sender.event(EVENT));
		if (servedBy === String(processor.port)) return id;
	}
}
