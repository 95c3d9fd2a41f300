import { join } from 'node:path';

import { compared, seconds, type Bound } from './report';
import type { Result } from './result';
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
} from './support/lookUpWays';

const ANSWER_AFTER_MS = 20;
/** The node's default, and the most that its option takes. */
const IN_FLIGHT = 10;
const MOST_IN_FLIGHT = 100;
const SLUGS = 50;

const WARM_UPS = 3;

const HTTP_REQUEST = 'HTTP Request, defaults';

/** Look-ups of many items, the server answering after 20 ms. */
export async function benchLookUps(scale: Scale): Promise<Result> {
	const server = await startChild(join(__dirname, 'support', 'lookUpServer.ts'), {
		answerAfterMs: ANSWER_AFTER_MS,
	});
	try {
		const distinct = await benchDistinct(server, scale);
		return { ...distinct, lines: [...distinct.lines, ...(await benchSame(server, scale))] };
	} finally {
		await server.close();
	}
}

async function benchDistinct(server: Child, { lookUps, rounds }: Scale): Promise<Result> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, lookUps);
	const seen = new Map<string, Seen[]>();
	const watched = (name: string, run: () => Promise<void>) => async () => {
		await server.ask();
		const ms = await timed(run);
		seen.set(name, [...(seen.get(name) ?? []), await server.ask<Seen>()]);
		return ms;
	};
	const knowledge = (concurrentRequests: number) => async () =>
		await withKnowledge(url, items, { concurrentRequests });
	const httpRequest = async () => await withHttpRequest(url, items);

	// What is compiled at its first use takes a few thousand look-ups to get up to its speed.
	for (let run = 0; run < WARM_UPS; run++) {
		await knowledge(MOST_IN_FLIGHT)();
		await httpRequest();
	}
	const turns = await alternate(
		{
			ours: watched('ours', knowledge(IN_FLIGHT)),
			undici: watched('undici', async () => await withUndici(url, items, IN_FLIGHT)),
			helper: async () => await timed(async () => await withRequestHelper(url, items, IN_FLIGHT)),
			httpRequest: watched('httpRequest', httpRequest),
			oursMost: watched('oursMost', knowledge(MOST_IN_FLIGHT)),
			undiciMost: async () => await timed(async () => await withUndici(url, items, MOST_IN_FLIGHT)),
		},
		rounds,
	);
	const beside = (inFlight: number, peer: string, ours: number[], theirs: number[], bound?: Bound) => {
		const what = `${lookUps} distinct lookups, ${inFlight} in flight`;
		// With all of them in flight at once there is one wait only: the whole time is compared.
		const waiting = peer === HTTP_REQUEST ? 0 : Math.ceil(lookUps / inFlight) * ANSWER_AFTER_MS;
		return compared({ what, beside: peer, bound, waiting }, ours, theirs, seconds);
	};
	const limit = (name: string, inFlight: number) => {
		const most = Math.max(...(seen.get(name) ?? []).map(({ mostInFlight }) => mostInFlight));
		return {
			what: `${lookUps} distinct lookups`,
			ours: `${most} in flight at most`,
			beside: 'the limit set',
			theirs: String(inFlight),
			bound: { text: `≤ ${inFlight}`, holds: most <= inFlight },
		};
	};
	const { ours, oursMost, undici, undiciMost, helper } = turns;
	return {
		lines: [
			beside(IN_FLIGHT, 'undici', ours, undici, { atMost: 1.3 }),
			beside(IN_FLIGHT, "n8n's request helper alone", ours, helper, { atMost: 1.3 }),
			beside(IN_FLIGHT, HTTP_REQUEST, ours, turns.httpRequest),
			beside(MOST_IN_FLIGHT, 'undici', oursMost, undiciMost),
			beside(MOST_IN_FLIGHT, HTTP_REQUEST, oursMost, turns.httpRequest, { atMost: 1 }),
			limit('ours', IN_FLIGHT),
			limit('oursMost', MOST_IN_FLIGHT),
		],
	};
}

async function benchSame(server: Child, { lookUps, rounds }: Scale): Promise<Result['lines']> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, SLUGS);
	const slugs = Math.min(SLUGS, lookUps);
	const sent = { ours: new Set<number>(), theirs: new Set<number>() };
	const counted = (side: keyof typeof sent, run: () => Promise<void>) => async () => {
		await server.ask();
		const ms = await timed(run);
		sent[side].add((await server.ask<Seen>()).answeredAt.length);
		return ms;
	};
	const turns = await alternate(
		{
			ours: counted('ours', async () => await withKnowledge(url, items)),
			httpRequest: counted('theirs', async () => await withHttpRequest(url, items)),
		},
		rounds,
	);
	const what = `${lookUps} items that ask for ${slugs} slugs`;
	const list = (counts: Set<number>) => `${[...counts].join(', ')} requests`;
	return [
		{
			what,
			ours: list(sent.ours),
			beside: HTTP_REQUEST,
			theirs: list(sent.theirs),
			bound: { text: `= ${slugs}`, holds: sent.ours.size === 1 && sent.ours.has(slugs) },
		},
		compared({ what, beside: HTTP_REQUEST, bound: { atMost: 1 } }, turns.ours, turns.httpRequest, seconds),
	];
}
