import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { listen } from '../listen';

/** Stands where an n8n process stands behind nginx, and tells what arrives. */
export interface Backend {
	readonly name: string;
	readonly port: number;
	/** Whether `/healthz/readiness` says so. */
	ready: boolean;
	/** Takes requests and does not respond, as while it works on them. */
	silent: boolean;
	/** How many requests came, other than for readiness. */
	received(): number;
	/** Headers of the latest of them. */
	last(): IncomingHttpHeaders;
	/** Sends the rest of a response to `/mcp/stream`. */
	finishStream(): void;
	/** Ends it with all that is open, as a crash does. */
	close(): Promise<void>;
}

/** Responds to each request with its name; `…/echo` with the body, `/mcp/stream` in two halves. */
export async function startBackend(name: string): Promise<Backend> {
	let received = 0;
	let last: IncomingHttpHeaders = {};
	let stream: ServerResponse | undefined;
	const server = createServer((request, response) => {
		const { url = '', headers } = request;
		if (url === '/healthz/readiness') {
			response.writeHead(backend.ready ? 200 : 503).end();
			return;
		}
		last = headers;
		received += 1;
		if (backend.silent) return;
		if (url === '/mcp/stream') {
			stream = response;
			response.write('first half');
		} else if (url.endsWith('/echo')) {
			request.pipe(response);
		} else {
			request.resume().once('end', () => response.end(name));
		}
	});
	const { port, close } = await listen(server);
	const backend: Backend = {
		name,
		port,
		ready: true,
		silent: false,
		received: () => received,
		last: () => last,
		finishStream: () => stream?.end('second half'),
		close,
	};
	return backend;
}
