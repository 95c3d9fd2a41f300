import type { INode } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { readExample } from '../../runtime/examples';
import { print } from '../support/print';
import { builtIn, manualTrigger, platform, publish, workflow } from '../support/queue/workflows';
import { newEvent, type Harness } from './harness';

const PAIRS = 30;
/** Between the two copies of an event. */
const DELAYS_MS = [0, 20, 100];

const AT_ONCE = 60;

/** Tests for the night: they have held for long. */
export function atNight(harness: Harness): void {
	it('behind a balancer that does not know paths, counting in Redis lets each event through once', async () => {
		const { api, executions, redis, send, use, webhookProcessors } = harness;
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

	it(`two workers, one OAuth2 credential whose token has expired, ${AT_ONCE} executions at once: one refresh`, async () => {
		const { api, sandbox, send, executions, workers, url, use } = harness;
		const parameters = {
			resource: 'calendar',
			operation: 'getAll',
			authentication: 'oAuth2',
			returnAll: true,
		};
		const list = platform('List Calendars', parameters, use('platformOAuth2Api'));
		const trigger = manualTrigger(use('platformWebhookApi'), ['CalendarsWanted']);
		const { id, path } = await publish(api, workflow('Calendars', [trigger, list]));
		sandbox.control.expireTokens();

		const asked = sandbox.control.tokenRequests().length;
		const finished = () =>
			workers.map((worker) => worker.log().split('Worker finished execution').length - 1);
		const before = finished();
		await Promise.all(
			Array.from(
				{ length: AT_ONCE },
				async () => await send(url + path, newEvent('CalendarsWanted')),
			),
		);
		const statuses = await executions.settled(id);
		const perWorker = finished().map((count, index) => count - before[index]);
		print(
			`access token expired: ${AT_ONCE} executions, ${perWorker.join(' and ')} on the two workers`,
		);
		expect(statuses).toEqual({ success: AT_ONCE });
		expect(sandbox.control.tokenRequests().slice(asked)).toMatchObject([
			{ grantType: 'refresh_token', outcome: 'issued' },
		]);
		expect(Math.min(...perWorker)).toBeGreaterThan(0);
	}, 180_000);
}
