import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What is written to a connection, and what then becomes of it. */
export interface RawRequest {
	/** One write each; with a pause after each. */
	pieces: ReadonlyArray<Buffer | string>;
	pauseMs?: number;
	/** Default: wait for a response. close: the same, then break off. halfClose: no more bytes, then wait. */
	afterwards?: 'close' | 'halfClose';
	/** How long to wait after the last byte. */
	openMs: number;
}

export interface RawResponse {
	/** Of the response's first line; undefined when the connection closed, or was given up, without one. */
	status?: number;
	/** Milliseconds from the last byte to the response or the end of the connection. */
	took: number;
	/** Neither a response nor closed by the server. */
	gaveUp: boolean;
}

/** Talks to a server byte by byte, where HTTP libraries would not write such a thing. */
export async function rawRequest(port: number, request: RawRequest): Promise<RawResponse> {
	const { pieces, pauseMs = 0, afterwards, openMs } = request;
	const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
	let received = '';
	let ended = false;
	const over = new AbortController();
	const end = () => {
		ended = true;
		over.abort();
	};
	socket.on('data', (bytes: Buffer) => {
		received += bytes.toString('latin1');
		end();
	});
	for (const event of ['end', 'close', 'error']) socket.once(event, end);
	for (const piece of pieces) {
		// A server that has responded reads no further.
		if (ended) break;
		socket.write(piece);
		if (pauseMs > 0) await delay(pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
	}
	const begun = performance.now();
	if (afterwards === 'halfClose') socket.end();
	if (!ended) await delay(openMs, undefined, { signal: over.signal }).catch(() => undefined);
	if (afterwards === 'close') socket.resetAndDestroy();
	const took = performance.now() - begun;
	const gaveUp = !ended && afterwards !== 'close';
	socket.destroy();
	const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(received)?.[1] ?? NaN);
	return { ...(status > 0 && { status }), took, gaveUp };
}
