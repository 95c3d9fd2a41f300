import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const [port, responseAfterMs] = process.argv.slice(2).map(Number);
let requests = 0;

/**
 * `get_glossary_term` in sandbox/openapi.yaml. Knows every slug, and costs little, so that the clients are measured.
 * `/seen` tells how many requests came since it was last asked.
 */
const server = createServer((request, response) => {
	if (request.url === '/seen') {
		response.end(String(requests));
		requests = 0;
		return;
	}
	requests += 1;
	// A client that leaves the key out would have less to do than the others.
	if (!request.headers['x-key']) response.statusCode = 401;
	const slug = request.url?.split('/').at(-1) ?? '';
	const term = {
		term: slug,
		slug,
		definition: 'x'.repeat(200),
		url: `https://example.com/${slug}`,
	};
	void delay(responseAfterMs).then(() => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(term));
	});
});

server.listen({ port, host: '127.0.0.1', backlog: 4_096 });
