import type { INode } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { readExample } from '../../runtime/examples';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import { newEvent, type Harness } from './harness';

const PAIRS = 30;
/** Between the two copies of an event. */
const DELAYS_MS = [0, 20, 100];

/** For the night: it has held for long. */
export function atNight(harness: Harness): void {
	it('behind a balancer that does not know paths, counting in Redis lets each event through once', async () => {
		const { api, executions, redis, send, startWorker, use, webhookProcessors } = harness;
		await startWorker(0);
		await startWorker(1);
		const example = await readExample('queue-mode/once-across-processes.json');
		const data = { host: '127.0.0.1', port: redis.port, password: redis.password, database: 1 };
		const store = await api.createCredential({ name: 'redis', type: 'redis', data });
		// Every copy is to reach the second stage.
		const trigger = manualTrigger(use('platformWebhookApi'), ['Copied'], { deduplicate: false });
		const { nodes } = workflow('', [trigger, builtIn('noOp', 'Behind')]);
		const own = example.nodes
			.filter(({ name }) => name !== trigger.name && name !== 'Read Me')
			.map(
				(node): INode =>
					node.type.endsWith('.redis')
						? { ...node, credentials: { redis: { id: store.id, name: 'redis' } } }
						: node,
			);
		example.connections[trigger.name].main[0]!.push({ node: 'Behind', type: 'main', index: 0 });
		const { id, path } = await publish(api, { ...example, nodes: [...nodes, ...own] });

		const events: string[] = [];
		for (let pair = 0; pair < PAIRS; pair++) {
			const event = newEvent('Copied');
			const copies = webhookProcessors.map(async ({ url }, index) => {
				await delay(index * DELAYS_MS[pair % DELAYS_MS.length]);
				return await send(url + path, event);
			});
			expect(await Promise.all(copies)).toEqual([200, 200]);
			events.push(event.id);
		}
		await executions.settled(id);
		const runsOf = async (node: string) => {
			const runs = await executions.perEvent(id, node);
			return events.map((event) => runs.get(event));
		};
		expect(await runsOf('Behind')).toEqual(events.map(() => 2));
		expect(await runsOf('Do It Once')).toEqual(events.map(() => 1));
	}, 240_000);
}
