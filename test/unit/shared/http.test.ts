import { DEFAULT_RETRY_POLICY, sendWithRetry, type RetryPolicy } from '../../../nodes/shared/http';

const QUICK: RetryPolicy = {
	maxAttempts: 4,
	firstBackoffMs: 2,
	maxBackoffMs: 4,
	maxRetryAfterMs: 1_500,
};

const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
const reset = { code: 'ECONNRESET', syscall: 'read' };
const answered = (status: number, headers: object = {}) => ({ response: { status, headers } });

/** Fails with each of the given failures in turn, then answers. */
function failing(...failures: unknown[]) {
	const sent: Array<{ method?: string; headers?: object }> = [];
	return {
		sent,
		send: async (request: { method?: string; headers?: object }) => {
			sent.push(request);
			const failure = failures[sent.length - 1];
			if (failure !== undefined) throw failure;
			return 'answer';
		},
	};
}

async function outcome(method: string | undefined, ...failures: unknown[]) {
	const { sent, send } = failing(...failures);
	const result = await sendWithRetry({ method }, send, QUICK).catch((error: unknown) => error);
	return { attempts: sent.length, result };
}

describe('reads', () => {
	it.each([
		['a network failure', reset],
		['a refused connection', refused],
		['500', answered(500)],
		['503', answered(503)],
		['429', answered(429)],
	])('are repeated after %s', async (_, failure) => {
		expect(await outcome('GET', failure)).toEqual({ attempts: 2, result: 'answer' });
	});

	it.each([
		['404', answered(404)],
		['401', answered(401)],
		['a redirect', answered(302)],
		['a cancelled execution', { code: 'ERR_CANCELED' }],
		['a failure of unknown kind', new Error('?')],
	])('are not repeated after %s', async (_, failure) => {
		expect(await outcome('GET', failure)).toEqual({ attempts: 1, result: failure });
	});

	it('end after four attempts, with the last failure as it was thrown', async () => {
		const failures = [reset, reset, reset, answered(500), reset];
		expect(await outcome('GET', ...failures)).toEqual({ attempts: 4, result: failures[3] });
	});

	it('are what a request without a method is', async () => {
		expect(await outcome(undefined, reset)).toEqual({ attempts: 2, result: 'answer' });
	});
});

describe.each(['POST', 'PUT', 'DELETE', 'patch'])('a write, %s,', (method) => {
	it.each([
		['a refused connection', refused],
		['an unknown host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
		['429', answered(429)],
	])('is repeated after %s', async (_, failure) => {
		expect(await outcome(method, failure)).toEqual({ attempts: 2, result: 'answer' });
	});

	it.each([
		['a connection lost after sending', reset],
		['a time-out', { code: 'ECONNABORTED' }],
		['500', answered(500)],
		['503 with Retry-After', answered(503, { 'retry-after': '0' })],
	])('is never repeated after %s', async (_, failure) => {
		expect(await outcome(method, failure)).toEqual({ attempts: 1, result: failure });
	});
});

describe('waiting', () => {
	it('lasts as long as Retry-After says', async () => {
		const begun = performance.now();
		await outcome('POST', answered(429, { 'retry-after': '1' }));
		const waited = performance.now() - begun;
		expect(waited).toBeGreaterThanOrEqual(990);
		expect(waited).toBeLessThan(1_900);
	});

	it('does not happen when Retry-After is beyond the bound', async () => {
		const failure = answered(429, { 'retry-after': '3600' });
		expect(await outcome('GET', failure)).toEqual({ attempts: 1, result: failure });
	});

	it('stays within a few seconds by default', () => {
		const { maxAttempts, firstBackoffMs, maxBackoffMs } = DEFAULT_RETRY_POLICY;
		let total = 0;
		for (let n = 0; n < maxAttempts - 1; n++) total += Math.min(firstBackoffMs * 2 ** n, maxBackoffMs);
		expect(total).toBeLessThanOrEqual(5_000);
	});
});

it('gives each attempt the request as it was, whatever an earlier one wrote into it', async () => {
	const seen: Array<Record<string, string>> = [];
	const request = { method: 'GET', headers: { Accept: 'application/json' } };
	await sendWithRetry(
		request,
		async (given) => {
			seen.push({ ...given.headers });
			Object.assign(given.headers, { Authorization: 'Bearer old' });
			if (seen.length < 2) throw reset;
		},
		QUICK,
	);
	expect(seen).toEqual([{ Accept: 'application/json' }, { Accept: 'application/json' }]);
	expect(request.headers).toEqual({ Accept: 'application/json' });
});
