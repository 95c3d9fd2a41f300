import { createServer } from 'node:http';
import { listen } from '../listen';
import type { Listening } from '../listen';

/** What the workflows' runs leave behind outside of n8n: which event ran how often. */
export interface Ledger extends Listening {
	runs(eventId: string): number;
	/** When the event ran first, in milliseconds since the epoch; undefined if it did not. */
	ranAt(eventId: string): number | undefined;
	/** Keeps each run waiting for so many milliseconds, from the next one on. */
	hold(ms: number): void;
}

/** A server that the node behind the trigger calls at `<url>/<event id>`. */
export async function openLedger(): Promise<Ledger> {
	const runs = new Map<string, number[]>();
	let holdMs = 0;
	const server = createServer((request, response) => {
		const eventId = (request.url ?? '').slice(1);
		runs.set(eventId, [...(runs.get(eventId) ?? []), Date.now()]);
		request.resume();
		response.setHeader('content-type', 'application/json');
		setTimeout(() => response.end('{}'), holdMs).unref();
	});
	return {
		...(await listen(server)),
		runs: (eventId) => runs.get(eventId)?.length ?? 0,
		ranAt: (eventId) => runs.get(eventId)?.[0],
		hold: (ms) => (holdMs = ms),
	};
}
