import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

import { httpStatusOf, networkCodeOf, retryAfterMsOf, wasNotSent } from './failure';

/**
 * A person watches the execution: four attempts span two to three and a half seconds of waiting,
 * which outlasts a restarting server behind a load balancer, but not an outage.
 */
const MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/**
 * Rate limits are usually counted by the minute. A longer `Retry-After` is better handled by the
 * workflow's own schedule.
 */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Sends a request, and repeats it where that is both useful and safe.
 *
 * - Reads: after a network failure, 429 or 5xx.
 * - Writes: only when the request surely had no effect: 429, or no connection was made. Send writes
 *   with redirects off: a refused connection after a redirect says nothing about the first server.
 *
 * @param request what is handed to `send`; each attempt gets its own copy, because n8n's request
 *   helpers write headers into the object they are given
 * @param send rejects on any status outside 2xx, as `httpRequestWithAuthentication` does
 * @param withinMs no attempt begins later
 * @returns what `send` resolves to
 * @throws whatever the last attempt threw, unchanged
 */
export async function withRetry(
	request: IHttpRequestOptions,
	send: (request: IHttpRequestOptions) => Promise<unknown>,
	withinMs = Infinity,
): Promise<unknown> {
	const began = Date.now();
	// A promise chain rather than a loop with try/catch keeps the thrown value untouched.
	const attempt = async (count: number): Promise<unknown> =>
		await send({ ...request, headers: { ...request.headers } }).catch(async (error: unknown) => {
			const waitMs = count < MAX_ATTEMPTS ? waitBefore(count, request.method, error) : undefined;
			if (waitMs === undefined || Date.now() - began + waitMs > withinMs) return await Promise.reject(error);
			await sleep(waitMs);
			return await attempt(count + 1);
		});
	return await attempt(1);
}

/** Milliseconds to wait before the next attempt, or undefined when there must be none. */
function waitBefore(attemptsMade: number, method: string | undefined, error: unknown): number | undefined {
	if (!mayRepeat(method, error)) return undefined;
	const askedFor = retryAfterMsOf(error);
	if (askedFor !== undefined) return askedFor <= MAX_RETRY_AFTER_MS ? askedFor : undefined;
	const backoffMs = FIRST_BACKOFF_MS * 2 ** (attemptsMade - 1);
	// Jitter, so that items that failed together do not retry together: half to all of the wait.
	return backoffMs * (0.5 + Math.random() / 2);
}

/** Reads change nothing on the server, so repeating them is always safe (RFC 9110, 9.2.1). */
function mayRepeat(method: string | undefined, error: unknown): boolean {
	const status = httpStatusOf(error);
	if (status === 429) return true;
	if (method !== 'GET') return wasNotSent(error);
	return status === undefined ? networkCodeOf(error) !== undefined : status >= 500;
}
