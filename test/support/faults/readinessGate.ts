import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { isServing } from '../../../runtime/n8n';
import { listen } from '../listen';

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

/**
 * A reverse proxy that hands on a request only to an n8n that says that it is ready.
 * What docs/reliability.md tells operators to put in front of n8n: while n8n starts, it responds with 200
 * to every request, and a platform takes that for a delivery.
 */
export async function openReadinessGate() {
	let n8nUrl = '';
	const server = createServer((incoming, outgoing) => {
		void isServing(n8nUrl).then((ready) => {
			if (ready) return handOn(n8nUrl, incoming, outgoing);
			incoming.resume();
			outgoing.writeHead(503, { 'retry-after': '1' }).end();
		});
	});
	// `leadTo` is to be called before the first request.
	return { ...(await listen(server)), leadTo: (url: string) => (n8nUrl = url) };
}
