import { randomUUID } from 'node:crypto';

import type { N8n } from '../runtime/n8n';
import { waitFor } from '../runtime/polling';
import { printTable } from '../test/support/print';
import { builtIn, manualTrigger, publish, workflow } from '../test/support/queue/workflows';
import type { Harness } from '../test/queue/harness';

const EVENT = 'Load';

/** Senders that each wait for their response before the next event. */
const SENDERS = 16;

/** The two kinds take turns, so that a disturbance of the machine meets both. */
const ROUNDS = 2;

/** A round ends with whichever comes first: a fast line has enough events, and a slow one enough time. */
const ROUND_MS = 2_000;
const ROUND_EVENTS = 100;
const WARM_UP_EVENTS = 30;

/** Nothing of a round may be left in the queue when the next one begins. */
const DRAIN_MS = 60_000;

/** n8n's own defaults for what is varied here. */
const DEFAULTS = {
	N8N_EXPRESSION_ENGINE: 'vm',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false',
	DB_POSTGRESDB_POOL_SIZE: '2',
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '-1',
};
const LEGACY = { N8N_EXPRESSION_ENGINE: 'legacy' };
const CASES: ReadonlyArray<Partial<typeof DEFAULTS>> = [
	{},
	{ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	LEGACY,
	{ ...LEGACY, DB_POSTGRESDB_POOL_SIZE: '10' },
];

/** What begins the workflow: the package's trigger, or n8n's own Webhook node. */
const KINDS = ['trigger', 'webhookNode'] as const;
type Addresses = Record<(typeof KINDS)[number], string>;

/** Events a second. */
interface Rates {
	accepted: number;
	executed: number;
}

export function throughput(harness: () => Harness): void {
	it('accepted and executed events a second, beside the built-in Webhook node', async () => {
		const addresses = await publishBoth(harness());
		const { webhookProcessors, workers } = harness();
		const idle = [...webhookProcessors.slice(1), ...workers.slice(1)];
		await Promise.all(idle.map(async (n8n) => await n8n.stop()));
		const results: Array<Record<(typeof KINDS)[number], Rates>> = [];
		for (const settings of CASES) {
			const busy = [webhookProcessors[0], workers[0]];
			await Promise.all(busy.map(async (n8n) => await n8n.restart({ ...DEFAULTS, ...settings })));
			for (const kind of KINDS) await round(harness(), addresses[kind], WARM_UP_EVENTS);
			const rounds: Record<(typeof KINDS)[number], Rates[]> = { trigger: [], webhookNode: [] };
			for (let turn = 0; turn < ROUNDS; turn++) {
				for (const kind of KINDS) rounds[kind].push(await round(harness(), addresses[kind], ROUND_EVENTS));
			}
			results.push({ trigger: mean(rounds.trigger), webhookNode: mean(rounds.webhookNode) });
		}
		printTable(
			`events a second, one processor and one worker, ${SENDERS} senders, all on this machine`,
			['settings', 'trigger: accepted', 'executed', 'Webhook node: accepted', 'executed'],
			results.map(({ trigger, webhookNode }, index) => [
				Object.entries(CASES[index]).map((pair) => pair.join('=')).join('<br>') || "n8n's defaults",
				...[trigger, webhookNode].flatMap(({ accepted, executed }) => [accepted.toFixed(0), executed.toFixed(0)]),
			]),
		);
		const [usual, , , tuned] = results;
		expect(tuned.trigger.accepted).toBeGreaterThan(1.5 * usual.trigger.accepted);
		expect(tuned.trigger.accepted).toBeGreaterThan(0.5 * tuned.webhookNode.accepted);
	}, 600_000);
}

function mean(rates: readonly Rates[]): Rates {
	const of = (key: keyof Rates) => rates.reduce((total, rate) => total + rate[key], 0) / rates.length;
	return { accepted: of('accepted'), executed: of('executed') };
}

/** Sends `events`, or for as long as a round lasts; then waits until all that was accepted has been executed. */
async function round({ sender, workers }: Harness, url: string, events: number): Promise<Rates> {
	// From the workers' logs: the database would be asked by what is measured as well.
	const finished = () => workers.reduce((sum, worker) => sum + worker.log().split('Worker finished').length - 1, 0);
	const finishedBefore = finished();
	const begun = performance.now();
	const elapsed = () => performance.now() - begun;
	let sent = 0;
	let accepted = 0;
	async function send(): Promise<void> {
		while (sent < events && elapsed() < ROUND_MS) {
			sent += 1;
			const { status } = await sender.send(url, sender.event(EVENT));
			if (status !== 200) throw new Error(`The response to an event had status ${status}`);
			accepted += 1;
		}
	}
	await Promise.all(Array.from({ length: SENDERS }, send));
	const acceptedIn = elapsed();
	await waitFor('the queue to be worked off', async () => finished() - finishedBefore >= accepted, {
		timeoutMs: DRAIN_MS,
		intervalMs: 20,
	});
	return { accepted: (accepted / acceptedIn) * 1_000, executed: (accepted / elapsed()) * 1_000 };
}

/** A workflow of each kind whose path nginx gives to the first processor. */
async function publishBoth(harness: Harness): Promise<Addresses> {
	const { api, use, url, webhookProcessors } = harness;
	const triggerId = await idServedBy(harness, webhookProcessors[0], (id) => `/webhook/${id}/webhook`);
	const trigger = { ...manualTrigger(use('platformWebhookApi'), [EVENT]), webhookId: triggerId };
	const path = await idServedBy(harness, webhookProcessors[0], (id) => `/webhook/${id}`);
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhookNode = builtIn('webhook', 'Webhook', parameters, { typeVersion: 2, webhookId: path });
	const done = builtIn('noOp', 'Done');
	const { path: triggerPath } = await publish(api, workflow('Load, trigger', [trigger, done]));
	await api.activate((await api.createWorkflow(workflow('Load, Webhook', [webhookNode, done]))).id);
	await api.waitForWebhook(`${url}/webhook/${path}`);
	return { trigger: `${url}${triggerPath}`, webhookNode: `${url}/webhook/${path}` };
}

/** An id whose path hashes to the processor. Nothing responds there yet, but nginx says who would. */
async function idServedBy({ sender, url }: Harness, processor: N8n, pathOf: (id: string) => string): Promise<string> {
	for (;;) {
		const id = randomUUID();
		const { servedBy } = await sender.send(`${url}${pathOf(id)}`, sender.event(EVENT));
		if (servedBy === String(processor.port)) return id;
	}
}
