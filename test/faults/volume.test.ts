import { Agent, request } from 'undici';
import { FORGERIES } from '../engine/trigger/forgeries';
import { openFaultStage } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
import { onceEach, tally, tallyText } from '../support/faults/tally';
import { createSigningKey } from '../support/keys';
import { printFigure } from '../support/queue/figures';

const FORGED = 500;
const EVENTS = 500;
const COPIES = 4;
const IN_FLIGHT = 20;

/** n8n with its quicker engine for expressions: more meets at once. */
let stage: FaultStage;

beforeAll(async () => {
	stage = await openFaultStage({ expressionEngine: 'legacy' });
}, 180_000);

afterAll(async () => await stage?.close(), 60_000);

it(`1: ${FORGED} forged requests are answered 401 and start nothing`, async () => {
	const { control } = stage.sandbox;
	const { publicKeyPem } = control.publicKey();
	const platformKey = { publicKeyPem, sign: (body: Buffer | string) => control.sign(body) };
	const otherKey = createSigningKey();
	const kinds = Object.values(FORGERIES);
	const agent = new Agent({ connections: IN_FLIGHT });
	const send = async (headers: Array<[string, string]>, body: Buffer) => {
		const options = { method: 'POST' as const, headers: headers.flat(), body, dispatcher: agent };
		const response = await request(stage.webhookUrl, options);
		return `${response.statusCode} ${await response.body.text()}`.trim();
	};
	const bodyOf = (n: number) =>
		JSON.stringify({ type: 'ContactCreate', contactId: `c-${n}`, webhookEventId: `evt-forged-${n}` });

	const answers = new Map<string, number>();
	let n = 0;
	const sender = async () => {
		while (n < FORGED) {
			const number = n++;
			const forgery = kinds[number % kinds.length](bodyOf(number), platformKey, otherKey);
			const answer = await send(forgery.headers, forgery.body);
			answers.set(answer, (answers.get(answer) ?? 0) + 1);
		}
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
	const started = await stage.database.executions(stage.workflowId);
	printFigure(
		`1. ${FORGED} forgeries of ${kinds.length} kinds over HTTP: ` +
			`${answers.get('401') ?? 0} answered with a bare 401, ${started.length} executions`,
	);
	expect(kinds.length).toBeGreaterThanOrEqual(12);
	expect(Object.fromEntries(answers)).toEqual({ '401': FORGED });
	expect(started).toEqual([]);

	// What the forgeries were made from is accepted, so it was the signatures that kept them out.
	const genuine = bodyOf(FORGED);
	const signature: [string, string] = ['x-platform-signature', platformKey.sign(genuine)];
	expect(await send([signature], Buffer.from(genuine))).toBe('200 Workflow started');
	await agent.close();
}, 300_000);

it(`2: ${EVENTS} events, each delivered ${COPIES} times at random moments, start once each`, async () => {
	const { control } = stage.sandbox;
	control.setDelivery({
		copies: COPIES,
		spreadMs: 5_000,
		maxInFlight: IN_FLIGHT,
		timeoutMs: 120_000,
	});
	const began = performance.now();
	const events = stage.emit(EVENTS);
	await control.deliveriesSettled();
	const seconds = (performance.now() - began) / 1_000;
	control.setDelivery({ copies: 1, spreadMs: 0 });

	const deliveries = stage.deliveriesOf(events);
	const result = tally(events, await stage.settledExecutions(events));
	printFigure(
		`2. each delivered ${COPIES} times, ${IN_FLIGHT} at once, in ${seconds.toFixed(1)} s: ${tallyText(result)}`,
	);
	expect(deliveries).toHaveLength(EVENTS * COPIES);
	expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
	expect(result).toEqual(onceEach(events));
}, 300_000);

/** JSON that something else might have left in the column, `events` being the trigger's own key. */
const DAMAGES: Record<string, unknown> = {
	'a text instead of the remembered events': { 'node:Platform Trigger': { events: 'garbage' } },
	'a list instead of the remembered events': { 'node:Platform Trigger': { events: [1, 2, 3] } },
	'an older form': { 'node:Platform Trigger': { events: { ids: ['evt-1'] } } },
	'broken segments': {
		'node:Platform Trigger': { events: { version: 1, writer: 'w', segments: { a: 1, b: 'z.!' } } },
	},
	'a text where the node keeps its data': { 'node:Platform Trigger': 'garbage' },
	'a list where the node keeps its data': { 'node:Platform Trigger': ['garbage'] },
	'nothing at all': {},
};

it('9: static data damaged on purpose costs no event', async () => {
	const { control } = stage.sandbox;
	const events: string[] = [];
	for (const damaged of Object.values(DAMAGES)) {
		await stage.database.setStaticData(stage.workflowId, JSON.stringify(damaged));
		const [event] = stage.emit(1);
		await control.deliveriesSettled();
		await control.redeliver(stage.deliveriesOf([event])[0].id);
		events.push(event);
	}
	const result = tally(events, await stage.settledExecutions(events));
	const kinds = Object.keys(DAMAGES).length;
	printFigure(`9. static data damaged in ${kinds} ways, each event delivered twice after: ${tallyText(result)}`);
	expect(stage.deliveriesOf(events).map(({ attempts }) => attempts.map(({ status }) => status))).toEqual(
		Array(kinds * 2).fill([200]),
	);
	expect(result).toEqual(onceEach(events));
	// The trigger keeps its data under its own name, so the damage has hit something it reads.
	expect(stage.n8n.log()).toContain('could not read all of the events that it has stored');
	expect(JSON.parse(await stage.database.staticData(stage.workflowId))).toMatchObject({
		'node:Platform Trigger': { events: { version: 1 } },
	});
}, 120_000);
