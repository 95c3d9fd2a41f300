/**
 * Questions about a failed request. n8n hands over its own wrapper around the HTTP client's error, and the depth
 * differs between its versions and authentication kinds, so each question is put to the whole chain of causes.
 */

import { fieldsOf, isRecord } from './body';

/** Codes of Node's sockets, DNS and HTTP parser, and of the HTTP client, that mean "no response came". */
const NETWORK_CODE =
	/^(ECONN(ABORTED|REFUSED|RESET)|EAI_AGAIN|EHOSTUNREACH|ENET(DOWN|UNREACH)|ENOTFOUND|EPIPE|ERR_BAD_RESPONSE|ERR_NETWORK|ETIMEDOUT)$/;

/** The connection or the name lookup itself failed, so no byte of the request left this machine. */
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;
const CONNECTING = /^(connect|getaddrinfo)$/;

/** Chains are two or three deep; the bound guards against a cycle. */
const MAX_CHAIN_LENGTH = 8;

type Fields = Record<string, unknown>;

/** The failure and what it wraps, outermost first. Where a host has several addresses, Node puts the failure of each into `errors`. */
export function causesOf(error: unknown, left = MAX_CHAIN_LENGTH): Fields[] {
	if (typeof error !== 'object' || error === null || left === 0) return [];
	const level = error as Fields;
	const ofAddresses = Array.isArray(level.errors) ? level.errors.map(fieldsOf) : [];
	return [level, ...ofAddresses, ...causesOf(level.cause ?? level.errorResponse ?? copiedCause(level), left - 1)];
}

/**
 * n8n 2.0 keeps copies of its error's cause only: the code of the socket or of the OAuth2 client in `httpCode`, without
 * which a lost write would look as if it never left, and a body that is an object in `context.data`.
 */
function copiedCause({ httpCode, context }: Fields): Fields | undefined {
	const code = typeof httpCode === 'string' && asHttpStatus(httpCode) === undefined ? httpCode : undefined;
	const { data } = fieldsOf(context);
	if (code === undefined && typeof data !== 'object') return undefined;
	return { ...(code && { code }), ...(typeof data === 'object' && { response: { data } }) };
}

/** First defined result along the chain of causes, outermost first. */
function firstOf<T>(error: unknown, read: (level: Fields) => T | undefined): T | undefined {
	return causesOf(error).map(read).find((found) => found !== undefined);
}

function asHttpStatus(value: unknown): number | undefined {
	// n8n's `httpCode` is text, and holds a socket code such as ECONNREFUSED when no response came.
	const status = Number(value);
	return status >= 100 && status <= 599 ? status : undefined;
}

/** HTTP status of the response, or undefined when none came, or one of success that broke off. */
export function httpStatusOf(error: unknown): number | undefined {
	const status = firstOf(error, ({ httpCode, response, statusCode }) =>
		[httpCode, fieldsOf(response).status, statusCode].map(asHttpStatus).find(Boolean),
	);
	return status !== undefined && status >= 200 && status < 300 ? undefined : status;
}

/** Body of the response that made the request fail, as parsed by the HTTP client. */
export function responseBodyOf(error: unknown): unknown {
	return firstOf(error, ({ response }) => fieldsOf(response).data);
}

/** Headers of that response, by their names in lower case. */
export function headersOf(error: unknown): Fields {
	return firstOf(error, ({ response }) => [fieldsOf(response).headers].find(isRecord)) ?? {};
}

/** Code of a failure without a response, for a reason that may pass, e.g. `ECONNREFUSED`; else undefined. */
export function networkCodeOf(error: unknown): string | undefined {
	if (httpStatusOf(error) !== undefined) return undefined;
	return firstOf(error, ({ code }) => (typeof code === 'string' && NETWORK_CODE.test(code) ? code : undefined));
}

/** True when no connection was made. A reset or a time-out after that is never "surely not sent". */
export function wasNotSent(error: unknown): boolean {
	if (httpStatusOf(error) !== undefined) return false;
	return causesOf(error).some(({ code, syscall }) => NEVER_CONNECTED.test(String(code)) || CONNECTING.test(String(syscall)));
}

const DAY_MS = 86_400_000;

/** How long a rate limit lasts that the response names, in milliseconds; one of a day at most that long. */
export function rateLimitOf(error: unknown): { waitMs: number; isOfDay: boolean } | undefined {
	if (httpStatusOf(error) !== 429) return undefined;
	const headers = headersOf(error);
	if (headers['x-ratelimit-daily-remaining'] === '0') return { waitMs: retryAfterMsOf(error) ?? DAY_MS, isOfDay: true };
	const windowMs = Number(headers['x-ratelimit-interval-milliseconds']);
	return windowMs > 0 ? { waitMs: windowMs, isOfDay: false } : undefined;
}

/** Milliseconds that `Retry-After` asks to wait (RFC 9110, 10.2.3: seconds or an HTTP date); undefined where it cannot be read. */
export function retryAfterMsOf(error: unknown, now: number = Date.now()): number | undefined {
	const value = headersOf(error)['retry-after'];
	if (typeof value !== 'string') return undefined;
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	// Date.parse also reads "-5" and "2.5" as dates; an HTTP date always names its month.
	const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
