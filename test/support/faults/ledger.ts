import { createServer } from 'node:http';
import { listen } from '../listen';

/** What the workflows' runs leave behind outside of n8n: which event ran how often. */
export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** A server that the node behind the trigger calls at `<url>/<event id>`. */
export async function openLedger() {
	const runs = new Map<string, number>();
	let holdMs = 0;
	const server = createServer((request, response) => {
		const eventId = (request.url ?? '').slice(1);
		runs.set(eventId, (runs.get(eventId) ?? 0) + 1);
		request.resume();
		response.setHeader('content-type', 'application/json');
		setTimeout(() => response.end('{}'), holdMs).unref();
	});
	return {
		...(await listen(server)),
		runs: (eventId: string) => runs.get(eventId) ?? 0,
		/** Keeps each run waiting for so many milliseconds, from the next one on. */
		hold: (ms: number) => (holdMs = ms),
	};
}
