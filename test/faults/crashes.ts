import fc from 'fast-check';
import { createServer } from 'node:http';

import { nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { importExample } from '../support/e2e/examples';
import { deliver } from '../support/deliver';
import { until, type FaultHarness } from '../support/faults/faultHarness';
import { listen } from '../support/listen';
import { drawSeed, isLong } from '../support/long';
import { print } from '../support/print';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';

const KILLS = isLong ? 4 : 1;
const EVENTS_A_LIFE = 40;
const IN_FLIGHT = 10;

/** On a busy machine, n8n may have just responded to all that was in flight: such a kill shows nothing, and another one follows. */
const MAX_KILLS = KILLS + 8;

/** Between 0 and 1: when n8n is killed. */
const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
	numRuns: MAX_KILLS,
	seed: drawSeed('moments of crashes'),
});

/** A server that never responds to the first request, and to each further one at once. */
async function openStuckServer() {
	let requests = 0;
	const server = createServer((request, response) => {
		request.resume();
		requests += 1;
		if (requests > 1) response.end('{}');
	});
	return { ...(await listen(server)), requests: () => requests };
}

/** n8n is killed in the middle of starts; the platform repeats all events, and an example retries what had begun. */
export function crashes(harness: FaultHarness): void {
	/**
	 * Sends events and waits for a random moment in the middle of them. n8n works on those in flight side
	 * by side, so that right after a response the others are mostly in the same early stage.
	 */
	async function emitAndWaitAmidStarts(count: number, moment: number): Promise<string[]> {
		const { sandbox } = harness;
		const enough = sandbox.deliveryCounts().delivered + IN_FLIGHT;
		const events = harness.emit(count);
		const begun = performance.now();
		await until('deliveries', () => sandbox.deliveryCounts().delivered >= enough);
		const killAt = performance.now() + moment * (performance.now() - begun);
		// n8n is quicker once it is warm: enough must be left for what is to happen now.
		const isLate = () => sandbox.deliveryCounts().pending <= 2 * IN_FLIGHT;
		await until('a moment', () => performance.now() >= killAt || isLate());
		return events;
	}

	/** Deliveries of these events without a response: n8n was killed with them. */
	function countCutOff(events: readonly string[]): number {
		return harness
			.deliveriesOf(events)
			.flatMap(({ attempts }) => attempts)
			.filter(({ status }) => status === undefined).length;
	}

	describe('n8n was killed while events arrived', () => {
		const events: string[] = [];
		let kills = 0;
		let killedAt: number;
		/** A workflow that n8n was killed in, behind its trigger. */
		let stuck: { id: string; close: () => Promise<void> };
		/** The example that retries crashed executions. */
		let retryExample: string;

		/** With the credential that its note asks for. */
		async function importRetryExample(): Promise<string> {
			const { api, n8n } = harness;
			const scopes = ['workflow:list', 'execution:list', 'execution:retry'];
			const apiKey = await api.createApiKey('Retry', scopes);
			const data = { apiKey, baseUrl: `${n8n.url}/api/v1` };
			await api.createCredential({ name: 'n8n account', type: 'n8nApi', data });
			return (await importExample(harness, 'retry-crashed-executions.json')).id;
		}

		/** Starts a workflow whose second node calls somebody who does not respond. */
		async function startStuckWorkflow(): Promise<typeof stuck> {
			const { api, n8n, sandbox, use } = harness;
			const server = await openStuckServer();
			const trigger = platformTrigger(
				{ registration: 'manual', events: ['ContactMerged'] },
				use('platformWebhookApi'),
			);
			const call = builtIn('httpRequest', 'Call', { url: server.url }, { typeVersion: 4.2 });
			const { id, path } = await publish(api, workflow('Stuck', [trigger, call]));
			const body = JSON.stringify({
				type: 'ContactMerged',
				locationId: 'loc-harbor',
				webhookEventId: 'evt-stuck',
			});
			const delivered = await deliver(n8n.url + path, body, { signature: sandbox.sign(body) });
			expect(delivered.status).toBe(200);
			await waitFor('the call', () => server.requests() === 1);
			return { id, close: server.close };
		}

		const statusesOfStuck = async () =>
			(await harness.executions.of(stuck.id)).map(({ status }) => status);

		beforeAll(async () => {
			const { n8n, sandbox } = harness;
			retryExample = await importRetryExample();
			stuck = await startStuckWorkflow();
			sandbox.setDelivery({
				maxInFlight: IN_FLIGHT,
				timeoutMs: 120_000,
				maxAttempts: 10_000,
				backoffMs: [200, 400, 800, 1_000],
			});
			let killsAmidStarts = 0;
			while (killsAmidStarts < KILLS && kills < MAX_KILLS) {
				const eventsOfLife = await emitAndWaitAmidStarts(EVENTS_A_LIFE, moments[kills]);
				await n8n.kill();
				killedAt = Date.now();
				await n8n.restart();
				events.push(...eventsOfLife);
				kills += 1;
				if (countCutOff(eventsOfLife) > 0) killsAmidStarts += 1;
			}
			await sandbox.deliveriesSettled();
		}, 600_000);
		afterAll(async () => await stuck?.close());

		/** Those that n8n was killed with. */
		const crashed = async () =>
			(await harness.settledExecutions(events)).filter(
				({ status, createdAt }) => status === 'crashed' && createdAt <= killedAt,
			);

		it('all are repeated: none is lost, none runs twice, and what never ran stands as crashed', async () => {
			const { settled, deliverAgain } = harness;
			const cutOff = countCutOff(events);
			await deliverAgain(events);

			const result = await settled(events);
			print(`killed ${kills} times, ${cutOff} deliveries cut off: ${JSON.stringify(result)}`);
			expect(result).toMatchObject({ lost: [], twice: [] });
			// An event never runs only if n8n died in its execution, which then stands as crashed in the list.
			const eventIds = (await crashed()).map(({ eventId }) => eventId);
			expect(eventIds).toEqual(expect.arrayContaining(result.never));
			// A crash may cost what is in flight.
			expect(result.never.length).toBeLessThanOrEqual(kills * IN_FLIGHT);
			expect(cutOff).toBeGreaterThan(0);
		}, 300_000);

		it('the example retries once what n8n was killed with, and a second run finds nothing', async () => {
			const { api, settled } = harness;
			await waitFor('the crashed execution', async () =>
				(await statusesOfStuck()).includes('crashed'),
			);
			const before = await crashed();
			const first = await api.runToEnd(retryExample, { trigger: 'Every Ten Minutes' });
			expect(first.data.resultData.error).toBeUndefined();
			const [{ id: stuckExecution }] = await harness.executions.of(stuck.id);
			expect(nodeJson(first, 'Tell the Team')).toContainEqual({
				text: expect.stringMatching(
					`^Execution ${stuckExecution} crashed\\. Its retry: success, execution \\d+\\.$`,
				),
			});
			const result = await settled(events);
			print(`after the example for crashed executions: ${JSON.stringify(result)}`);
			expect(result).toMatchObject({ lost: [], never: [] });
			// A retry begins at the trigger, also where the execution had done something before the crash.
			expect(before.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining(result.twice));
			expect(await statusesOfStuck()).toEqual(['crashed', 'success']);
			await api.runToEnd(retryExample, { trigger: 'Every Ten Minutes' });
			expect(await statusesOfStuck()).toEqual(['crashed', 'success']);
		}, 300_000);
	});
}
