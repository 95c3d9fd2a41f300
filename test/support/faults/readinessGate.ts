/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that hands on a request only to an n8n that says that it is ready. */
export interface ReadinessGate {
	url: string;
	/** To be called before the first request. */
	leadTo(n8nUrl: string): void;
	close(): Promise<void>;
}

async function isReady(n8nUrl: string): Promise<boolean> {
	const answer = await fetch(`${n8nUrl}/healthz/readiness`).catch(() => undefined);
	await answer?.text().catch(() => undefined);
	return answer?.ok ?? false;
}

function handOn(n8nUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { method, rawHeaders } = incoming;
	const forwarded = request(n8nUrl + (incoming.url ?? ''), { method, headers: rawHeaders });
	forwarded.once('response', (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
		answer.once('error', () => outgoing.destroy());
		answer.pipe(outgoing);
	});
	// The sender sees what it would see without a proxy: a connection that breaks.
	forwarded.once('error', () => outgoing.destroy());
	outgoing.once('close', () => forwarded.destroy());
	incoming.pipe(forwarded);
}

/**
 * What docs/reliability.md tells operators to put in front of n8n: while n8n starts, it answers 200
 * to every request, and a platform takes that for a delivery.
 */
export async function openReadinessGate(): Promise<ReadinessGate> {
	let n8nUrl = '';
	const server = createServer((incoming, outgoing) => {
		void isReady(n8nUrl).then((ready) => {
			if (ready) return handOn(n8nUrl, incoming, outgoing);
			incoming.resume();
			outgoing.writeHead(503, { 'retry-after': '1' }).end();
		});
	});
	server.listen(0, '127.0.0.1');
	server.unref();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		leadTo: (url) => (n8nUrl = url),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
