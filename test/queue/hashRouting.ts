/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import type { SandboxControl } from '../../sandbox/createSandbox';
import { repeats } from '../support/queue/executions';
import { printFigure } from '../support/queue/figures';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import type { PublishedWorkflow } from '../support/queue/workflows';
import { LOCATION } from './stage';
import type { Stage } from './stage';

type Delivery = ReturnType<SandboxControl['deliveries']>[number];

const EVENTS = 500;
const COPIES = 4;
const IN_FLIGHT = 40;

/** Some 25 events a second while a processor is killed and comes back. */
const BURST = 10;
const BURST_EVERY_MS = 400;
/** Traffic before the kill and after the return. */
const CALM_MS = 3_000;

const REPEATED = 300;

/** nginx as shipped in examples/queue-mode: all deliveries of one path go to one processor. */
export function hashRouting(stage: () => Stage): void {
	describe('one path, one webhook processor', () => {
		let published: PublishedWorkflow;

		beforeAll(async () => {
			const { api, credentials } = stage();
			const events = ['FormSubmitted'];
			const parameters = { registration: 'automatic', authentication: 'accessToken', events };
			const trigger = platformTrigger(credentials.key, parameters, {
				platformTokenApi: credentials.token,
			});
			published = await publish(api, workflow('Hash routing', [trigger, builtIn('noOp', 'Done')]));
		}, 60_000);

		it(`${EVENTS} events, each delivered ${COPIES} times at once: ${EVENTS} executions`, async () => {
			const { sandbox, executions } = stage();
			sandbox.control.setDelivery({ copies: COPIES, maxInFlight: IN_FLIGHT });
			const begun = performance.now();
			const ids = emit(stage(), EVENTS);
			await sandbox.control.deliveriesSettled();
			const seconds = (performance.now() - begun) / 1_000;
			sandbox.control.setDelivery({ copies: 1 });

			const deliveries = deliveriesOf(stage(), ids);
			const perEvent = await settledPerEvent(stage(), published.id);
			printFigure(
				`hash routing: ${deliveries.length} deliveries of ${EVENTS} events in ${seconds.toFixed(1)} s, ` +
					`at most ${IN_FLIGHT} at once: ${perEvent.size} events started, ${repeats(perEvent)} of them twice`,
			);
			expect(deliveries).toHaveLength(EVENTS * COPIES);
			expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
			expect(new Set(perEvent.keys())).toEqual(ids);
			expect(await executions.count(published.id)).toBe(EVENTS);
		}, 120_000);

		it('the processor killed and restarted under traffic: nothing lost, every repeat explained', async () => {
			const { sandbox, executions, webhookProcessors } = stage();
			const before = await executions.count(published.id);
			const serving = webhookProcessors[await processorOf(stage(), published)];
			sandbox.control.setDelivery({ maxInFlight: IN_FLIGHT, timeoutMs: 10_000 });
			const traffic = emitSteadily(stage());
			await delay(CALM_MS);
			const killedAt = Date.now();
			await serving.kill();
			await serving.restart();
			const seconds = Math.round((Date.now() - killedAt) / 1_000);
			await delay(CALM_MS);
			const ids = await traffic.stop();
			await sandbox.control.deliveriesSettled();

			const deliveries = deliveriesOf(stage(), ids);
			const perEvent = await settledPerEvent(stage(), published.id, ids);
			const repeated = [...perEvent].filter(([, count]) => count > 1).map(([id]) => id);
			const open = deliveries
				.filter(({ attempts: [first] }) => wasOpenAt(first, killedAt))
				.map(({ webhookEventId }) => webhookEventId);
			const lost = [...ids].filter((id) => !perEvent.has(id));
			const retried = deliveries.filter(({ attempts }) => attempts.length > 1).length;
			printFigure(
				`webhook processor killed, and back ${seconds} s later, during ${ids.size} deliveries: ` +
					`${lost.length} events lost, ${repeated.length} started twice, ${open.length} were open at the kill; ` +
					`${retried} needed the platform's retry`,
			);
			expect(lost).toEqual([]);
			expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
			// A repeat is an event whose execution had been stored, and whose answer had not been written.
			expect(repeated.filter((id) => !open.includes(id))).toEqual([]);
			expect(open.length).toBeLessThanOrEqual(IN_FLIGHT);
			expect((await executions.count(published.id)) - before).toBe(ids.size + repeats(perEvent));
		}, 180_000);

		it('the processor back again: it knows what was accepted before', async () => {
			const { sandbox, executions } = stage();
			const before = await executions.count(published.id);
			const earlier = sandbox.control.deliveries().filter(({ url }) => url.endsWith(published.path));
			const newest = earlier.slice(-REPEATED);
			await Promise.all(newest.map(async ({ id }) => await sandbox.control.redeliver(id)));

			await executions.settled(published.id);
			const startedAgain = (await executions.count(published.id)) - before;
			printFigure(
				`the last ${newest.length} deliveries repeated afterwards: ${startedAgain} started again`,
			);
			// Only what was accepted while the path changed its processor, and not yet in the database.
			expect(startedAgain).toBeLessThanOrEqual(IN_FLIGHT);
		}, 120_000);
	});
}

/** Small bursts, one after the other, until told to stop. */
function emitSteadily(stage: Stage): { stop(): Promise<Set<string>> } {
	const ids = new Set<string>();
	let going = true;
	async function run(): Promise<Set<string>> {
		while (going) {
			for (const id of emit(stage, BURST)) ids.add(id);
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
function emit({ sandbox }: Stage, count: number): Set<string> {
	const form = { locationId: LOCATION, formId: 'form-load' };
	return new Set(
		Array.from({ length: count }, () => sandbox.control.submitForm(form).webhookEventId),
	);
}

function deliveriesOf({ sandbox }: Stage, ids: ReadonlySet<string>): Delivery[] {
	return sandbox.control.deliveries().filter(({ webhookEventId }) => ids.has(webhookEventId));
}

async function settledPerEvent(
	{ executions }: Stage,
	workflowId: string,
	ids?: ReadonlySet<string>,
): Promise<Map<string, number>> {
	await executions.settled(workflowId);
	const perEvent = await executions.perEvent(workflowId);
	return new Map([...perEvent].filter(([id]) => ids?.has(id) ?? true));
}

/** Index of the processor to which nginx sends the path. */
async function processorOf(
	{ url, webhookProcessors, sender }: Stage,
	{ path }: PublishedWorkflow,
): Promise<number> {
	// Not selected by the trigger, so it starts nothing.
	const { servedBy } = await sender.send(`${url}${path}`, sender.event('Nobody.listens'));
	return webhookProcessors.findIndex(({ port }) => String(port) === servedBy);
}

function wasOpenAt(attempt: Delivery['attempts'][number], moment: number): boolean {
	const begun = Date.parse(attempt.at);
	return begun <= moment && moment <= begun + attempt.durationMs + 1;
}
