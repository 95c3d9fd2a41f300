/**
 * Questions about a failed request. n8n wraps the HTTP client's error, at a depth that differs between its versions and
 * kinds of authentication, so each question is put to the whole chain of causes.
 */

import { fieldsOf, isRecord } from './body';

/** Codes of Node and of the HTTP client for failures that may pass. */
const NETWORK_CODE =
	/^(ECONN(ABORTED|REFUSED|RESET)|EAI_AGAIN|EHOSTUNREACH|ENET(DOWN|UNREACH)|ENOTFOUND|EPIPE|ERR_BAD_RESPONSE|ERR_NETWORK|ETIMEDOUT)$/;

/** System calls of failures before any byte of the request has left this machine. */
const CONNECTING = /^(connect|getaddrinfo)$/;

/** Chains are two or three deep; the bound guards against a cycle. */
const MAX_CHAIN_LENGTH = 8;

const DAY_MS = 86_400_000;

type Fields = Record<string, unknown>;

/** The failure and its causes, outermost first. Where a host has several addresses, Node puts the failure of each into `errors`. */
export function causesOf(error: unknown, left = MAX_CHAIN_LENGTH): Fields[] {
	if (typeof error !== 'object' || error === null || left === 0) return [];
	const level = error as Fields;
	const ofAddresses = Array.isArray(level.errors) ? level.errors.map(fieldsOf) : [];
	return [
		level,
		...ofAddresses,
		...causesOf(level.cause ?? level.errorResponse ?? copiedCause(level), left - 1),
	];
}

/**
 * n8n 2.0 keeps only copies of its error's cause: the code of the socket or of the OAuth2 client in `httpCode`, without
 * which a write would look as if it never left, and a body that is an object in `context.data`.
 */
function copiedCause({ httpCode, context }: Fields): Fields | undefined {
	const code =
		typeof httpCode === 'string' && asHttpStatus(httpCode) === undefined ? httpCode : undefined;
	const { data } = fieldsOf(context);
	if (typeof data === 'object') return { code, response: { data } };
	return code === undefined ? undefined : { code };
}

/** The first defined result along the chain of causes, outermost first. */
function firstOf<T>(error: unknown, read: (level: Fields) => T | undefined): T | undefined {
	return causesOf(error)
		.map(read)
		.find((found) => found !== undefined);
}

function asHttpStatus(value: unknown): number | undefined {
	// n8n's `httpCode` is text, and holds a socket code such as ECONNREFUSED when no response came.
	const status = Number(value);
	return status >= 100 && status <= 999 ? status : undefined;
}

/** The HTTP status of the response; undefined when none came, or one of success broke off. */
export function httpStatusOf(error: unknown): number | undefined {
	const status = firstOf(error, ({ httpCode, response, statusCode }) =>
		[httpCode, fieldsOf(response).status, statusCode].map(asHttpStatus).find(Boolean),
	);
	return status !== undefined && status >= 200 && status < 300 ? undefined : status;
}

/** The body of the response that made the request fail, as parsed by the HTTP client. */
export const responseBodyOf = (error: unknown): unknown =>
	firstOf(error, ({ response }) => fieldsOf(response).data);

/** The headers of that response, by their names in lower case. */
export const headersOf = (error: unknown): Fields =>
	firstOf(error, ({ response }) => [fieldsOf(response).headers].find(isRecord)) ?? {};

/** True without a response, where another attempt may get one. */
export const mayPass = (error: unknown): boolean =>
	httpStatusOf(error) === undefined &&
	causesOf(error).some(({ code }) => NETWORK_CODE.test(String(code)));

/** The latest moment that is named: a server may ask for a wait beyond all calendars. */
const MAX_WAIT_MS = 365 * DAY_MS;

/**
 * RFC 9110, 10.2.3: seconds or an HTTP date, which names its month. A date is counted from the response's own, so that it
 * does not matter how n8n's clock goes.
 */
function retryAfterMs(headers: Fields): number | undefined {
	const value = String(headers['retry-after'] ?? '').slice(0, 100);
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	// Date.parse also reads "-5" and "2.5" as dates.
	if (!/[a-z]/i.test(value)) return undefined;
	const date = Date.parse(value);
	if (Number.isNaN(date)) return undefined;
	const sent = Date.parse(String(headers.date));
	return Math.max(0, date - (Number.isNaN(sent) ? Date.now() : sent));
}

/** A header that names milliseconds, where it does. */
function millisecondsIn(value: unknown): number | undefined {
	const milliseconds = Number(value);
	return milliseconds > 0 ? milliseconds : undefined;
}

/** What a response says of the wait before the next request. */
export interface AskedWait {
	/** In milliseconds; undefined where it says nothing. */
	waitMs?: number;
	/** True where the requests of a day are used up. */
	isOfDay: boolean;
}

export function waitAskedBy(error: unknown): AskedWait {
	const headers = headersOf(error);
	const isLimit = httpStatusOf(error) === 429;
	const isOfDay = isLimit && headers['x-ratelimit-daily-remaining'] === '0';
	let waitMs = retryAfterMs(headers);
	// HighLevel documents neither: until the day begins anew, and the window that its limit counts.
	if (isOfDay) waitMs = millisecondsIn(headers['x-ratelimit-daily-reset']) ?? waitMs ?? DAY_MS;
	else if (isLimit) waitMs = millisecondsIn(headers['x-ratelimit-interval-milliseconds']) ?? waitMs;
	return { waitMs: waitMs === undefined ? undefined : Math.min(waitMs, MAX_WAIT_MS), isOfDay };
}

/** unsent: there was no connection; unreadable: something responded; ended: nobody knows whether the request arrived. */
type Kind = 'unsent' | 'unreadable' | 'ended';

const WHAT_IF_NO_TLS = 'If the server has no TLS, begin the address with http://';
const WHAT_IF_TLS_ENDED =
	'The server or a proxy ended the TLS handshake: check the host name and the port.';
const WHAT_IF_NOT_TRUSTED =
	'The certificate must be valid for the host name. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS where n8n runs.';

/** Reasons by the codes and words of Node's sockets, OpenSSL, the HTTP parser and client; the first that fits counts. */
const REASONS: Array<[RegExp, Kind, reason: string, whatToDo?: string]> = [
	[/wrong.version.number|packet.length.too.long/i, 'unsent', 'no TLS on this port', WHAT_IF_NO_TLS],
	// Alerts about the client's certificate are left out: they may come after the request was sent.
	[
		/unsupported.protocol|alert.(protocol.version|handshake.failure)|unrecognized.name|before secure TLS/i,
		'unsent',
		'no TLS connection',
		WHAT_IF_TLS_ENDED,
	],
	[
		/^(CERT_|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_)/,
		'unsent',
		'certificate not trusted',
		WHAT_IF_NOT_TRUSTED,
	],
	[/^ERR_INVALID_URL/, 'unsent', 'no web address'],
	[/^ECONNREFUSED/, 'unsent', 'nothing listens on this port'],
	[/^(ENOTFOUND|EAI_AGAIN)/, 'unsent', 'host name not found'],
	[/^(ECONNABORTED|ETIMEDOUT)/, 'ended', 'no response in time'],
	[/^HPE_/, 'unreadable', 'no HTTP'],
	[/^ERR_BODY_TOO_LARGE/, 'unreadable', 'it is too large'],
	[/^Z_/, 'unreadable', 'not compressed as it says'],
	[/^ERR_BAD_RESPONSE/, 'unreadable', 'it broke off'],
	[/^(ECONNRESET|EPIPE)/, 'ended', 'connection ended'],
];

/** Why no response could be read. */
export interface NoResponse {
	kind: Kind;
	/** In words. */
	reason?: string;
	code?: string;
	/** What to do about the reason. */
	whatToDo?: string;
	/** n8n's own advice, where it refused to send. */
	advice?: string;
}

export function noResponseOf(error: unknown): NoResponse {
	const causes = causesOf(error);
	const coded = causes.filter(({ code }) => typeof code === 'string' && Number.isNaN(Number(code)));
	if (coded.length === 0) {
		const isText = (text: unknown): text is string => typeof text === 'string' && text !== '';
		const advice = causes.map(({ description }) => description).find(isText);
		return {
			// Only n8n itself advises.
			kind: advice === undefined ? 'ended' : 'unsent',
			reason: error instanceof Error ? error.message : 'no response',
			advice,
		};
	}
	const texts = coded.map(({ code, message }) => `${String(code)} ${String(message)}`);
	const [, kind = 'ended', reason, whatToDo] =
		REASONS.find(([words]) => texts.some((text) => words.test(text))) ?? [];
	return {
		kind: causes.some(({ syscall }) => CONNECTING.test(String(syscall))) ? 'unsent' : kind,
		reason,
		code: String(coded[0].code),
		whatToDo,
	};
}
