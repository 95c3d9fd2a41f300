/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { join } from 'node:path';

import { compared, seconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate, timed } from './support/alternate';
import { startChild, type Child } from './support/child';
import type { Seen } from './support/lookUpServer';
import {
	itemsWith,
	withHttpRequest,
	withKnowledge,
	withRequestHelper,
	withUndici,
	type Batching,
} from './support/lookUpWays';

const ANSWER_AFTER_MS = 20;
/** The node's default, and what undici gets as well. */
const IN_FLIGHT = 10;
/** The most that the node's option takes. */
const MOST_IN_FLIGHT = 100;
const SLUGS = 50;

const WARM_UPS = 3;

const HELPER = "n8n's request helper alone";

/** Of these the fastest counts as the HTTP Request node's best batching. */
const BATCHINGS: Batching[] = [
	{ batchSize: 10, batchInterval: 10 },
	{ batchSize: 50, batchInterval: 20 },
	{ batchSize: 100, batchInterval: 20 },
];

async function bestBatching(run: (batch: Batching) => Promise<number>): Promise<Batching> {
	let best = { batch: BATCHINGS[0], ms: Number.POSITIVE_INFINITY };
	for (const batch of BATCHINGS) {
		const ms = await run(batch);
		if (ms < best.ms) best = { batch, ms };
	}
	return best.batch;
}

/** Look-ups of many items, the server answering after 20 ms. */
export async function benchLookUps(scale: Scale): Promise<Line[]> {
	const server = await startChild(join(__dirname, 'support', 'lookUpServer.ts'), {
		answerAfterMs: ANSWER_AFTER_MS,
	});
	try {
		return [...(await benchDistinct(server, scale)), ...(await benchSame(server, scale))];
	} finally {
		await server.close();
	}
}

async function benchDistinct(server: Child, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, lookUps);
	const mostInFlight = { usual: 0, most: 0 };
	const knowledge = (name: keyof typeof mostInFlight, concurrentRequests: number) => async () => {
		await server.ask();
		const ms = await timed(async () => await withKnowledge(url, items, { concurrentRequests }));
		const seen = await server.ask<Seen>();
		mostInFlight[name] = Math.max(mostInFlight[name], seen.mostInFlight);
		return ms;
	};
	const httpRequest = (batch?: Batching) => async () =>
		await timed(async () => await withHttpRequest(url, items, batch));
	const undici = (inFlight: number) => async () =>
		await timed(async () => await withUndici(url, items, inFlight));
	const helper = (inFlight: number) => async () =>
		await timed(async () => await withRequestHelper(url, items, inFlight));

	// What is compiled at its first use takes a few thousand look-ups to get up to its speed.
	for (let run = 0; run < WARM_UPS; run++) {
		await knowledge('most', MOST_IN_FLIGHT)();
		await httpRequest()();
	}
	const batch = await bestBatching(async (each) => await httpRequest(each)());
	const turns = await alternate(
		{
			ours: knowledge('usual', IN_FLIGHT),
			undici: undici(IN_FLIGHT),
			helper: helper(IN_FLIGHT),
			defaults: httpRequest(),
			batched: httpRequest(batch),
			oursMost: knowledge('most', MOST_IN_FLIGHT),
			undiciMost: undici(MOST_IN_FLIGHT),
			helperMost: helper(MOST_IN_FLIGHT),
		},
		rounds,
	);
	const what = `${lookUps} distinct look-ups, ${IN_FLIGHT} in flight`;
	const most = `${lookUps} distinct look-ups, ${MOST_IN_FLIGHT} in flight`;
	const batched = `HTTP Request, ${batch.batchSize} each ${batch.batchInterval} ms (its best)`;
	const line = (
		name: string,
		ours: number[],
		beside: string,
		theirs: number[],
		bound?: Line['bound'],
	) => compared({ what: name, beside, bound }, ours, theirs, seconds);
	return [
		line(what, turns.ours, 'undici', turns.undici, { atMost: 1.3 }),
		{
			what,
			ours: `${mostInFlight.usual} in flight at most`,
			beside: 'the limit set',
			theirs: String(IN_FLIGHT),
			bound: { text: `≤ ${IN_FLIGHT}`, holds: mostInFlight.usual <= IN_FLIGHT },
		},
		line(what, turns.ours, HELPER, turns.helper),
		line(what, turns.ours, 'HTTP Request, defaults', turns.defaults),
		line(what, turns.ours, batched, turns.batched),
		{
			...line(most, turns.oursMost, 'HTTP Request, defaults', turns.defaults, { atMost: 1 }),
			unreachable: {
				why: `it has all ${lookUps} in flight`,
				floor: { atMost: 1.5 },
			},
		},
		line(most, turns.oursMost, batched, turns.batched),
		line(most, turns.oursMost, 'undici', turns.undiciMost),
		line(most, turns.oursMost, HELPER, turns.helperMost),
		{
			what: most,
			ours: `${mostInFlight.most} in flight at most`,
			beside: 'the limit set',
			theirs: String(MOST_IN_FLIGHT),
			bound: { text: `≤ ${MOST_IN_FLIGHT}`, holds: mostInFlight.most <= MOST_IN_FLIGHT },
		},
	];
}

async function benchSame(server: Child, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, SLUGS);
	const slugs = Math.min(SLUGS, lookUps);
	const sent = { ours: new Set<number>(), theirs: new Set<number>() };
	const counted = (side: keyof typeof sent, run: () => Promise<void>) => async () => {
		await server.ask();
		const ms = await timed(run);
		sent[side].add((await server.ask<Seen>()).requests);
		return ms;
	};
	const turns = await alternate(
		{
			ours: counted('ours', async () => await withKnowledge(url, items)),
			httpRequest: counted('theirs', async () => await withHttpRequest(url, items)),
			undici: async () =>
				await timed(async () => await withUndici(url, items.slice(0, slugs), IN_FLIGHT)),
		},
		rounds,
	);
	const what = `${lookUps} items that ask for ${slugs} slugs`;
	const list = (counts: Set<number>) => `${[...counts].join(', ')} requests`;
	return [
		{
			what,
			ours: list(sent.ours),
			beside: 'HTTP Request, defaults',
			theirs: list(sent.theirs),
			bound: { text: `= ${slugs}`, holds: sent.ours.size === 1 && sent.ours.has(slugs) },
		},
		compared({ what, beside: 'HTTP Request, defaults' }, turns.ours, turns.httpRequest, seconds),
		compared({ what, beside: `undici, ${slugs} requests` }, turns.ours, turns.undici, seconds),
	];
}
