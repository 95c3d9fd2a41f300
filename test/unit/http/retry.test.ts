import type { IHttpRequestOptions } from 'n8n-workflow';

import { type Pace, withRetry } from '../../../nodes/http/retry';
import { runClock, stopClockAt } from '../../support/clock';

const NOW = Date.UTC(2026, 2, 2, 9);
stopClockAt(NOW);
beforeEach(runClock);

const reset = { code: 'ECONNRESET', syscall: 'read' };
const responded = (status: number, headers: object | null = {}) => ({
	response: { status, headers },
});
const limited = (headers: object | null) => responded(429, headers);

interface How {
	isRead?: boolean;
	withinMs?: number;
	rateLimitMs?: number;
	pace?: Pace;
}

/** Sends a request that fails with each of the given failures in turn, then succeeds. */
async function outcome(how: How, ...failures: unknown[]) {
	const request: IHttpRequestOptions = {
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
		{ isRead: true, ...how },
	).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	expect(sent).toEqual(sent.map(() => request));
	return { attempts: sent.length, result: await ended, waitedMs: Date.now() - begun };
}
const write = { isRead: false };

/** As n8n 2.0 tells it, which has lost the HTTP client's error. */
const copied = (httpCode: string) => ({ httpCode, context: {} });

it.each([
	'ECONNABORTED',
	'ECONNREFUSED',
	'ECONNRESET',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'ENOTFOUND',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ERR_NETWORK',
	'ETIMEDOUT',
])('a read is repeated after %s, also as n8n 2.0 copied it', async (code) => {
	expect(await outcome({}, { cause: { code } }, copied(code))).toMatchObject({ attempts: 3 });
});

it.each<[what: string, how: How, failure: unknown]>([
	['read', {}, responded(500)],
	['read', {}, { code: 'ECONNRESET', response: { status: 200 } }],
	...['Command timed out', 'Gateway timeout', 'Deadline exceeded'].map(
		(message): [string, How, unknown] => [
			'read',
			{},
			{ response: { status: 401, data: { message } } },
		],
	),
	['write', write, { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
	['write', write, copied('ECONNREFUSED')],
	[
		'write',
		write,
		{ cause: { errors: [{ code: 'ENETUNREACH' }, { code: 'ETIMEDOUT', syscall: 'connect' }] } },
	],
	['write', write, limited({})],
])('a %s (%j) is repeated after %j, as it was', async (_, how, failure) => {
	expect(await outcome(how, failure)).toMatchObject({ attempts: 2, result: 'done' });
});

it.each<{ what: string; how: How; failure: unknown }>([
	{ what: 'read', how: {}, failure: responded(404) },
	{ what: 'read', how: {}, failure: { code: 'ERR_CANCELED' } },
	{ what: 'read', how: {}, failure: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } },
	{ what: 'write', how: write, failure: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } },
	{ what: 'write', how: write, failure: responded(500) },
	{ what: 'write', how: write, failure: { ...responded(500), cause: { syscall: 'connect' } } },
	{ what: 'write', how: write, failure: reset },
	{ what: 'write', how: write, failure: responded(503, { 'retry-after': '0' }) },
])('a $what ($how) is not repeated after $failure', async ({ how, failure }) => {
	expect(await outcome(how, failure)).toMatchObject({ attempts: 1, result: failure });
});

it('a read ends after four attempts, or where no other is of use, with the last failure as it was thrown', async () => {
	const failures = [reset, reset, reset, responded(500), reset];
	expect(await outcome({}, ...failures)).toMatchObject({ attempts: 4, result: failures[3] });
	expect(await outcome({}, reset, responded(404), reset)).toMatchObject({
		attempts: 2,
		result: responded(404),
	});
});

// With the shortest waits, they would begin after 250, 750 and 1,750 ms.
it.each([
	{ part: 0, withinMs: Infinity, attempts: 4, waitedMs: 1_750 },
	{ part: 0.5, withinMs: Infinity, attempts: 4, waitedMs: 2_625 },
	{ part: 1, withinMs: Infinity, attempts: 4, waitedMs: 3_500 },
	{ part: 0, withinMs: 249, attempts: 1, waitedMs: 0 },
	{ part: 0, withinMs: 749, attempts: 2, waitedMs: 250 },
	{ part: 0, withinMs: 750, attempts: 3, waitedMs: 750 },
	{ part: 0, withinMs: 1_749, attempts: 3, waitedMs: 750 },
])(
	'the wait doubles, between half and all of it ($part of the rest), and no attempt begins after $withinMs ms: $attempts attempts',
	async ({ part, withinMs, attempts, waitedMs }) => {
		jest.spyOn(Math, 'random').mockReturnValue(part);
		expect(await outcome({ withinMs }, reset, reset, reset)).toMatchObject({ attempts, waitedMs });
	},
);

const WINDOW = { 'x-ratelimit-interval-milliseconds': '10000' };
const OWN_PAUSE = 500;

it.each<[headers: object | null, rateLimitMs: number | undefined, waitedMs: number]>([
	[{ 'retry-after': '7' }, 5_000, 7_000],
	[{ 'retry-after': '0' }, undefined, OWN_PAUSE],
	[{ 'retry-after': '60' }, undefined, 60_000],
	[{ 'retry-after': 'Mon, 02 Mar 2026 09:00:30 GMT' }, undefined, 30_000],
	[{ 'retry-after': 'Mon, 02 Mar 2026 08:00:00 GMT' }, undefined, OWN_PAUSE],
	// n8n's clock is an hour ahead of the server's, or behind it.
	[
		{
			date: 'Mon, 02 Mar 2026 08:00:00 GMT',
			'retry-after': 'Mon, 02 Mar 2026 08:00:20 GMT',
		},
		undefined,
		20_000,
	],
	[
		{
			date: 'Mon, 02 Mar 2026 10:00:00 GMT',
			'retry-after': 'Mon, 02 Mar 2026 10:00:20 GMT',
		},
		undefined,
		20_000,
	],
	...['-5', '2.5', 'soon', ''].map((value): [object, undefined, number] => [
		{ 'retry-after': value },
		undefined,
		OWN_PAUSE,
	]),
	[null, undefined, OWN_PAUSE],
	[{}, 5_000, 5_000],
	// Never less than the usual pause.
	[{ 'x-ratelimit-interval-milliseconds': '10' }, undefined, OWN_PAUSE],
	[{ ...WINDOW, 'retry-after': '3' }, 5_000, 10_000],
	[{ ...WINDOW, 'x-ratelimit-daily-remaining': '1' }, 5_000, 10_000],
	[{ 'x-ratelimit-daily-remaining': '0', 'retry-after': '30' }, 5_000, 30_000],
	[{ 'x-ratelimit-daily-remaining': '0', 'x-ratelimit-daily-reset': '40000' }, 5_000, 40_000],
])(
	'a rate limit with %j, where it is known to last %p, is waited for %d ms',
	async (headers, rateLimitMs, waitedMs) => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const failure = limited(headers);
		expect(await outcome({ ...write, rateLimitMs }, failure)).toMatchObject({
			result: 'done',
			waitedMs,
		});
		expect((await outcome({ rateLimitMs }, responded(500))).waitedMs).toBe(OWN_PAUSE);
	},
);

it('a rate limit that asks for more than a minute is not waited for', async () => {
	const refusal = limited({ 'retry-after': '61' });

	expect(await outcome({}, refusal)).toMatchObject({ attempts: 1, result: refusal, waitedMs: 0 });
});

it('three waits of a minute each end with a fourth attempt, where nobody waits for the end', async () => {
	const askedToWait = limited({ 'retry-after': '60' });

	const { attempts, result } = await outcome({}, askedToWait, askedToWait, askedToWait);

	expect({ attempts, result }).toEqual({ attempts: 4, result: 'done' });
});

describe('a rate limit that others have met', () => {
	const refusal = limited({ 'retry-after': '60' });
	const over = { until: NOW - 1, refusal };
	const day = limited({ ...WINDOW, 'x-ratelimit-daily-remaining': '0' });

	it.each<{ what: string; met: Pace; how: How; failures: unknown[]; expected: object }>([
		{
			what: 'holds for a minute',
			met: { until: NOW + 60_000, refusal },
			how: {},
			failures: [],
			expected: { waitedMs: 60_000 },
		},
		{
			what: 'holds no longer',
			met: { until: NOW + 60_001, refusal },
			how: {},
			failures: [],
			expected: { result: refusal },
		},
		{
			what: 'holds nobody who waits no so long',
			met: { until: NOW + 9, refusal },
			how: { withinMs: 8 },
			failures: [],
			expected: { result: refusal },
		},
		{
			what: 'is followed by one of a day',
			met: over,
			how: write,
			failures: [day],
			expected: { attempts: 1, result: day },
		},
	])('$what', async ({ met, how, failures, expected }) => {
		const pace = { ...met };
		expect(await outcome({ ...how, pace }, ...failures)).toMatchObject(expected);
		expect(pace.refusal).toBe(failures.at(-1) ?? refusal);
		// After a refusal, what follows is not sent.
		const { result } = expected as { result?: unknown };
		const next = result ? { attempts: 0, result } : { result: 'done' };
		expect(await outcome({ ...how, pace })).toMatchObject(next);
	});

	it('counts where it lasts longer than the own one', async () => {
		const pace: Pace = {};
		const ended = outcome({ pace }, limited({ 'retry-after': '3' }));
		Object.assign(pace, { until: NOW + 10_000, refusal });
		expect(await ended).toMatchObject({ attempts: 2, waitedMs: 10_000 });
		expect(pace.refusal).toBe(refusal);
	});
});

it('each attempt that takes too long is aborted, also a repeated one', async () => {
	const signals: AbortSignal[] = [];
	const ended = withRetry(
		{ url: 'https://api.example.com/', timeout: 1_000 },
		async (_, signal) => {
			signals.push(signal);
			return await new Promise(() => {});
		},
		{ isRead: true },
	).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	expect(await ended).toMatchObject({ code: 'ETIMEDOUT' });
	expect(signals).toHaveLength(4);
	for (const signal of signals) expect(signal).toMatchObject({ aborted: true });
});

it('an attempt that ends in time is not aborted', async () => {
	const signals: AbortSignal[] = [];
	await withRetry(
		{ url: 'https://api.example.com/', timeout: 1_000 },
		async (_, signal) => signals.push(signal),
		{ isRead: true },
	);
	expect(signals).toHaveLength(1);
	expect(signals[0]).toMatchObject({ aborted: false });
});
