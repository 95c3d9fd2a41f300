import type { IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { type Pace, withRetry } from '../../../nodes/http/retry';
import { runClock } from '../../support/clock';

beforeEach(runClock);

const reset = { code: 'ECONNRESET', syscall: 'read' };
const responded = (status: number, headers: object = {}) => ({ response: { status, headers } });

const outcome = async (method: IHttpRequestMethods, ...failures: unknown[]) =>
	await outcomeOf({ method }, ...failures);

/** Sends a request that fails with each of the given failures in turn, then succeeds. */
async function outcomeOf(
	{ method, ...how }: { method: IHttpRequestMethods; withinMs?: number; rateLimitMs?: number },
	...failures: unknown[]
) {
	const request: IHttpRequestOptions = {
		method,
		url: 'https://api.example.com/',
		headers: { Accept: 'text/plain' },
	};
	const sent: IHttpRequestOptions[] = [];
	const begun = Date.now();
	const ended = withRetry(
		request,
		async (given) => {
			sent.push(structuredClone(given));
			// As n8n's request helper writes into the object that it is given.
			Object.assign(given.headers!, { Authorization: 'Bearer old' });
			const failure = failures[sent.length - 1];
			return await (failure === undefined
				? Promise.resolve('done')
				: Promise.reject(failure as Error));
		},
		{ isRead: method === 'GET', ...how },
	).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	expect(sent).toEqual(sent.map(() => request));
	return { attempts: sent.length, result: await ended, waitedMs: Date.now() - begun };
}

const unknownHost = { code: 'ENOTFOUND', syscall: 'getaddrinfo' };
it.each<[IHttpRequestMethods, string, unknown]>([
	['GET', '500', responded(500)],
	['GET', 'a reset', reset],
	['POST', 'an unknown host', unknownHost],
	['POST', '429', responded(429)],
])('%s is repeated after %s, as it was', async (method, _, failure) => {
	expect(await outcome(method, failure)).toMatchObject({ attempts: 2, result: 'done' });
});

it.each<[IHttpRequestMethods, string, unknown]>([
	['GET', '404', responded(404)],
	['GET', 'a canceled execution', { code: 'ERR_CANCELED' }],
	['POST', '500', responded(500)],
	['POST', 'a reset', reset],
	['POST', '503 with Retry-After', responded(503, { 'retry-after': '0' })],
])('%s is not repeated after %s', async (method, _, failure) => {
	expect(await outcome(method, failure)).toMatchObject({ attempts: 1, result: failure });
});

it('a read ends after four attempts, or where no other is of use, with the last failure as it was thrown', async () => {
	const failures = [reset, reset, reset, responded(500), reset];
	expect(await outcome('GET', ...failures)).toMatchObject({ attempts: 4, result: failures[3] });
	expect(await outcome('GET', reset, responded(404), reset)).toMatchObject({
		attempts: 2,
		result: responded(404),
	});
});

it.each([
	['60', 2, 60_000],
	['61', 1, 0],
])('Retry-After %s leads to %d attempts', async (seconds, attempts, waitedMs) => {
	const failure = responded(429, { 'retry-after': seconds });
	expect(await outcome('POST', failure)).toMatchObject({ attempts, waitedMs });
});

it.each([
	[0, 1_750],
	[0.5, 2_625],
	[1, 3_500],
])('the wait doubles, between half and all of it: %d of the rest', async (part, expected) => {
	jest.spyOn(Math, 'random').mockReturnValue(part);
	expect((await outcome('GET', reset, reset, reset)).waitedMs).toBe(expected);
});

// They would begin after 250, 750 and 1,750 ms.
it.each([
	[249, 1],
	[749, 2],
	[750, 3],
	[1_749, 3],
])('no attempt begins after %d ms: %d attempts', async (withinMs, attempts) => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	expect(await outcomeOf({ method: 'GET', withinMs }, reset, reset, reset)).toMatchObject({
		attempts,
		result: reset,
	});
});

describe('a rate limit', () => {
	const limited = (headers: object) => responded(429, headers);
	const WINDOW = { 'x-ratelimit-interval-milliseconds': '10000' };

	it.each<[string, object, number | undefined, number]>([
		[
			'for the window that the response names, whatever else it says',
			{ ...WINDOW, 'retry-after': '3' },
			5_000,
			10_000,
		],
		['as Retry-After says', { 'retry-after': '3' }, 5_000, 3_000],
		['as the API is known to count', {}, 5_000, 5_000],
	])('is waited for %s', async (_, headers, rateLimitMs, waitedMs) => {
		expect(
			(await outcomeOf({ method: 'GET', rateLimitMs }, responded(500))).waitedMs,
		).toBeLessThanOrEqual(500);
		expect(await outcomeOf({ method: 'POST', rateLimitMs }, limited(headers))).toMatchObject({
			result: 'done',
			waitedMs,
		});
	});

	it('that one request has met holds those that follow, for a minute at most', async () => {
		const pace: Pace = {};
		const times: number[] = [];
		const begun = Date.now();
		const send = async () =>
			await (times.push(Date.now() - begun) === 1
				? Promise.reject(limited({ 'retry-after': '60' }) as unknown as Error)
				: Promise.resolve('done'));
		const first = withRetry({ url: '' }, send, { isRead: true, pace });
		await jest.advanceTimersByTimeAsync(1);
		const second = withRetry({ url: '' }, send, { isRead: true, pace });
		const hurried = withRetry({ url: '' }, send, { isRead: true, pace, withinMs: 10_000 }).catch(
			(error: unknown) => [error, Date.now() - begun],
		);
		await jest.advanceTimersByTimeAsync(1);
		expect(await hurried).toEqual([limited({ 'retry-after': '60' }), 1]);
		await jest.runAllTimersAsync();
		expect([await first, await second, times]).toEqual(['done', 'done', [0, 60_000, 60_000]]);
	});

	it.each<[string, number[], number[], number, unknown]>([
		['the longest wait', [], [10, 3], 10_000, 'done'],
		[
			'what the second says, once the first has ended',
			[61],
			[62],
			0,
			responded(429, { 'retry-after': '62' }),
		],
		['a short wait, once a long one has ended', [61], [3], 3_000, 'done'],
	])('holds those that follow for %s', async (_, before, seconds, waitedMs, result) => {
		const pace: Pace = {};
		const request = async (...failures: unknown[]) =>
			await withRetry(
				{ url: '' },
				async () =>
					await (failures.length > 0
						? Promise.reject(failures.shift() as Error)
						: Promise.resolve('done')),
				{ isRead: true, pace },
			).catch((error: unknown) => error);
		for (const waits of [before, seconds]) {
			waits.forEach((wait) => void request(limited({ 'retry-after': String(wait) })));
			await jest.advanceTimersByTimeAsync(waits === before ? 61_000 : 0);
		}
		const begun = Date.now();
		const ended = request().then((outcome) => [outcome, Date.now() - begun]);
		await jest.runAllTimersAsync();
		expect(await ended).toEqual([result, waitedMs]);
	});

	it.each<[string, object]>([
		['of a day', { ...WINDOW, 'x-ratelimit-daily-remaining': '0' }],
		['longer than a minute', { 'retry-after': '61' }],
	])('%s is not waited for, and the requests that follow are not sent', async (_, headers) => {
		const pace: Pace = {};
		const failure = limited(headers);
		const send = jest.fn(async () => await Promise.reject(failure as unknown as Error));
		for (const _request of [1, 2]) {
			expect(
				await withRetry({ url: '' }, send, { isRead: true, pace }).catch((error: unknown) => error),
			).toBe(failure);
		}
		expect(send).toHaveBeenCalledTimes(1);
	});
});
