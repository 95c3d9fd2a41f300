import { withTimeout } from '../utils/withTimeout';

/** The parts of n8n's request that carry the body; n8n adds `readRawBody` and `rawBody` to Node's. */
export interface BodyRequest {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

export type RawBody =
	| { kind: 'bytes'; bytes: Buffer }
	/** Compressed, as `Content-Encoding` says; it was not read. */
	| { kind: 'encoded' }
	| { kind: 'tooLarge' }
	/** The sender did not send all of it in time. */
	| { kind: 'unfinished' }
	/** n8n left none, or the sender hung up in the middle. */
	| { kind: 'missing' };

/** Far more than the body of an event takes; each connection holds an isolate of n8n until then. */
export const MAX_BODY_MS = 10_000;

function isEncoded({ headers }: BodyRequest): boolean {
	const encoding = [headers['content-encoding'] ?? ''].flat().join().trim().toLowerCase();
	return encoding !== '' && encoding !== 'identity';
}

/** raw-body, with which n8n reads, throws errors of HTTP that carry their status. */
function isTooLarge(error: unknown): boolean {
	return error instanceof Error && (error as { status?: unknown }).status === 413;
}

/**
 * The body's bytes before any parsing. n8n (all versions that offer `readRawBody`, 2.41 included)
 * pipes a compressed body through zlib without listening for zlib's errors: where such a body breaks
 * off, its promise never settles, and the webhook call and its isolate stay for ever. Decompressing
 * also lets a stranger turn kilobytes into megabytes. So compressed bodies are refused unread, and
 * the time for all others is bounded.
 *
 * @param stopped resolves to nothing when the body is not waited for any longer
 */
export async function readRawBody(
	request: BodyRequest,
	stopped: Promise<unknown> = new Promise(() => {}),
	maxMs: number = MAX_BODY_MS,
): Promise<RawBody> {
	if (isEncoded(request)) return { kind: 'encoded' };
	try {
		const reading = Promise.resolve(request.readRawBody?.()).then(() => true);
		const ended = await Promise.race([withTimeout(reading, maxMs), stopped]);
		if (!ended) return { kind: 'unfinished' };
	} catch (error) {
		return { kind: isTooLarge(error) ? 'tooLarge' : 'missing' };
	}
	const { rawBody } = request;
	return Buffer.isBuffer(rawBody) ? { kind: 'bytes', bytes: rawBody } : { kind: 'missing' };
}
