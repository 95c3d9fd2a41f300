/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import type { INode } from 'n8n-workflow';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { WorkflowDraft } from '../../runtime/api';
import { REPOSITORY } from '../../runtime/paths';
import { printTable } from '../support/queue/figures';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { PublishedWorkflow } from '../support/queue/workflows';
import type { Stage } from './stage';

const EVENT = 'Copied';
const OTHER_EVENT = 'Other';

/** Pairs whose two copies reached different processors; only those can tell something. */
const SPLIT_PAIRS = 30;

/** The time between the copies, and how many pairs may overlap so that a second's wait is shared. */
const CASES = [
	{ delayMs: 0, lanes: 1 },
	{ delayMs: 20, lanes: 1 },
	{ delayMs: 100, lanes: 1 },
	{ delayMs: 1_000, lanes: 8 },
] as const;

/** Other events a second, for the same trigger, while the copies arrive. */
const BUSY_RATE = 10;

const REMOVE_DUPLICATES = {
	operation: 'removeItemsSeenInPreviousExecutions',
	logic: 'removeItemsWithAlreadySeenKeyValues',
	dedupeValue: '={{ $json.webhookEventId }}',
	options: { scope: 'node', historySize: 10_000 },
};

/** nginx without our configuration: deliveries go to the webhook processors in turn. */
export function roundRobin(stage: () => Stage): void {
	describe('processors in turn', () => {
		it('counts the repeats that the trigger lets through', async () => {
			const { api, credentials } = stage();
			const trigger = manualTrigger(credentials.key, [EVENT, OTHER_EVENT]);
			const published = await publish(api, workflow('In turn', [trigger, builtIn('noOp', 'Done')]));
			const rows: Array<[delay: number, quiet: number, busy: number]> = [];
			for (const { delayMs, lanes } of CASES) {
				const quiet = await startedTwice(stage(), published, { delayMs, lanes });
				const stopLoad = load(stage(), published);
				const busy = await startedTwice(stage(), published, { delayMs, lanes });
				await stopLoad();
				rows.push([delayMs, quiet, busy]);
			}
			printTable(
				`events started twice, of ${SPLIT_PAIRS} whose two copies reached different processors`,
				['time between the copies', 'no other events', `${BUSY_RATE} other events/s`],
				rows.map(([delayMs, quiet, busy]) => [`${delayMs} ms`, quiet, busy]),
			);
			// Two processors share nothing but the database: copies at the same instant get through.
			expect(rows[0][1]).toBeGreaterThan(0);
			// A second later the first start has been saved, unless another processor's save overwrote it.
			expect(rows[3][1]).toBeLessThan(rows[0][1] / 2);
		}, 600_000);

		it('counting in Redis lets each event through once, whatever the routing', async () => {
			const { executions, sender, roundRobinUrl } = stage();
			const published = await publish(stage().api, await secondStage(stage()));
			const url = `${roundRobinUrl}${published.path}`;
			// The row of n8n's Remove Duplicates node exists from the first execution on.
			await sender.send(url, sender.event(EVENT));
			await executions.settled(published.id);

			const rows: Array<Array<string | number>> = [];
			const failures: unknown[] = [];
			for (const { delayMs, lanes } of CASES.slice(0, 3)) {
				const pairs = await sendPairs(stage(), published, { delayMs, lanes });
				await executions.settled(published.id);
				const started = await countTwice(stage(), published, pairs);
				const byRedis = await executions.perEvent(published.id, 'Do It Once');
				const byNode = await executions.perEvent(published.id, 'Not Seen Before');
				rows.push([
					`${delayMs} ms`,
					started,
					pairs.filter((id) => (byNode.get(id) ?? 0) > 1).length,
					pairs.filter((id) => (byRedis.get(id) ?? 0) > 1).length,
				]);
				failures.push(...pairs.filter((id) => byRedis.get(id) !== 1));
			}
			printTable(
				`events that went on twice, of ${SPLIT_PAIRS}; the trigger's deduplication switched off`,
				['time between the copies', 'nothing behind the trigger', 'Remove Duplicates', 'Redis, Increment'],
				rows,
			);
			expect(failures).toEqual([]);
			expect(rows.map(([, started]) => started)).toEqual(rows.map(() => SPLIT_PAIRS));
		}, 300_000);
	});
}

interface Copies {
	delayMs: number;
	lanes: number;
}

async function startedTwice(
	stage: Stage,
	published: PublishedWorkflow,
	copies: Copies,
): Promise<number> {
	const pairs = await sendPairs(stage, published, copies);
	await stage.executions.settled(published.id);
	return await countTwice(stage, published, pairs);
}

async function countTwice(
	{ executions }: Stage,
	{ id: workflowId }: PublishedWorkflow,
	pairs: readonly string[],
): Promise<number> {
	const perEvent = await executions.perEvent(workflowId);
	const missing = pairs.filter((id) => !perEvent.has(id));
	if (missing.length > 0) throw new Error(`${missing.length} accepted events started nothing`);
	return pairs.filter((id) => perEvent.get(id) !== 1).length;
}

/** Sends pairs of copies until enough of them have met different processors. @returns their ids */
async function sendPairs(
	{ sender, roundRobinUrl }: Stage,
	{ path }: PublishedWorkflow,
	{ delayMs, lanes }: Copies,
): Promise<string[]> {
	const url = `${roundRobinUrl}${path}`;
	const split: string[] = [];
	async function lane(): Promise<void> {
		while (split.length < SPLIT_PAIRS) {
			const event = sender.event(EVENT);
			const first = sender.send(url, event);
			if (delayMs > 0) await delay(delayMs);
			const answers = await Promise.all([first, sender.send(url, event)]);
			if (answers.some(({ status }) => status !== 200)) throw new Error('A copy was not accepted');
			if (answers[0].servedBy !== answers[1].servedBy) split.push(event.id);
		}
	}
	await Promise.all(Array.from({ length: lanes }, lane));
	return split.slice(0, SPLIT_PAIRS);
}

/** Sends other events at a steady rate until told to stop. */
function load({ sender, roundRobinUrl }: Stage, { path }: PublishedWorkflow): () => Promise<void> {
	const sent: Array<Promise<unknown>> = [];
	const timer = setInterval(
		() => sent.push(sender.send(`${roundRobinUrl}${path}`, sender.event(OTHER_EVENT))),
		1_000 / BUSY_RATE,
	);
	return async () => {
		clearInterval(timer);
		await Promise.all(sent);
	};
}

/** The shipped example, and beside it n8n's own node for the purpose. */
async function secondStage({ api, credentials, redis }: Stage): Promise<WorkflowDraft> {
	const file = join(REPOSITORY, 'examples', 'queue-mode', 'once-across-processes.json');
	const example = JSON.parse(await readFile(file, 'utf8')) as WorkflowDraft;
	const data = { host: '127.0.0.1', port: redis.port, password: redis.password, database: 1 };
	const store = await api.createCredential({ name: 'redis', type: 'redis', data });
	// Every copy is to reach the second stage.
	const trigger = manualTrigger(credentials.key, [EVENT], { deduplicate: false });
	const beside = workflow('', [
		trigger,
		builtIn('removeDuplicates', 'Remove Duplicates', REMOVE_DUPLICATES, { typeVersion: 2 }),
		builtIn('noOp', 'Not Seen Before'),
	]);
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
