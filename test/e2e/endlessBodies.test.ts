import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { waitFor } from '../../runtime/polling';
import { useHarness } from '../support/harness';
import { listen } from '../support/listen';
import { isLong } from '../support/long';
import { print } from '../support/print';

/* A platform, or what stands in its place, whose response never ends: each request ends all the same, and nothing stays. */

const harness = useHarness();

/** A body that is read without a bound takes gigabytes. */
const MAX_GROWTH_MB = 400;

const CHUNK = 'x'.repeat(64 * 1024);

/** @param pauseMs between two pieces of a body that drips */
async function* endlessBody(pauseMs: number): AsyncGenerator<string> {
	yield '{"calendars":[{"name":"';
	for (;;) {
		if (pauseMs > 0) await delay(pauseMs);
		yield pauseMs > 0 ? 'x' : CHUNK;
	}
}

/** A server whose bodies do not end. */
async function openEndlessServer(status: number, pauseMs = 0) {
	let requests = 0;
	let open = 0;
	const server = createServer((request, response) => {
		requests += 1;
		request.resume();
		response.writeHead(status, { 'content-type': 'application/json' });
		// Ends when the reader hangs up.
		pipeline(Readable.from(endlessBody(pauseMs)), response, () => {});
	});
	server.on('connection', (socket) => {
		open += 1;
		socket.once('close', () => (open -= 1));
	});
	return { ...(await listen(server)), requests: () => requests, open: () => open };
}

/** The most memory that a process has taken since it was last asked, in MB; from Linux's /proc. */
function peakSinceLastTime(pid: number): number {
	const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return (Number(peak) * 1_024) / 1e6;
}

/** @returns what a person reads of each call */
async function callTimes(calls: number, platformUrl: string): Promise<string[]> {
	const credential = await harness.api.createCredential({
		name: 'Endless',
		type: 'platformTokenApi',
		data: { api: 'contract', platformUrl, accessToken: 'a-token', locationId: 'loc-harbor' },
	});
	const messages: string[] = [];
	for (let call = 0; call < calls; call++) {
		const { failure } = await harness.runNode({
			type: 'platform',
			parameters: { resource: 'calendar', operation: 'getAll', authentication: 'accessToken' },
			credentials: [],
			node: { credentials: { platformTokenApi: credential } },
		});
		messages.push(failure ?? '');
	}
	return messages;
}

it.each([
	// What stays of one would add up. A retry is a request more, so one call makes several.
	['of a success', 200, 3, 0],
	['of a refusal', 400, 1, 0],
	['of a failure, with its retries', 503, 1, 0],
	...(isLong ? [['of a success that drips', 200, 3, 50] as [string, number, number, number]] : []),
])(
	'a body %s that does not end is given up: its connections are closed, and the memory is bounded',
	async (_what, status, calls, pauseMs) => {
		const server = await openEndlessServer(status, pauseMs);
		const { pid } = harness.n8n;
		peakSinceLastTime(pid);
		const before = peakSinceLastTime(pid);
		try {
			const messages = await callTimes(calls, server.url);
			expect(messages).toEqual(messages.map(() => expect.stringContaining('The platform')));
			print(`${messages[0]} (${server.requests()} requests)`);
			expect(server.requests()).toBeGreaterThanOrEqual(calls);
			await waitFor('the end of all connections', () => server.open() === 0);
			expect(peakSinceLastTime(pid) - before).toBeLessThan(MAX_GROWTH_MB);
		} finally {
			await server.close();
		}
	},
	600_000,
);
