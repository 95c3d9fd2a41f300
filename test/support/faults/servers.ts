import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

import { isServing } from '../../../runtime/n8n';
import { listen } from '../listen';

/** A record of the runs outside of n8n: the node behind the trigger calls it at `<url>/<event id>`. */
export async function openLedger() {
	const runs = new Map<string, number>();
	const server = createServer((incoming, response) => {
		const eventId = (incoming.url ?? '').slice(1);
		runs.set(eventId, (runs.get(eventId) ?? 0) + 1);
		incoming.resume();
		response.setHeader('content-type', 'application/json');
		response.end('{}');
	});
	return { ...(await listen(server)), runs: (eventId: string) => runs.get(eventId) ?? 0 };
}

/**
 * A reverse proxy that hands on a request only to an n8n that says that it is ready: what docs/reliability.md
 * tells operators to put in front of n8n.
 */
export async function openReadinessGate() {
	let n8nUrl = '';
	const server = createServer((incoming, outgoing) => {
		void isServing(n8nUrl).then((ready) => {
			if (ready) return handOn(n8nUrl, incoming, outgoing);
			incoming.resume();
			outgoing.writeHead(503).end();
		});
	});
	// `leadTo` is to be called before the first request.
	return { ...(await listen(server)), leadTo: (url: string) => (n8nUrl = url) };
}

function handOn(n8nUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { method, rawHeaders } = incoming;
	const forwarded = request(n8nUrl + (incoming.url ?? ''), { method, headers: rawHeaders });
	forwarded.once('response', (response) => {
		outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
		response.once('error', () => outgoing.destroy());
		response.pipe(outgoing);
	});
	// The sender sees what it would see without a proxy: a connection that breaks.
	forwarded.once('error', () => outgoing.destroy());
	outgoing.once('close', () => forwarded.destroy());
	incoming.pipe(forwarded);
}
