import { join } from 'node:path';

import { compared, megabytes, seconds, type Bound, type Line } from './report';
import type { Scale } from './scale';
import { alternate, timed } from './support/alternate';
import { startChild, type Child } from './support/child';
import type { Seen } from './support/lookUpServer';
import { itemsWith, withHttpRequest, withKnowledge, withUndici } from './support/lookUpWays';
import type { MemoryRun, MemoryUsed } from './support/memoryRun';

const RESPONSE_AFTER_MS = 20;
/** The node's default. */
const IN_FLIGHT = 10;
const SLUGS = 50;
const WARM_UPS = 3;

/**
 * By default the HTTP Request node opens a connection for every item at once, more than most
 * machines allow at so many items. This is slow enough for its requests not to pile up.
 */
const BATCH = { batchSize: 50, batchInterval: 50 };
/** A run takes as long as a dozen others, and its memory varies little. */
const MEMORY_ROUNDS = 2;

const HTTP_REQUEST = 'HTTP Request, defaults';

/** Look-ups of many items, the server responding after 20 ms; then by how much a process grows. */
export async function benchLookUps(scale: Scale): Promise<Line[]> {
	const slow = { responseAfterMs: RESPONSE_AFTER_MS };
	const times = await withServer(slow, async (server) => [
		...(await benchDistinct(server, scale)),
		...(await benchSame(server, scale)),
	]);
	return [...times, ...(await withServer({ responseAfterMs: 1 }, async (server) => await benchMemory(server, scale)))];
}

async function withServer<T>(settings: { responseAfterMs: number }, work: (server: Child) => Promise<T>): Promise<T> {
	const server = await startChild(join(__dirname, 'support', 'lookUpServer.ts'), settings);
	try {
		return await work(server);
	} finally {
		await server.close();
	}
}

async function benchDistinct(server: Child, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, lookUps);
	const ways = {
		ours: async () => await timed(async () => await withKnowledge(url, items)),
		undici: async () => await timed(async () => await withUndici(url, items, IN_FLIGHT)),
		httpRequest: async () => await timed(async () => await withHttpRequest(url, items)),
	};
	// What is compiled at its first use takes a few thousand look-ups to get up to its speed.
	for (let run = 0; run < WARM_UPS; run++) {
		await ways.ours();
		await ways.httpRequest();
	}
	const turns = await alternate(ways, rounds);
	const what = `${lookUps} distinct lookups, ${IN_FLIGHT} in flight`;
	const beside = (peer: string, theirs: number[], waiting: number, bound?: Bound) =>
		compared({ what, beside: peer, bound, waiting }, turns.ours, theirs, seconds);
	return [
		beside('undici', turns.undici, Math.ceil(lookUps / IN_FLIGHT) * RESPONSE_AFTER_MS),
		// It has all of them in flight at once, so there is one wait only: the whole time is compared.
		beside(HTTP_REQUEST, turns.httpRequest, 0),
	];
}

async function benchSame(server: Child, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { url } = await server.ask<Seen>();
	const items = itemsWith(lookUps, SLUGS);
	const sent = { ours: 0, theirs: 0 };
	const counted = (side: keyof typeof sent, run: () => Promise<void>) => async () => {
		await server.ask();
		const ms = await timed(run);
		sent[side] = (await server.ask<Seen>()).requests;
		return ms;
	};
	const turns = await alternate(
		{
			ours: counted('ours', async () => await withKnowledge(url, items)),
			httpRequest: counted('theirs', async () => await withHttpRequest(url, items)),
		},
		rounds,
	);
	const slugs = Math.min(SLUGS, lookUps);
	if (sent.ours !== slugs) throw new Error(`Knowledge sent ${sent.ours} requests for ${slugs} slugs`);
	const what = `${lookUps} items that ask for ${slugs} slugs: ${sent.ours} and ${sent.theirs} requests`;
	return [compared({ what, beside: HTTP_REQUEST, bound: { atMost: 1 } }, turns.ours, turns.httpRequest, seconds)];
}

/** Each time in a fresh process. */
async function benchMemory(server: Child, { memoryItems: items, rounds }: Scale): Promise<Line[]> {
	const { url } = await server.ask<Seen>();
	const grows = (run: MemoryRun) => async () => {
		const child = await startChild(join(__dirname, 'support', 'memoryRun.ts'), run);
		return (await child.ask<MemoryUsed>().finally(child.close)).peak;
	};
	const turns = await alternate(
		{
			ours: grows({ way: 'knowledge', url, items }),
			httpRequest: grows({ way: 'httpRequest', url, items, batch: BATCH }),
		},
		Math.min(rounds, MEMORY_ROUNDS),
		{ warmUp: false },
	);
	const what = `growth of the process over ${items.toLocaleString('en')} lookups`;
	const beside = `HTTP Request, ${BATCH.batchSize} each ${BATCH.batchInterval} ms`;
	return [compared({ what, beside, bound: { atMost: 1 } }, turns.ours, turns.httpRequest, megabytes)];
}
