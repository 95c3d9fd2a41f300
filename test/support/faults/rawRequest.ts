import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The bytes for a connection, and what then happens to it. */
export interface RawRequest {
	/** One write each; with a pause after each. */
	pieces: ReadonlyArray<Buffer | string>;
	pauseMs?: number;
	/** How long to wait after the last byte; then the sender breaks off. */
	openMs: number;
}

export interface RawResponse {
	/** Status in the response's first line; undefined when the connection ended without one. */
	status?: number;
	/** Milliseconds from the last byte to the response or the end of the connection. */
	took: number;
}

/** The first line and the headers of a POST. */
export function head(path: string, headers: Record<string, string | number | undefined>): string {
	const lines = Object.entries(headers).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}: ${value}`],
	);
	return [`POST ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** Talks to a server byte by byte, where HTTP libraries would not write such a thing. */
export async function rawRequest(
	port: number,
	{ pieces, pauseMs = 0, openMs }: RawRequest,
): Promise<RawResponse> {
	const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
	let received = '';
	const over = new AbortController();
	const pause = async (ms: number) =>
		await delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
	socket.on('data', (bytes: Buffer) => {
		received += bytes.toString('latin1');
		over.abort();
	});
	for (const event of ['end', 'close', 'error']) socket.once(event, () => over.abort());
	for (const piece of pieces) {
		// A server that has responded reads no further.
		if (over.signal.aborted) break;
		socket.write(piece);
		if (pauseMs > 0) await pause(pauseMs);
	}
	const begun = performance.now();
	await pause(openMs);
	const took = performance.now() - begun;
	socket.resetAndDestroy();
	const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(received) ?? [];
	return { ...(status && { status: Number(status) }), took };
}
