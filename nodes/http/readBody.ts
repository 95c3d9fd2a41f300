import { tryOr } from '../utils/tryOr';

/** The longest lists of a platform take a few megabytes. A body without an end must not fill the memory. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

interface BodyStream extends AsyncIterable<Buffer> {
	destroy?: () => void;
}

const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** A failure while a body is read, as the error that the HTTP client would throw. */
function readingFailure(error: unknown): unknown {
	const { code, message } = error as { code?: string; message?: string };
	// The connection ended in the middle of the body.
	const brokeOff = code === undefined || code === 'ECONNRESET';
	return brokeOff ? Object.assign(new Error(message), { code: 'ERR_BAD_RESPONSE' }) : error;
}

/**
 * Reads a body that n8n hands on as a stream, and parses it where it is JSON. A body that is no stream was read already.
 *
 * @param signal ends the reading, and closes the connection
 * @returns the parsed JSON, else the text
 * @throws an error with a `code` where the body breaks off, or is larger than {@link MAX_BODY_BYTES}
 */
export async function readBody(body: unknown, signal: AbortSignal): Promise<unknown> {
	if (!isStream(body)) return body;
	const stop = () => body.destroy?.();
	signal.addEventListener('abort', stop);
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			// Leaving the loop closes the stream.
			if (size > MAX_BODY_BYTES)
				throw Object.assign(new Error('Too large'), { code: 'ERR_BODY_TOO_LARGE' });
			chunks.push(Buffer.from(chunk));
		}
	} catch (error) {
		throw readingFailure(error);
	} finally {
		signal.removeEventListener('abort', stop);
	}
	// A byte order mark is no part of the JSON.
	const text = Buffer.concat(chunks)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
	return tryOr(() => JSON.parse(text) as unknown, text);
}
