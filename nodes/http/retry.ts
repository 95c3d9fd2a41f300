import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

import { withTimeout } from '../utils/withTimeout';
import { httpStatusOf, mayPass, noResponseOf, waitAskedBy } from './requestError';
import { gaveUp } from './readFailure';
import { responseTextOf } from './responseText';

/** Four attempts span two to three and a half seconds: a person watches, and a server behind a load balancer restarts in less. */
const MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 500;

/** Rate limits are usually counted by the minute; a longer wait belongs to the workflow's own schedule. */
const MAX_RATE_WAIT_MS = 60_000;

/** A rate limit that the requests of a run share. */
export interface Pace {
	/** Epoch milliseconds before which nothing is sent. */
	until?: number;
	/** The 429 that said so. A request that cannot wait so long fails with it, unsent. */
	refusal?: unknown;
}

/** Sends a request once. @param signal ends it */
export type SendOnce<T> = (request: IHttpRequestOptions, signal: AbortSignal) => Promise<T>;

/** How a request may be repeated. */
interface RetryOptions {
	/** True where it changes nothing. */
	isRead: boolean;
	/** True where no second attempt is worth its time. */
	isSentOnce?: boolean;
	/** Milliseconds from now after which no attempt begins. */
	withinMs?: number;
	/** The rate limit that it shares with other requests of the run. */
	pace?: Pace;
	/** The wait after a 429 that names none; by default that after other failures. */
	rateLimitMs?: number;
}

/**
 * Sends a request, and repeats it where that is both useful and safe: a read after a network failure, 429, 5xx or a
 * gateway's time-out, a write after 429 and where no connection was made. A followed redirect would hide that a write had
 * arrived, so there must be none.
 *
 * @throws what the last attempt threw; while the rate limit is used up, the 429 that said so
 */
export async function withRetry<T>(
	request: IHttpRequestOptions,
	send: SendOnce<T>,
	{ isRead, isSentOnce = false, withinMs = Infinity, pace = {}, rateLimitMs }: RetryOptions,
): Promise<T> {
	const began = Date.now();
	const maxAttempts = isSentOnce ? 1 : MAX_ATTEMPTS;
	const remainingMs = () => withinMs - (Date.now() - began);
	for (let attemptsMade = 1; ; attemptsMade++) {
		await waitForPace(pace, remainingMs());
		// A copy, because n8n's request helpers write headers into the object they are given.
		const copy = { ...request, headers: { ...request.headers } };
		try {
			return await sendInTime(copy, send);
		} catch (error) {
			if (!mayRepeat(isRead, error)) return await Promise.reject(error);
			const waitMs = waitBefore(attemptsMade, error, rateLimitMs);
			if (httpStatusOf(error) === 429) slowDown(pace, waitMs, error);
			const isTooLong = waitMs > MAX_RATE_WAIT_MS || waitMs > remainingMs();
			if (isTooLong || attemptsMade === maxAttempts) return await Promise.reject(error);
			await sleep(waitMs);
		}
	}
}

/** Holds the other requests of the run. The longest wait counts, and what it says. */
function slowDown(pace: Pace, waitMs: number, refusal: unknown): void {
	const until = Date.now() + waitMs;
	if (until > (pace.until ?? 0)) Object.assign(pace, { until, refusal });
}

/**
 * Sends a request, and ends it with its time limit: n8n's HTTP client ends one after a silence only, so a body that never
 * ends would be read forever.
 */
async function sendInTime<T>(request: IHttpRequestOptions, send: SendOnce<T>): Promise<T> {
	const abort = new AbortController();
	const sent = send(request, abort.signal).then((response) => ({ response }));
	const ended = await withTimeout(sent, request.timeout ?? Infinity);
	if (ended) return ended.response;
	abort.abort();
	throw Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' });
}

/** Waits until the rate limit of other requests is over. @throws their 429, where that takes too long */
async function waitForPace({ until = 0, refusal }: Pace, withinMs: number): Promise<void> {
	const waitMs = until - Date.now();
	if (waitMs <= 0) return;
	if (waitMs > Math.min(withinMs, MAX_RATE_WAIT_MS)) throw refusal;
	await sleep(waitMs);
}

/** Milliseconds to wait before the next attempt: as long as the response asks, but never less than the usual pause. */
function waitBefore(attemptsMade: number, error: unknown, rateLimitMs?: number): number {
	const isLimit = httpStatusOf(error) === 429;
	const askedFor = waitAskedBy(error).waitMs ?? (isLimit ? rateLimitMs : 0) ?? 0;
	// Jitter, so that items that failed together do not retry together: half to all of the wait.
	const pause = FIRST_BACKOFF_MS * 2 ** (attemptsMade - 1) * (0.5 + Math.random() / 2);
	return Math.max(askedFor, pause);
}

/** True where repeating is useful and safe. Reads change nothing on the server (RFC 9110, 9.2.1); a write is repeated only where it did not happen. */
function mayRepeat(isRead: boolean, error: unknown): boolean {
	const status = httpStatusOf(error) ?? 0;
	if (status === 429) return true;
	if (isRead) return mayPass(error) || gaveUp(status, responseTextOf(error));
	return mayPass(error) && noResponseOf(error).kind === 'unsent';
}
