import { sleep } from 'n8n-workflow';

import { httpStatusOf, isNetworkFailure, retryAfterMsOf, wasSurelyNotSent } from './httpFailure';

export {
	causesOf,
	httpStatusOf,
	isNetworkFailure,
	networkCodeOf,
	responseBodyOf,
	retryAfterMsOf,
	wasSurelyNotSent,
} from './httpFailure';

/** Bounds on repeating one request; all times in milliseconds. */
export interface RetryPolicy {
	/** Sendings in all, the first included. */
	maxAttempts: number;
	/** Wait before the first repetition; doubled before each further one. */
	firstBackoffMs: number;
	/** Upper end of the doubling. */
	maxBackoffMs: number;
	/** A server that asks for a longer pause than this gets no repetition in this run. */
	maxRetryAfterMs: number;
}

/**
 * A person watches the execution: four sendings span two to three and a half seconds of waiting,
 * which outlasts a restarting server behind a load balancer, but not an outage. A `Retry-After` of
 * up to a minute is waited for, since rate limits are usually counted by the minute; anything longer
 * is better handled by the workflow's own schedule.
 */
export const DEFAULT_RETRY_POLICY: Readonly<RetryPolicy> = {
	maxAttempts: 4,
	firstBackoffMs: 500,
	maxBackoffMs: 4_000,
	maxRetryAfterMs: 60_000,
};

/** Reads change nothing on the server, so repeating them is always safe (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const TOO_MANY_REQUESTS = 429;

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
 * @returns what `send` resolves to
 * @throws whatever the last attempt threw, unchanged
 */
export async function sendWithRetry<
	Request extends { method?: string; headers?: object },
	Response,
>(
	request: Request,
	send: (request: Request) => Promise<Response>,
	policy: Readonly<RetryPolicy> = DEFAULT_RETRY_POLICY,
): Promise<Response> {
	const method = (request.method ?? 'GET').toUpperCase();
	// A promise chain rather than a loop with try/catch keeps the thrown value untouched.
	const attempt = async (count: number): Promise<Response> =>
		await send(copyOf(request)).catch(async (error: unknown) => {
			const waitMs = count < policy.maxAttempts ? waitBefore(count, method, error, policy) : undefined;
			if (waitMs === undefined) return await Promise.reject(error);
			await sleep(waitMs);
			return await attempt(count + 1);
		});
	return await attempt(1);
}

function copyOf<Request extends { headers?: object }>(request: Request): Request {
	return request.headers ? { ...request, headers: { ...request.headers } } : { ...request };
}

/** Milliseconds to wait before the next attempt, or undefined when there must be none. */
function waitBefore(
	attemptsMade: number,
	method: string,
	error: unknown,
	policy: Readonly<RetryPolicy>,
): number | undefined {
	if (!mayRepeat(method, error)) return undefined;
	const askedFor = retryAfterMsOf(error);
	if (askedFor !== undefined) return askedFor <= policy.maxRetryAfterMs ? askedFor : undefined;
	const backoffMs = Math.min(policy.firstBackoffMs * 2 ** (attemptsMade - 1), policy.maxBackoffMs);
	// Items that failed together must not come back together: between half and all of the wait.
	return backoffMs * (0.5 + Math.random() / 2);
}

function mayRepeat(method: string, error: unknown): boolean {
	const status = httpStatusOf(error);
	if (status === TOO_MANY_REQUESTS) return true;
	if (SAFE_METHODS.has(method)) {
		return status === undefined ? isNetworkFailure(error) : status >= 500;
	}
	return wasSurelyNotSent(error);
}
