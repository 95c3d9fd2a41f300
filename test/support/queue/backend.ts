import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { listen } from '../listen';

/** Stands where an n8n process stands behind nginx, and tells what arrives. */
export interface Backend {
	readonly name: string;
	readonly port: number;
	/** Whether `/healthz/readiness` says so. */
	ready: boolean;
	/** Headers of the latest request other than for readiness. */
	last(): IncomingHttpHeaders;
	/** Sends the rest of an answer to `/mcp/stream`. */
	finishStream(): void;
	close(): Promise<void>;
}

/** Answers each request with its name; `…/echo` with the body, `/mcp/stream` in two halves. */
export async function startBackend(name: string): Promise<Backend> {
	let last: IncomingHttpHeaders = {};
	let stream: ServerResponse | undefined;
	const server = createServer((request, response) => {
		const { url = '', headers } = request;
		if (url === '/healthz/readiness') {
			response.writeHead(backend.ready ? 200 : 503).end();
			return;
		}
		last = headers;
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
		last: () => last,
		finishStream: () => stream?.end('second half'),
		close,
	};
	return backend;
}
