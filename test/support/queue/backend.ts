import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

import { listen } from '../listen';

/** Stands where an n8n process stands behind nginx, and tells what arrives. */
export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** Responds to each request with its name, to `/mcp/stream` in two halves. */
export async function startBackend(name: string) {
	/** Whether `/healthz/readiness` says that it is ready; and whether it takes requests and does not respond. */
	const backend = { ready: true, silent: false };
	let received = 0;
	let last: IncomingHttpHeaders = {};
	let stream: ServerResponse | undefined;
	const server = createServer((request, response) => {
		const { url = '', headers } = request;
		if (url === '/healthz/readiness')
			return void response.writeHead(backend.ready ? 200 : 503).end();
		last = headers;
		received += 1;
		if (backend.silent) return;
		if (url === '/mcp/stream') {
			stream = response;
			response.write('first half');
		} else request.resume().once('end', () => response.end(name));
	});
	const { port, close } = await listen(server);
	return Object.assign(backend, {
		name,
		port,
		/** How many requests came, other than for readiness. */
		received: () => received,
		/** Headers of the latest of them. */
		last: () => last,
		/** Sends the rest of a response to `/mcp/stream`. */
		finishStream: () => stream?.end('second half'),
		/** Ends it with all that is open, as a crash does. */
		close,
	});
}
