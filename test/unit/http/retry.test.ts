import { withRetry } from '../../../nodes/http/retry';

jest.useFakeTimers();

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
	const begun = Date.now();
	const ended = withRetry({ method }, send).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	return { attempts: sent.length, result: await ended, waitedMs: Date.now() - begun };
}

describe('reads', () => {
	it.each([
		['a network failure', reset],
		['a refused connection', refused],
		['500', answered(500)],
		['503', answered(503)],
		['429', answered(429)],
	])('are repeated after %s', async (_, failure) => {
		expect(await outcome('GET', failure)).toMatchObject({ attempts: 2, result: 'answer' });
	});

	it.each([
		['404', answered(404)],
		['401', answered(401)],
		['a redirect', answered(302)],
		['a canceled execution', { code: 'ERR_CANCELED' }],
		['a failure of unknown kind', new Error('?')],
	])('are not repeated after %s', async (_, failure) => {
		expect(await outcome('GET', failure)).toMatchObject({ attempts: 1, result: failure });
	});

	it('end after four attempts, with the last failure as it was thrown', async () => {
		const failures = [reset, reset, reset, answered(500), reset];
		expect(await outcome('GET', ...failures)).toMatchObject({ attempts: 4, result: failures[3] });
	});

	it('are what a request without a method is', async () => {
		expect(await outcome(undefined, reset)).toMatchObject({ attempts: 2, result: 'answer' });
	});
});

describe.each(['POST', 'PUT', 'DELETE', 'patch'])('a write, %s,', (method) => {
	it.each([
		['a refused connection', refused],
		['an unknown host', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
		['429', answered(429)],
	])('is repeated after %s', async (_, failure) => {
		expect(await outcome(method, failure)).toMatchObject({ attempts: 2, result: 'answer' });
	});

	it.each([
		['a connection lost after sending', reset],
		['a time-out', { code: 'ECONNABORTED' }],
		['500', answered(500)],
		['503 with Retry-After', answered(503, { 'retry-after': '0' })],
	])('is never repeated after %s', async (_, failure) => {
		expect(await outcome(method, failure)).toMatchObject({ attempts: 1, result: failure });
	});
});

describe('waiting', () => {
	it('lasts as long as Retry-After says', async () => {
		const { waitedMs } = await outcome('POST', answered(429, { 'retry-after': '7' }));
		expect(waitedMs).toBe(7_000);
	});

	it('goes up to a minute when Retry-After asks for it', async () => {
		const { attempts } = await outcome('GET', answered(429, { 'retry-after': '60' }));
		expect(attempts).toBe(2);
	});

	it('does not happen when Retry-After is beyond a minute', async () => {
		const failure = answered(429, { 'retry-after': '61' });
		expect(await outcome('GET', failure)).toMatchObject({ attempts: 1, result: failure });
	});

	it.each([[0, 1_750], [0.5, 2_625], [1, 3_500]])('doubles, between half and all of it: %d of the rest', async (part, expected) => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(part);
		expect((await outcome('GET', reset, reset, reset)).waitedMs).toBe(expected);
		random.mockRestore();
	});
});

it('gives each attempt the request as it was, whatever an earlier one wrote into it', async () => {
	const seen: Array<Record<string, string>> = [];
	const request = { method: 'GET', headers: { Accept: 'application/json' } };
	const ended = withRetry(
		request,
		async (given) => {
			seen.push({ ...given.headers });
			Object.assign(given.headers, { Authorization: 'Bearer old' });
			if (seen.length < 2) throw reset;
		},
	);
	await jest.runAllTimersAsync();
	await ended;
	expect(seen).toEqual([{ Accept: 'application/json' }, { Accept: 'application/json' }]);
	expect(request.headers).toEqual({ Accept: 'application/json' });
});

it('gives each attempt the whole request, also one without headers', async () => {
	const request = { method: 'GET', url: 'https://api.example.com/', qs: { a: 1 } };
	const { sent, send } = failing(reset);
	const ended = withRetry(request, send);
	await jest.runAllTimersAsync();
	await ended;
	expect(sent).toMatchObject([request, request]);
});
