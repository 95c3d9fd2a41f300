import { setTimeout as delay } from 'node:timers/promises';

import { printTable } from '../support/print';
import { inLanes } from '../support/faults/send';
import type { SignedEvent } from '../support/queue/signedSender';
import { builtIn, manualTrigger, publish, workflow } from '../support/queue/workflows';
import type { PublishedWorkflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'Marked';
const DONE = 'Done';

const EVENTS = 100;
const AT_ONCE = 40;
const REPEATS_AT_ONCE = 20;
const EVERY_MS = 100;

/** Each worker looks again whether its marks are there; without that up to half were lost in a burst. */
const MOST_LOST = EVENTS / 20;

type Pace = 'steady' | 'burst';
type Routing = 'onePath' | 'inTurn';

interface Case {
	routing: Routing;
	pace: Pace;
	published: PublishedWorkflow;
	events: SignedEvent[];
	/** Events that ran again when they were repeated. */
	lost: number;
}

/**
 * What is left when the webhook processors have forgotten everything: n8n's record, which the workers
 * write. It has no lock, so what one of them reads and writes back may miss what the other one wrote.
 */
export function marks(harness: () => Harness): void {
	it('the processors restarted, all events repeated: marks that two workers lose each other', async () => {
		const { api, credentials, executions, webhookProcessors } = harness();
		const cases: Case[] = [];
		for (const routing of ['onePath', 'inTurn'] as const) {
			for (const pace of ['steady', 'burst'] as const) {
				const trigger = manualTrigger(credentials.key, [EVENT]);
				const draft = workflow(`Marks, ${routing}, ${pace}`, [trigger, builtIn('noOp', DONE)]);
				const published = await publish(api, draft);
				cases.push({ routing, pace, published, events: [], lost: 0 });
			}
		}
		for (const each of cases) {
			each.events = await sendEvents(harness(), each);
			await executions.settled(each.published.id);
			const before = await executions.perEvent(each.published.id, DONE);
			expect(each.events.filter(({ id }) => before.get(id) !== 1)).toEqual([]);
			// As long as a processor knows what it has been sent, one path means once.
			if (each.routing === 'onePath') expect(await repeat(harness(), each)).toBe(0);
		}
		await Promise.all(webhookProcessors.map(async (processor) => await processor.restart()));
		for (const each of cases) each.lost = await repeat(harness(), each);

		const of = (routing: Routing, pace: Pace) =>
			`${cases.find((each) => each.routing === routing && each.pace === pace)!.lost} of ${EVENTS}`;
		printTable(
			'events that ran again when they were repeated after a restart of the processors, two workers',
			['', `${1_000 / EVERY_MS} a second`, `${AT_ONCE} at once`],
			[
				['one path, one processor', of('onePath', 'steady'), of('onePath', 'burst')],
				['processors in turn', of('inTurn', 'steady'), of('inTurn', 'burst')],
			],
		);
		expect(cases.filter(({ lost }) => lost > MOST_LOST)).toEqual([]);
	}, 300_000);
}

function addressOf(harness: Harness, { routing, published }: Case, n: number): string {
	const { url } = routing === 'onePath' ? harness : harness.webhookProcessors[n % 2];
	return `${url}${published.path}`;
}

async function sendEvents(harness: Harness, each: Case): Promise<SignedEvent[]> {
	const { sender } = harness;
	const events = Array.from({ length: EVENTS }, () => sender.event(EVENT));
	const send = async (n: number) => (await sender.send(addressOf(harness, each, n), events[n])).status;
	const statuses =
		each.pace === 'burst'
			? await inLanes(EVENTS, AT_ONCE, send)
			: await Promise.all(
					events.map(async (_, n) => {
						await delay(n * EVERY_MS);
						return await send(n);
					}),
				);
	expect(statuses).toEqual(events.map(() => 200));
	return events;
}

/** @returns how many of the events ran once more */
async function repeat(harness: Harness, each: Case): Promise<number> {
	const { sender, executions } = harness;
	const { id } = each.published;
	const before = await executions.perEvent(id, DONE);
	const send = async (n: number) => await sender.send(addressOf(harness, each, n), each.events[n]);
	const answers = await inLanes(EVENTS, REPEATS_AT_ONCE, send);
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	await executions.settled(id);
	const after = await executions.perEvent(id, DONE);
	return each.events.filter((event) => after.get(event.id) !== before.get(event.id)).length;
}
