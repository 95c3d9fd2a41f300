import { join } from 'node:path';

import { waitFor } from '../runtime/polling';
import { freePorts } from '../runtime/ports';
import { startProcess } from '../runtime/process';
import { compared, seconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate, timed } from './support/alternate';
import { itemsWith, withHttpRequest, withKnowledge } from './support/lookUpWays';

const RESPONSE_AFTER_MS = 20;
/** The node's default. */
const IN_FLIGHT = 10;
const SLUGS = 50;
const WARM_UPS = 3;

const HTTP_REQUEST = 'HTTP Request, defaults';

/** Look-ups of many items by a server in a process of its own: what it does is not counted as ours. */
export async function benchLookUps(scale: Scale): Promise<Line[]> {
	const [port] = await freePorts(1);
	const url = `http://127.0.0.1:${port}`;
	const args = ['--import', 'tsx', join(__dirname, 'support', 'lookUpServer.ts'), String(port), String(RESPONSE_AFTER_MS)];
	const server = await startProcess({ name: 'the server', command: process.execPath, args, env: process.env });
	try {
		await waitFor('the server', async () => await requestsSeen(url).then(() => true, () => false));
		return [...(await benchDistinct(url, scale)), ...(await benchSame(url, scale))];
	} finally {
		await server.kill();
	}
}

/** How many it got since it was last asked. */
const requestsSeen = async (url: string) => Number(await (await fetch(`${url}/seen`)).text());

async function benchDistinct(url: string, { lookUps, rounds }: Scale): Promise<Line[]> {
	const items = itemsWith(lookUps, lookUps);
	const ways = {
		ours: async () => await timed(async () => await withKnowledge(url, items)),
		httpRequest: async () => await timed(async () => await withHttpRequest(url, items)),
	};
	// What is compiled at its first use takes a few thousand lookups to get up to its speed.
	for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
		await ways.ours();
		await ways.httpRequest();
	}
	const turns = await alternate(ways, rounds);
	const what = `${lookUps} distinct lookups, ${IN_FLIGHT} in flight`;
	return [compared({ what, beside: HTTP_REQUEST }, turns.ours, turns.httpRequest, seconds)];
}

async function benchSame(url: string, { lookUps, rounds }: Scale): Promise<Line[]> {
	const items = itemsWith(lookUps, SLUGS);
	const sent = { ours: 0, theirs: 0 };
	const counted = (side: keyof typeof sent, lookUp: () => Promise<void>) => async () => {
		await requestsSeen(url);
		const ms = await timed(lookUp);
		sent[side] = await requestsSeen(url);
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
