import { setTimeout as delay } from 'node:timers/promises';

import type { N8n } from '../../runtime/n8n';
import type { SandboxControl } from '../../sandbox/createSandbox';
import { repeats } from '../support/queue/executions';
import { print } from '../support/print';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import type { PublishedWorkflow } from '../support/queue/workflows';
import { LOCATION, processorOf } from './harness';
import type { Harness } from './harness';

type Delivery = ReturnType<SandboxControl['deliveries']>[number];

const DONE = 'Done';

const EVENTS = 500;
const COPIES = 4;
const IN_FLIGHT = 40;

/** Some 25 events a second while a processor is killed and comes back. */
const BURST = 10;
const BURST_EVERY_MS = 400;
/** Traffic before the kill and after the return. */
const CALM_MS = 3_000;

/** From a start of the processor on two busy cores to the path's return. */
const BACK_WITHIN_MS = 120_000;
const BACK_POLL_MS = 100;

/** nginx as shipped in examples/queue-mode: all deliveries of one path go to one processor. */
export function hashRouting(harness: () => Harness): void {
	describe('one path, one webhook processor', () => {
		let published: PublishedWorkflow;

		beforeAll(async () => {
			const { api, credentials } = harness();
			const events = ['FormSubmitted'];
			const parameters = { registration: 'automatic', authentication: 'accessToken', events };
			const trigger = platformTrigger(credentials.key, parameters, {
				platformTokenApi: credentials.token,
			});
			published = await publish(api, workflow('Hash routing', [trigger, builtIn('noOp', DONE)]));
		}, 60_000);

		it(`${EVENTS} events, each delivered ${COPIES} times at once: ${EVENTS} executions`, async () => {
			const { sandbox, executions } = harness();
			sandbox.control.setDelivery({ copies: COPIES, maxInFlight: IN_FLIGHT });
			const begun = performance.now();
			const ids = emit(harness(), EVENTS);
			await sandbox.control.deliveriesSettled();
			const seconds = Math.round((performance.now() - begun) / 1_000);
			sandbox.control.setDelivery({ copies: 1 });

			const deliveries = deliveriesOf(harness(), ids);
			const runs = await settledRuns(harness(), published.id, ids);
			print(
				`hash routing: ${deliveries.length} deliveries of ${EVENTS} events in ${seconds} s, ` +
					`at most ${IN_FLIGHT} at once: ${runs.size} events ran, ${repeats(runs)} of them twice`,
			);
			expect(deliveries).toHaveLength(EVENTS * COPIES);
			expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
			expect(new Set(runs.keys())).toEqual(ids);
			expect(await executions.count(published.id)).toBe(EVENTS);
		}, 400_000);

		it('the processor killed and restarted under traffic: nothing lost, every repeat explained', async () => {
			const { sandbox } = harness();
			const serving = (await processorOf(harness(), published))!;
			sandbox.control.setDelivery({ maxInFlight: IN_FLIGHT, timeoutMs: 10_000 });
			const traffic = emitSteadily(harness());
			const { killedAt, back } = await killAndRestart(harness(), published, serving).finally(traffic.stop);
			const ids = await traffic.stop();
			await sandbox.control.deliveriesSettled();
			const seconds = Math.round((back.before - killedAt) / 1_000);

			const deliveries = deliveriesOf(harness(), ids);
			const runs = await settledRuns(harness(), published.id, ids);
			const twice = [...runs].filter(([, count]) => count > 1).map(([id]) => id);
			const lost = [...ids].filter((id) => !runs.has(id));
			const open = deliveries
				.filter(({ attempts: [first] }) => wasOpen(first, killedAt, killedAt + 1))
				.map(({ webhookEventId }) => webhookEventId);
			const retried = deliveries.filter(({ attempts }) => attempts.length > 1).length;
			print(
				`webhook processor killed, and back ${seconds} s later, during ${ids.size} deliveries: ` +
					`${lost.length} events lost, ${twice.length} ran twice, ${open.length} were open at the kill; ` +
					`${retried} needed the platform's retry`,
			);
			expect(lost).toEqual([]);
			expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
			// Only what had been queued and not answered reaches a second processor.
			expect(twice.filter((id) => !open.includes(id))).toEqual([]);
			expect(open.length).toBeGreaterThan(0);
		}, 180_000);
	});
}

async function killAndRestart(
	harness: Harness,
	published: PublishedWorkflow,
	processor: N8n,
): Promise<{ killedAt: number; back: Awaited<ReturnType<typeof whenBack>> }> {
	await delay(CALM_MS);
	// Something must be open at the kill, however quick the machine is.
	while (openDeliveries(harness) < BURST / 2) await delay(1);
	const killedAt = Date.now();
	await processor.kill();
	const [back] = await Promise.all([whenBack(harness, published, processor), processor.restart()]);
	await delay(CALM_MS);
	return { killedAt, back };
}

/** Small bursts, one after the other, until told to stop; none while the last ones are still open. */
function emitSteadily(harness: Harness): { stop(): Promise<Set<string>> } {
	const ids = new Set<string>();
	let going = true;
	async function run(): Promise<Set<string>> {
		while (going) {
			if (openDeliveries(harness) < IN_FLIGHT) emit(harness, BURST).forEach((id) => ids.add(id));
			await delay(BURST_EVERY_MS);
		}
		return ids;
	}
	const running = run();
	return {
		stop: async () => {
			going = false;
			return await running;
		},
	};
}

/** @returns the ids of the events */
function emit({ sandbox }: Harness, count: number): Set<string> {
	const form = { locationId: LOCATION, formId: 'form-load' };
	return new Set(
		Array.from({ length: count }, () => sandbox.control.submitForm(form).webhookEventId),
	);
}

function openDeliveries({ sandbox }: Harness): number {
	return sandbox.control.deliveries().filter(({ state }) => state === 'pending').length;
}

function deliveriesOf({ sandbox }: Harness, ids: ReadonlySet<string>): Delivery[] {
	return sandbox.control.deliveries().filter(({ webhookEventId }) => ids.has(webhookEventId));
}

/** How often each event ran, once its executions have ended. */
async function settledRuns(
	{ executions }: Harness,
	workflowId: string,
	ids: ReadonlySet<string>,
): Promise<Map<string, number>> {
	await executions.settled(workflowId);
	const runs = await executions.perEvent(workflowId, DONE);
	return new Map([...runs].filter(([id]) => ids.has(id)));
}

/** @returns two moments between which nginx gave the path back to the processor */
async function whenBack(
	harness: Harness,
	published: PublishedWorkflow,
	processor: N8n,
): Promise<{ after: number; before: number }> {
	const deadline = Date.now() + BACK_WITHIN_MS;
	for (let after = Date.now(); ; ) {
		const asked = Date.now();
		if ((await processorOf(harness, published)) === processor) return { after, before: Date.now() };
		if (asked > deadline) throw new Error('The path did not come back to its processor');
		after = asked;
		await delay(BACK_POLL_MS);
	}
}

/** Whether a part of the attempt lies between the two moments. */
function wasOpen(attempt: Delivery['attempts'][number], from: number, to: number): boolean {
	const begun = Date.parse(attempt.at);
	return begun <= to && begun + attempt.durationMs >= from;
}
