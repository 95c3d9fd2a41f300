import {
	httpStatusOf,
	mayPass,
	noResponseOf,
	responseBodyOf,
	waitAskedBy,
} from '../../../nodes/http/requestError';

const responded = (status: number) => ({ response: { status } });
const cycle: { cause?: unknown } = {};
cycle.cause = { cause: cycle };

it.each<[what: string, error: unknown, status: number | undefined]>([
	['of the outermost that has one', { statusCode: 404, cause: { statusCode: 400 } }, 404],
	["in n8n's own cause", { errorResponse: { statusCode: 404 } }, 404],
	['that n8n copied', { httpCode: '404', context: {} }, 404],
	['that is the lowest', { httpCode: '100' }, 100],
	['before success', responded(199), 199],
	['after success', responded(300), 300],
	['that is the highest', responded(999), 999],
	['of none: a number outside HTTP', { httpCode: '1000', statusCode: 99 }, undefined],
	// It says no more than none at all.
	...[200, 299].map((status): [string, unknown, undefined] => [
		`of none: a response of ${status} that broke off`,
		{ code: 'ECONNRESET', ...responded(status) },
		undefined,
	]),
	['of none: a cycle of causes', cycle, undefined],
	['of none: nothing was thrown', null, undefined],
])('the status is that %s', (_, error, status) => {
	expect(httpStatusOf(error)).toBe(status);
});

it('the body that n8n 2.0 copied is read', () => {
	const data = { message: 'no' };
	expect(responseBodyOf({ httpCode: '400', context: { data } })).toEqual(data);
});

it('the code is the outermost that is one of a socket', () => {
	const error = { code: '500', cause: { code: 'ECONNRESET', cause: { code: 'ETIMEDOUT' } } };
	expect(noResponseOf(error).code).toBe('ECONNRESET');
});

it.each([
	{ words: 'wrong version number', reason: 'no TLS on this port' },
	{ words: 'packet length too long', reason: 'no TLS on this port' },
	{ words: 'unsupported protocol', reason: 'no TLS connection' },
	{ words: 'alert protocol version', reason: 'no TLS connection' },
	{ words: 'alert handshake failure', reason: 'no TLS connection' },
	{ words: 'unrecognized name', reason: 'no TLS connection' },
	{ words: 'disconnected before secure TLS connection', reason: 'no TLS connection' },
])('the words "$words" of OpenSSL mean: $reason', ({ words, reason }) => {
	expect(noResponseOf({ code: 'EPROTO', message: words })).toMatchObject({
		kind: 'unsent',
		reason,
	});
});

it.each([
	{ code: 'CERT_HAS_EXPIRED', kind: 'unsent', reason: 'certificate not trusted' },
	{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', kind: 'unsent', reason: 'certificate not trusted' },
	{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', kind: 'unsent', reason: 'certificate not trusted' },
	{ code: 'SELF_SIGNED_CERT_IN_CHAIN', kind: 'unsent', reason: 'certificate not trusted' },
	{ code: 'UNABLE_TO_GET_ISSUER_CERT', kind: 'unsent', reason: 'certificate not trusted' },
	{ code: 'ERR_INVALID_URL', kind: 'unsent', reason: 'no web address' },
	{ code: 'ECONNREFUSED', kind: 'unsent', reason: 'nothing listens on this port' },
	{ code: 'ENOTFOUND', kind: 'unsent', reason: 'host name not found' },
	{ code: 'EAI_AGAIN', kind: 'unsent', reason: 'host name not found' },
	{ code: 'ECONNABORTED', kind: 'ended', reason: 'no response in time' },
	{ code: 'ETIMEDOUT', kind: 'ended', reason: 'no response in time' },
	{ code: 'HPE_INVALID_CONSTANT', kind: 'unreadable', reason: 'no HTTP' },
	{ code: 'ERR_BODY_TOO_LARGE', kind: 'unreadable', reason: 'it is too large' },
	{ code: 'Z_DATA_ERROR', kind: 'unreadable', reason: 'not compressed as it says' },
	{ code: 'ERR_BAD_RESPONSE', kind: 'unreadable', reason: 'it broke off' },
	{ code: 'ECONNRESET', kind: 'ended', reason: 'connection ended' },
	{ code: 'EPIPE', kind: 'ended', reason: 'connection ended' },
	{ code: 'EBUSY', kind: 'ended', reason: undefined },
])('the code $code means: $kind, $reason', ({ code, kind, reason }) => {
	expect(noResponseOf({ code, message: 'x' })).toMatchObject({ code, kind, reason });
});

describe('a response asks to wait', () => {
	const DAY_MS = 86_400_000;
	const USED_UP = { 'x-ratelimit-daily-remaining': '0' };
	const waitOf = (status: number, headers: object) =>
		waitAskedBy({ response: { status, headers } });

	it.each<[what: string, status: number, headers: object, waitMs: number | undefined]>([
		['some seconds', 503, { 'retry-after': '5' }, 5_000],
		['not, with a negative number', 503, { 'retry-after': '-5' }, undefined],
		['not, with a broken number', 503, { 'retry-after': '2.5' }, undefined],
		[
			'until a date, from the date that it has itself',
			503,
			{ 'retry-after': 'Wed, 25 Nov 2026 09:00:10 GMT', date: 'Wed, 25 Nov 2026 09:00:00 GMT' },
			10_000,
		],
		[
			'no more, with a date that has passed',
			503,
			{ 'retry-after': 'Wed, 25 Nov 2026 09:00:00 GMT', date: 'Wed, 25 Nov 2026 09:00:10 GMT' },
			0,
		],
		['a year at most', 503, { 'retry-after': '9'.repeat(20) }, 365 * DAY_MS],
		[
			"for the window of HighLevel's limit",
			429,
			{ 'retry-after': '1', 'x-ratelimit-interval-milliseconds': '10000' },
			10_000,
		],
		[
			"its own time where it is no limit, whatever the limit's window",
			503,
			{ 'retry-after': '5', 'x-ratelimit-interval-milliseconds': '10000' },
			5_000,
		],
		[
			'to the end of the day where its requests are used up',
			429,
			{ ...USED_UP, 'retry-after': '1', 'x-ratelimit-daily-reset': '7000' },
			7_000,
		],
		['a day where it does not say when the day ends', 429, USED_UP, DAY_MS],
	])('%s', (_, status, headers, waitMs) => {
		expect(waitOf(status, headers).waitMs).toBe(waitMs);
	});

	it('for a day only where that limit was met', () => {
		expect(waitOf(429, USED_UP).isOfDay).toBe(true);
		expect(waitOf(503, USED_UP)).toEqual({ waitMs: undefined, isOfDay: false });
	});
});

it.each([
	['no response', {}, true],
	['a response', { response: { status: 400 } }, false],
])(
	'a connection that was reset after %s, with %j, may pass the next time: %s',
	(_, cause, passes) => {
		expect(mayPass({ code: 'ECONNRESET', ...cause })).toBe(passes);
	},
);
