import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import {
	httpStatusOf,
	mayPass,
	responseBodyOf,
	waitAskedBy,
	wasNotSent,
} from '../../../nodes/http/failure';

const node = { name: 'Node', type: 'test', typeVersion: 1 } as INode;

/** The error of n8n's request helper, around the HTTP client's. */
const wrapped = (fields: object) =>
	new NodeApiError(node, Object.assign(new Error('request'), fields) as unknown as JsonObject);
const responded = (status: number, headers: object = {}, data: unknown = {}) => ({
	code: status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST',
	response: { status, headers, data },
});
/** n8n 2.0, which has lost the HTTP client's error. */
const copied = (httpCode: string, data?: object) => ({
	name: 'NodeApiError',
	httpCode,
	context: { data },
});

describe('httpStatusOf', () => {
	it.each<[string, unknown, number | undefined]>([
		['of the outermost that has one', { statusCode: 404, cause: { statusCode: 400 } }, 404],
		["in n8n's own cause", { errorResponse: { statusCode: 404 } }, 404],
		['that n8n copied', copied('404'), 404],
		['that is the lowest', { httpCode: '100' }, 100],
		['before success', responded(199), 199],
		['after success', responded(300), 300],
		['that is the highest', responded(599), 599],
		['of none: a number outside HTTP', { httpCode: '600', statusCode: 99 }, undefined],
	])('reads the status %s', (_, error, status) => {
		expect(httpStatusOf(error)).toBe(status);
	});

	// The response broke off: it says no more than none at all.
	it.each([200, 204, 299])('leaves out %i, which is no failure', (status) => {
		const error = wrapped({ code: 'ECONNRESET', response: { status } });
		expect([httpStatusOf(error), mayPass(error)]).toEqual([undefined, true]);
	});

	it('ends on a cycle of causes', () => {
		const error: { cause?: unknown } = {};
		error.cause = { cause: error };
		expect(httpStatusOf(error)).toBeUndefined();
	});
});

it.each([
	...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETDOWN'],
	...['ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ERR_NETWORK', 'ETIMEDOUT'],
])('%s may pass, also as n8n 2.0 copied it', (code) => {
	expect([wrapped({ code }), copied(code)].map(mayPass)).toEqual([true, true]);
});

it.each([responded(503), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }])('%j stays', (fields) => {
	expect(mayPass(wrapped(fields))).toBe(false);
});

describe('wasNotSent', () => {
	it.each<[string, unknown, boolean]>([
		['one that n8n 2.0 copied', copied('ECONNREFUSED'), true],
		['an unknown host', wrapped({ code: 'ENOTFOUND' }), true],
		['a lookup that failed', wrapped({ code: 'X', syscall: 'getaddrinfo' }), true],
		[
			'a time-out of each address of a host',
			wrapped({
				cause: { errors: [{ code: 'ENETUNREACH' }, { code: 'ETIMEDOUT', syscall: 'connect' }] },
			}),
			true,
		],
		['a reset', wrapped({ code: 'ECONNRESET', syscall: 'read' }), false],
		['a response, even 5xx', wrapped(responded(502)), false],
		[
			'a response after a refused connection',
			{ ...responded(500), cause: { syscall: 'connect' } },
			false,
		],
	])('after %s: %#', (_, error, expected) => {
		expect(wasNotSent(error)).toBe(expected);
	});
});

it.each<[unknown, number | undefined]>([
	['7', 7_000],
	['0', 0],
	['Mon, 02 Mar 2026 09:00:30 GMT', 30_000],
	['Mon, 02 Mar 2026 08:00:00 GMT', 0],
	...['-5', '2.5', 'soon', '', undefined].map((value): [unknown, undefined] => [value, undefined]),
])('Retry-After %p is %p milliseconds', (value, milliseconds) => {
	const error = wrapped(responded(429, { 'retry-after': value }));
	expect(waitAskedBy(error, Date.UTC(2026, 2, 2, 9, 0, 0)).waitMs).toBe(milliseconds);
	expect(waitAskedBy({ response: { status: 429, headers: null } }).waitMs).toBeUndefined();
});

it.each([
	[{}, 86_400_000],
	[{ 'retry-after': '3600' }, 3_600_000],
	[{ 'retry-after': '3600', 'x-ratelimit-daily-remaining': '1' }, 10_000],
])(
	'a limit lasts as long as the response says, %j, that of a day at most a day',
	(headers, waitMs) => {
		const error = responded(429, {
			'x-ratelimit-daily-remaining': '0',
			'x-ratelimit-interval-milliseconds': '10000',
			...headers,
		});
		expect(waitAskedBy(error)).toEqual({ waitMs, isOfDay: waitMs > 10_000 });
	},
);

it.each<[string, unknown, unknown]>([
	['that n8n 2.0 copied', copied('400', { message: 'no' }), { message: 'no' }],
	['of none', wrapped({ code: 'ECONNRESET' }), undefined],
])('responseBodyOf reads the body %s', (_, error, body) => {
	expect(responseBodyOf(error)).toEqual(body);
});
