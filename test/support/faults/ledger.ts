/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the workflow's runs leave behind outside of n8n: which event ran how often. */
export interface Ledger {
	url: string;
	runs(eventId: string): number;
	close(): Promise<void>;
}

/** A server that the workflow calls at `<url>/<event id>` each time it runs. */
export async function openLedger(): Promise<Ledger> {
	const runs = new Map<string, number>();
	const server = createServer((request, response) => {
		const eventId = (request.url ?? '').slice(1);
		runs.set(eventId, (runs.get(eventId) ?? 0) + 1);
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.end('{}');
	});
	server.listen(0, '127.0.0.1');
	// Left open by a stage that failed to start, it must not keep the test run from ending.
	server.unref();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		runs: (eventId) => runs.get(eventId) ?? 0,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
