import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { argumentOf, serveParent } from './child';

/** What the server saw since it was last asked. */
export interface Seen {
	url: string;
	requests: number;
}

const { responseAfterMs } = argumentOf<{ responseAfterMs: number }>();
let requests = 0;

/** `get_glossary_term` in sandbox/openapi.yaml. Knows every slug, and costs little, so that the clients are measured. */
const server = createServer((request, response) => {
	requests += 1;
	// A client that leaves the key out would have less to do than the others.
	if (!request.headers['x-key']) response.statusCode = 401;
	const slug = request.url?.split('/').at(-1) ?? '';
	const term = { term: slug, slug, definition: 'x'.repeat(200), url: `https://example.com/${slug}` };
	void delay(responseAfterMs).then(() => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(term));
	});
});

server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
	const { port } = server.address() as AddressInfo;
	serveParent((): Seen => {
		const seen = { url: `http://127.0.0.1:${port}`, requests };
		requests = 0;
		return seen;
	});
});
