import type { INode } from 'n8n-workflow';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { WorkflowDraft } from '../../runtime/api';
import { REPOSITORY } from '../../runtime/paths';
import { inLanes } from '../support/deliver';
import { printTable } from '../support/print';
import { builtIn, manualTrigger, publish, workflow, type PublishedWorkflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'Copied';

/** The node behind the trigger. */
const BEHIND = 'Behind';

const PAIRS = 30;
const DELAYS_MS = [0, 20, 100];

const REMOVE_DUPLICATES = {
	operation: 'removeItemsSeenInPreviousExecutions',
	logic: 'removeItemsWithAlreadySeenKeyValues',
	dedupeValue: '={{ $json.webhookEventId }}',
	options: { scope: 'node', historySize: 10_000 },
};

/** A balancer that does not know paths: the two copies of an event reach different processors. */
export function roundRobin(harness: () => Harness): void {
	describe('processors in turn', () => {
		it('a repeat that comes a second later runs nothing at another processor', async () => {
			const { api, use } = harness();
			const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
			const published = await publish(api, workflow('In turn', [trigger, builtIn('noOp', BEHIND)]));
			expect(await countTwice(harness(), published, await sendPairs(harness(), published, 1_000), BEHIND)).toBe(0);
		}, 400_000);

		it('counting in Redis lets each event through once, whatever the routing', async () => {
			const { executions, sender, webhookProcessors } = harness();
			const published = await publish(harness().api, await secondStage(harness()));
			// The row of n8n's Remove Duplicates node exists from the first execution on.
			await sender.send(`${webhookProcessors[0].url}${published.path}`, sender.event(EVENT));
			await executions.settled(published.id);

			const rows: number[][] = [];
			for (const delayMs of DELAYS_MS) {
				const pairs = await sendPairs(harness(), published, delayMs);
				const counts = [BEHIND, 'Not Seen Before', 'Do It Once'].map(
					async (node) => await countTwice(harness(), published, pairs, node),
				);
				rows.push([delayMs, ...(await Promise.all(counts))]);
			}
			printTable(
				`of ${PAIRS} events those that went on twice; the trigger's deduplication switched off`,
				['ms between the copies', 'nothing behind the trigger', 'Remove Duplicates', 'Redis, Increment'],
				rows,
			);
			expect(rows.map(([, nothing, , redis]) => [nothing, redis])).toEqual(rows.map(() => [PAIRS, 0]));
		}, 240_000);
	});
}

/** @returns the ids of the events, of which each processor got a copy */
async function sendPairs(
	{ sender, webhookProcessors }: Harness,
	{ path }: PublishedWorkflow,
	delayMs: number,
): Promise<string[]> {
	return await inLanes(PAIRS, delayMs > 100 ? 4 : 1, async () => {
		const event = sender.event(EVENT);
		const copies = webhookProcessors.map(async ({ url }, index) => {
			await delay(index * delayMs);
			return (await sender.send(`${url}${path}`, event)).status;
		});
		expect(await Promise.all(copies)).toEqual([200, 200]);
		return event.id;
	});
}

/** Of the events those for which the node ran twice; each must have run. */
async function countTwice(
	{ executions }: Harness,
	{ id }: PublishedWorkflow,
	events: readonly string[],
	node: string,
): Promise<number> {
	await executions.settled(id);
	const perEvent = await executions.perEvent(id, node);
	expect(events.filter((event) => !perEvent.has(event))).toEqual([]);
	return events.filter((event) => perEvent.get(event) !== 1).length;
}

/** The shipped example, and beside it n8n's own node for the purpose. */
async function secondStage({ api, use, redis }: Harness): Promise<WorkflowDraft> {
	const file = join(REPOSITORY, 'examples', 'queue-mode', 'once-across-processes.json');
	const example = JSON.parse(await readFile(file, 'utf8')) as WorkflowDraft;
	const data = { host: '127.0.0.1', port: redis.port, password: redis.password, database: 1 };
	const store = await api.createCredential({ name: 'redis', type: 'redis', data });
	// Every copy is to reach the second stage.
	const trigger = manualTrigger(use('platformWebhookApi'), [EVENT], { deduplicate: false });
	const remove = builtIn('removeDuplicates', 'Remove Duplicates', REMOVE_DUPLICATES, { typeVersion: 2 });
	const chain = [trigger, remove, builtIn('noOp', 'Not Seen Before')];
	const beside = workflow('', chain, [[builtIn('noOp', BEHIND)]]);
	const nodes = example.nodes
		.filter(({ name }) => name !== trigger.name && name !== 'Read Me')
		.map((node): INode => {
			const isRedis = node.type === 'n8n-nodes-base.redis';
			return { ...node, ...(isRedis && { credentials: { redis: { id: store.id, name: 'redis' } } }) };
		});
	const [next] = example.connections[trigger.name].main[0]!;
	beside.connections[trigger.name].main[0]!.push(next);
	return {
		...example,
		nodes: [...beside.nodes, ...nodes],
		connections: { ...example.connections, ...beside.connections },
	};
}
