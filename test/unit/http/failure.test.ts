import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import {
	causesOf,
	httpStatusOf,
	isNetworkFailure,
	networkCodeOf,
	responseBodyOf,
	retryAfterMsOf,
	wasNotSent,
} from '../../../nodes/http/failure';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-crm-platform.knowledge',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What n8n's request helper throws: its own error around the HTTP client's. */
function wrapped(fields: object): NodeApiError {
	return new NodeApiError(node, Object.assign(new Error('request'), fields) as unknown as JsonObject);
}

const answered = (status: number, headers: object = {}, data: unknown = {}) => ({
	isAxiosError: true,
	code: status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST',
	response: { status, headers, data },
});

describe('httpStatusOf', () => {
	it.each([
		['of the wrapper around the response', wrapped(answered(404)), 404],
		['of a bare response', answered(503), 503],
		['given as text by n8n', { httpCode: '429' }, 429],
		['two causes deep', new Error('outer', { cause: wrapped(answered(401)) }), 401],
		['of the outermost that has one', { statusCode: 404, cause: { statusCode: 400 } }, 404],
		['that is the lowest', { httpCode: '100' }, 100],
		['before success', answered(199), 199],
		['after success', answered(300), 300],
		['that is the highest', answered(599), 599],
	])('reads the status %s', (_, error, status) => {
		expect(httpStatusOf(error)).toBe(status);
	});

	it.each([
		['a refused connection', wrapped({ code: 'ECONNREFUSED' })],
		['a number outside HTTP', { httpCode: '600', statusCode: 99 }],
		['other text', { httpCode: 'E404' }],
		['a response without one', { response: null }],
		['nothing', undefined],
		['null', null],
		['a text', 'HTTP 404'],
	])('finds none in %s', (_, error) => {
		expect(httpStatusOf(error)).toBeUndefined();
	});

	// The answer broke off: it says no more than none at all.
	it.each([200, 204, 299])('leaves out %i, which is no failure', (status) => {
		const error = wrapped({ code: 'ECONNRESET', response: { status } });
		expect(httpStatusOf(error)).toBeUndefined();
		expect(networkCodeOf(error)).toBe('ECONNRESET');
	});

	it('ends on a cycle of causes', () => {
		const error: { cause?: unknown } = {};
		error.cause = { cause: error };
		expect(httpStatusOf(error)).toBeUndefined();
	});
});

describe('isNetworkFailure', () => {
	it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN'])(
		'is true for %s',
		(code) => {
			expect(isNetworkFailure(wrapped({ code }))).toBe(true);
			expect(networkCodeOf(wrapped({ code }))).toBe(code);
		},
	);

	it.each([
		['a response', wrapped(answered(503))],
		['a canceled execution', wrapped({ code: 'ERR_CANCELED' })],
		['a certificate that is not trusted', wrapped({ code: 'SELF_SIGNED_CERT_IN_CHAIN' })],
		['an unknown reason', wrapped({})],
	])('is false for %s', (_, error) => {
		expect(isNetworkFailure(error)).toBe(false);
	});
});

describe('wasNotSent', () => {
	it.each([
		['a refused connection', wrapped({ code: 'ECONNREFUSED', syscall: 'connect' })],
		['an unknown host', wrapped({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
		['a time-out of the connection', wrapped({ code: 'ETIMEDOUT', syscall: 'connect' })],
		[
			'a time-out of each of the addresses of a host',
			wrapped({ cause: { code: 'ETIMEDOUT', errors: [{ code: 'ETIMEDOUT', syscall: 'connect' }] } }),
		],
		['failures of which one is null', { errors: [null, { code: 'ECONNREFUSED' }] }],
	])('is true for %s', (_, error) => {
		expect(wasNotSent(error)).toBe(true);
	});

	it.each([
		['a reset', wrapped({ code: 'ECONNRESET', syscall: 'read' })],
		['a time-out of the response', wrapped({ code: 'ECONNABORTED' })],
		['a time-out without a call named', wrapped({ code: 'ETIMEDOUT' })],
		['a response, even 5xx', wrapped(answered(502))],
		['a response after a refused connection', { ...answered(500), cause: { syscall: 'connect' } }],
	])('is false for %s', (_, error) => {
		expect(wasNotSent(error)).toBe(false);
	});
});

describe('retryAfterMsOf', () => {
	const now = Date.UTC(2026, 2, 2, 9, 0, 0);
	const asked = (value: unknown) =>
		retryAfterMsOf(wrapped(answered(429, { 'retry-after': value })), now);

	it.each([
		['seconds', '7', 7_000],
		['zero', '0', 0],
		['an HTTP date', 'Mon, 02 Mar 2026 09:00:30 GMT', 30_000],
		['a date that has passed', 'Mon, 02 Mar 2026 08:00:00 GMT', 0],
	])('reads %s', (_, value, milliseconds) => {
		expect(asked(value)).toBe(milliseconds);
	});

	it.each([['-5'], ['2.5'], ['soon'], [''], [7], [undefined]])('ignores %p', (value) => {
		expect(asked(value)).toBeUndefined();
	});

	it('finds none in a response without headers', () => {
		expect(retryAfterMsOf({ response: { status: 429, headers: null } })).toBeUndefined();
	});
});

describe('causesOf', () => {
	const inner = { code: 'ECONNRESET' };
	it.each([
		['a failure alone', {}, 1],
		['a status that n8n copied', { httpCode: '404', context: {} }, 1],
		['an unknown status', { httpCode: null, context: null }, 1],
		['a cause', { cause: inner }, 2],
		["n8n's own cause", { errorResponse: inner }, 2],
		['a socket code that n8n copied', { httpCode: 'ECONNRESET' }, 2],
	])('begins with what was thrown, and ends where nothing more is wrapped: %s', (_, error, length) => {
		expect(causesOf(error)).toEqual([error, inner].slice(0, length));
	});

	it.each([undefined, null, 'text'])('is empty for %j', (error) => {
		expect(causesOf(error)).toEqual([]);
	});
});

it('responseBodyOf reads the body of the response', () => {
	expect(responseBodyOf(wrapped(answered(400, {}, { message: 'no' })))).toEqual({ message: 'no' });
	expect(responseBodyOf(wrapped({ code: 'ECONNRESET' }))).toBeUndefined();
});

describe("an error of n8n 1.x, which has lost the HTTP client's", () => {
	const noAnswer = (httpCode: string) => ({ name: 'NodeApiError', httpCode, context: {} });

	it('still tells that no response came, and whether the request had left', () => {
		expect(networkCodeOf(noAnswer('ECONNRESET'))).toBe('ECONNRESET');
		expect(wasNotSent(noAnswer('ECONNRESET'))).toBe(false);
		expect(wasNotSent(noAnswer('ECONNREFUSED'))).toBe(true);
	});

	it('still tells what the server answered', () => {
		const refused = { httpCode: '400', context: { data: { message: 'The slot is taken' } } };
		expect(httpStatusOf(refused)).toBe(400);
		expect(responseBodyOf(refused)).toEqual({ message: 'The slot is taken' });
	});
});
