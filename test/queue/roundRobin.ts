import type { INode } from 'n8n-workflow';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { WorkflowDraft } from '../../runtime/api';
import { REPOSITORY } from '../../runtime/paths';
import { printTable } from '../support/print';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { PublishedWorkflow } from '../support/queue/workflows';
import { sendOthers, sendPairs } from './copies';
import type { Harness } from './harness';

const EVENT = 'Copied';
const OTHER_EVENT = 'Other';

/** The node behind the trigger. */
const BEHIND = 'Behind';

const CASES = [
	{ delayMs: 0, lanes: 1 },
	{ delayMs: 20, lanes: 1 },
	{ delayMs: 100, lanes: 1 },
	{ delayMs: 1_000, lanes: 4 },
] as const;

const REMOVE_DUPLICATES = {
	operation: 'removeItemsSeenInPreviousExecutions',
	logic: 'removeItemsWithAlreadySeenKeyValues',
	dedupeValue: '={{ $json.webhookEventId }}',
	options: { scope: 'node', historySize: 10_000 },
};

/** How many of the pairs, whose two copies reached different processors, started twice. */
interface Count {
	twice: number;
	pairs: number;
}

/** Where nothing is remembered all of them run twice: see the second test. */
const MOST_A_SECOND_LATER = 0.2;

const ofPairs = ({ twice, pairs }: Count) => `${twice} of ${pairs}`;
const share = ({ twice, pairs }: Count) => twice / pairs;

/** nginx without our configuration: deliveries go to the webhook processors in turn. */
export function roundRobin(harness: () => Harness): void {
	describe('processors in turn', () => {
		it('counts the repeats that the trigger lets through', async () => {
			const { api, credentials } = harness();
			const trigger = manualTrigger(credentials.key, [EVENT, OTHER_EVENT]);
			const published = await publish(api, workflow('In turn', [trigger, builtIn('noOp', BEHIND)]));
			const rows: Array<{ delayMs: number; quiet: Count; busy: Count; others: number }> = [];
			for (const copies of CASES) {
				const quiet = await startedTwice(harness(), published, copies);
				const stopOthers = sendOthers(harness(), published, OTHER_EVENT);
				let others = 0;
				const busy = await startedTwice(harness(), published, copies).finally(async () => {
					others = await stopOthers();
				});
				rows.push({ delayMs: copies.delayMs, quiet, busy, others });
			}
			printTable(
				'events that ran twice, of those whose two copies reached different processors',
				['time between the copies', 'no other events', 'beside other events', 'other events/s'],
				rows.map(({ delayMs, quiet, busy, others }) => [
					`${delayMs} ms`,
					ofPairs(quiet),
					ofPairs(busy),
					others.toFixed(0),
				]),
			);
			// A second later the first start is on record, unless the other worker's write missed it.
			expect(share(rows[3].quiet)).toBeLessThanOrEqual(MOST_A_SECOND_LATER);
		}, 400_000);

		it('counting in Redis lets each event through once, whatever the routing', async () => {
			const { executions, sender, roundRobinUrl } = harness();
			const published = await publish(harness().api, await secondStage(harness()));
			const url = `${roundRobinUrl}${published.path}`;
			// The row of n8n's Remove Duplicates node exists from the first execution on.
			await sender.send(url, sender.event(EVENT));
			await executions.settled(published.id);

			const rows: string[][] = [];
			const started: Count[] = [];
			const failures: string[] = [];
			for (const { delayMs, lanes } of CASES.slice(0, 3)) {
				const pairs = await sendPairs(harness(), published, { event: EVENT, delayMs, lanes });
				await executions.settled(published.id);
				const byRedis = await executions.perEvent(published.id, 'Do It Once');
				const byNode = await executions.perEvent(published.id, 'Not Seen Before');
				const twice = (perEvent: ReadonlyMap<string, number>) =>
					ofPairs({
						twice: pairs.filter((id) => (perEvent.get(id) ?? 0) > 1).length,
						pairs: pairs.length,
					});
				const count = await countTwice(harness(), published, pairs);
				rows.push([`${delayMs} ms`, ofPairs(count), twice(byNode), twice(byRedis)]);
				started.push(count);
				failures.push(...pairs.filter((id) => byRedis.get(id) !== 1));
			}
			printTable(
				"events that went on twice; the trigger's deduplication switched off",
				['time between the copies', 'nothing behind the trigger', 'Remove Duplicates', 'Redis, Increment'],
				rows,
			);
			expect(failures).toEqual([]);
			expect(started.map(share)).toEqual([1, 1, 1]);
		}, 240_000);
	});
}

async function startedTwice(
	harness: Harness,
	published: PublishedWorkflow,
	{ delayMs, lanes }: (typeof CASES)[number],
): Promise<Count> {
	const pairs = await sendPairs(harness, published, { event: EVENT, delayMs, lanes });
	return await countTwice(harness, published, pairs);
}

/** Counts the runs of the node behind the trigger, which each workflow here has under one name. */
async function countTwice(
	{ executions }: Harness,
	{ id: workflowId }: PublishedWorkflow,
	pairs: readonly string[],
): Promise<Count> {
	await executions.settled(workflowId);
	const perEvent = await executions.perEvent(workflowId, BEHIND);
	const missing = pairs.filter((id) => !perEvent.has(id));
	if (missing.length > 0) throw new Error(`${missing.length} accepted events never ran`);
	return { twice: pairs.filter((id) => perEvent.get(id) !== 1).length, pairs: pairs.length };
}

/** The shipped example, and beside it n8n's own node for the purpose. */
async function secondStage({ api, credentials, redis }: Harness): Promise<WorkflowDraft> {
	const file = join(REPOSITORY, 'examples', 'queue-mode', 'once-across-processes.json');
	const example = JSON.parse(await readFile(file, 'utf8')) as WorkflowDraft;
	const data = { host: '127.0.0.1', port: redis.port, password: redis.password, database: 1 };
	const store = await api.createCredential({ name: 'redis', type: 'redis', data });
	// Every copy is to reach the second stage.
	const trigger = manualTrigger(credentials.key, [EVENT], { deduplicate: false });
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
