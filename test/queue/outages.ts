import { setTimeout as delay } from 'node:timers/promises';

import { waitFor } from '../../runtime/polling';
import { inLanes } from '../support/deliver';
import { isLong } from '../support/long';
import { print } from '../support/print';
import {
	builtIn,
	manualTrigger,
	publish,
	workflow,
	type PublishedWorkflow,
} from '../support/queue/workflows';
import { newEvent, type Event, type Harness } from './harness';

const EVENT = 'Queued';
const DONE = 'Done';

const BURST = 150;
const CONNECTIONS = 50;

const TWICE_QUEUED = 60;

const UNFINISHED = 40;
const AWAY_MS = 6_000;
const LOST = 20;

/** As long as a processor remembers what it has queued, and a bit. */
const REMEMBERED_MS = 62_000;

/**
 * What got its response and is in the queue when a part of n8n goes away. Of Postgres, and of what Redis loses, at night.
 *
 * @param meanwhile tests for the minute in which processors remember what they have queued
 */
export function outages(harness: Harness, meanwhile: () => void): void {
	describe('events in the queue', () => {
		let published: PublishedWorkflow;
		/** That never began, for one of two reasons; and when they got their responses. */
		const neverBegan: Event[] = [];
		let respondedAt = 0;

		beforeAll(async () => {
			const { api, use } = harness;
			const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
			published = await publish(api, workflow('Queued', [trigger, builtIn('noOp', DONE)]));
		}, 60_000);

		const newEvents = (count: number) => Array.from({ length: count }, () => newEvent(EVENT));

		async function send(events: Event[], connections = 20): Promise<void> {
			const { url } = harness;
			const statuses = await inLanes(
				events.length,
				connections,
				async (n) => await harness.send(url + published.path, events[n]),
			);
			expect(statuses).toEqual(events.map(() => 200));
		}

		/** How often each of them ran. */
		async function runsOf(events: Event[]): Promise<number[]> {
			const runs = await harness.executions.perEvent(published.id, DONE);
			return events.map(({ id }) => runs.get(id) ?? 0);
		}

		const signal = (name: NodeJS.Signals) =>
			harness.workers.forEach(({ pid }) => process.kill(pid, name));

		it(`a bulk import of ${BURST} events over ${CONNECTIONS} connections: all are accepted, and run`, async () => {
			const { executions } = harness;
			const events = newEvents(BURST);
			await send(events, CONNECTIONS);
			await executions.settled(published.id);
			expect(await runsOf(events)).toEqual(events.map(() => 1));
		}, 240_000);

		it(`${TWICE_QUEUED} events wait for workers, Redis is killed, the processors restart, all are repeated: each runs once, on either worker`, async () => {
			const { executions, redis, webhookProcessors, workers } = harness;
			const [one, other] = workers;
			const events = newEvents(TWICE_QUEUED);
			await Promise.all(workers.map(async (worker) => await worker.stop()));
			await send(events);
			await redis.kill();
			await redis.start();
			await Promise.all(webhookProcessors.map(async (processor) => await processor.restart()));
			await send(events);
			const { new: queued, success: before } = await executions.statuses(published.id);
			expect(queued).toBe(2 * TWICE_QUEUED);
			// Copies that begin in the same moment may both run (docs/scaling.md), so one worker begins, and the other ends.
			await one.restart();
			await waitFor(
				'an event to run',
				async () => (await executions.statuses(published.id)).success > before,
			);
			await one.stop();
			expect((await executions.statuses(published.id)).new).toBeGreaterThan(0);
			await other.restart();
			await executions.settled(published.id);
			expect(await runsOf(events)).toEqual(events.map(() => 1));
			await one.restart();
		}, 240_000);

		if (!isLong) return meanwhile();

		it(`Postgres is away for ${AWAY_MS / 1000} s when workers take ${UNFINISHED} events; Redis loses ${LOST}`, async () => {
			const { executions, main, postgres, redis } = harness;
			const unfinished = newEvents(UNFINISHED);
			signal('SIGSTOP');
			await send(unfinished);
			await postgres.stop();
			signal('SIGCONT');
			await delay(AWAY_MS);
			await postgres.start();
			const begun = (await runsOf(unfinished)).filter((count) => count > 0).length;
			print(
				`Postgres away: ${begun} of ${UNFINISHED} ran; ${JSON.stringify(await executions.statuses(published.id))}`,
			);

			const lost = newEvents(LOST);
			await waitFor(
				'n8n to take events',
				async () => (await harness.send(harness.url + published.path, newEvent(EVENT))) === 200,
			);
			signal('SIGSTOP');
			await send(lost);
			await redis.kill();
			await redis.start({ empty: true });
			signal('SIGCONT');
			respondedAt = Date.now();
			// The main process does this when it starts, and after N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL.
			await main.restart();
			await waitFor(
				'n8n to mark what is in no queue',
				async () => ((await executions.statuses(published.id)).crashed ?? 0) > 0,
			);
			expect((await executions.statuses(published.id)).crashed).toBeGreaterThan(0);
			neverBegan.push(...unfinished, ...lost);
		}, 240_000);

		it('a crashed execution of the queue runs on Retry', async () => {
			const { api } = harness;
			const [{ id }] = await api.listExecutions({ workflowId: published.id, status: ['crashed'] });
			// As *Retry with original workflow* in the editor.
			const retry = {
				method: 'POST',
				path: `/executions/${id}/retry`,
				body: { loadWorkflow: false },
			} as const;
			const { id: retried } = await api.session.call<{ id: string }>(retry);
			expect((await api.waitForExecution(retried)).status).toBe('success');
		}, 60_000);

		meanwhile();

		it('what never began runs when it is repeated a minute later', async () => {
			const { executions } = harness;
			const before = await runsOf(neverBegan);
			await delay(Math.max(0, respondedAt + REMEMBERED_MS - Date.now()));
			await send(neverBegan);
			await executions.settled(published.id);
			const runs = await runsOf(neverBegan);
			const missed = before.filter((count) => count === 0).length;
			print(
				`${missed} of ${neverBegan.length} accepted events had not run; after their repeats ${runs.filter((count) => count === 0).length}; ${runs.filter((count) => count > 1).length} ran twice`,
			);
			expect(missed).toBeGreaterThan(0);
			expect(Math.min(...runs)).toBe(1);
		}, 180_000);
	});
}
