/**
 * Questions about a failed request. n8n wraps the HTTP client's error, at a depth that differs between its versions and
 * kinds of authentication, so each question is put to the whole chain of causes.
 */

import { fieldsOf, isRecord } from './body';

/** Codes of Node and of the HTTP client for failures that may pass by themselves. */
const NETWORK_CODES = [
	'EAI_AGAIN',
	'ECONNABORTED',
	'ECONNREFUSED',
	'ECONNRESET',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'ENOTFOUND',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ERR_NETWORK',
	'ETIMEDOUT',
];

/** System calls that fail before any byte of the request has left this machine. */
const CONNECTING_CALLS = ['connect', 'getaddrinfo'];

/** Chains are two or three deep; the bound guards against a cycle. */
const MAX_CHAIN_LENGTH = 8;

const DAY_MS = 86_400_000;

/** The properties of one error of a chain. */
type Level = Record<string, unknown>;

/** The failure and its causes, outermost first. Where a host has several addresses, Node puts the failure of each into `errors`. */
export function causesOf(error: unknown): Level[] {
	const levels: Level[] = [];
	let next = error;
	for (let depth = 0; depth < MAX_CHAIN_LENGTH; depth++) {
		if (!isRecord(next)) break;
		const level: Level = next;
		levels.push(level);
		if (Array.isArray(level.errors)) levels.push(...level.errors.map(fieldsOf));
		next = level.cause ?? level.errorResponse ?? copiedCause(level);
	}
	return levels;
}

/**
 * n8n 2.0 keeps only copies of its error's cause: the code of the socket or of the OAuth2 client in `httpCode`, without
 * which a write would look as if it never left, and a body that is an object in `context.data`.
 */
function copiedCause({ httpCode, context }: Level): Level | undefined {
	const { data } = fieldsOf(context);
	if (typeof data === 'object') return { code: httpCode, response: { data } };
	return { code: httpCode };
}

/** What `read` finds in the outermost level of the chain that has it. */
function readFromChain<T>(error: unknown, read: (level: Level) => T | undefined): T | undefined {
	for (const level of causesOf(error)) {
		const value = read(level);
		if (value !== undefined) return value;
	}
	return undefined;
}

/** n8n's `httpCode` is text, and holds a socket code such as ECONNREFUSED when no response came. */
function asHttpStatus(value: unknown): number | undefined {
	const status = Number(value);
	return status >= 100 && status <= 999 ? status : undefined;
}

const statusOfLevel = ({ httpCode, response, statusCode }: Level) =>
	asHttpStatus(httpCode) ?? asHttpStatus(fieldsOf(response).status) ?? asHttpStatus(statusCode);

/** The HTTP status of the response; undefined when none came, or one of success broke off. */
export function httpStatusOf(error: unknown): number | undefined {
	const status = readFromChain(error, statusOfLevel);
	return status !== undefined && status >= 200 && status < 300 ? undefined : status;
}

/** The body of the response that made the request fail, as parsed by the HTTP client. */
export function responseBodyOf(error: unknown): unknown {
	return readFromChain(error, ({ response }) => fieldsOf(response).data);
}

function headersOfLevel({ response }: Level): Level | undefined {
	const { headers } = fieldsOf(response);
	return isRecord(headers) ? headers : undefined;
}

/** The headers of that response, by their names in lower case. */
export function headersOf(error: unknown): Level {
	return readFromChain(error, headersOfLevel) ?? {};
}

/** True where no response came, and another attempt may get one. */
export function mayPass(error: unknown): boolean {
	if (httpStatusOf(error) !== undefined) return false;
	return causesOf(error).some(({ code }) => NETWORK_CODES.includes(String(code)));
}

/** A longer wait is not named: a server may ask for one beyond all calendars. */
const MAX_WAIT_MS = 365 * DAY_MS;

/**
 * The wait in the header `Retry-After`, in milliseconds (RFC 9110, 10.2.3): seconds, or an HTTP date, which names its month.
 * A date counts from the date of the response, so that a wrong clock of n8n does not matter.
 */
function retryAfterMs(headers: Level): number | undefined {
	const value = String(headers['retry-after'] ?? '').slice(0, 100);
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	// Date.parse also reads "-5" and "2.5" as dates.
	if (!/[a-z]/i.test(value)) return undefined;
	const date = Date.parse(value);
	if (Number.isNaN(date)) return undefined;
	const sentAt = Date.parse(String(headers.date));
	return Math.max(0, date - (Number.isNaN(sentAt) ? Date.now() : sentAt));
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

/** Reads how long the response of a failed request asks to wait: `Retry-After`, and the headers of HighLevel's rate limits. */
export function waitAskedBy(error: unknown): AskedWait {
	const headers = headersOf(error);
	const isLimit = httpStatusOf(error) === 429;
	const isOfDay = isLimit && headers['x-ratelimit-daily-remaining'] === '0';
	let waitMs = retryAfterMs(headers);
	// HighLevel documents neither header: the time until the day begins anew, and the window that its limit counts.
	if (isOfDay) waitMs = millisecondsIn(headers['x-ratelimit-daily-reset']) ?? waitMs ?? DAY_MS;
	else if (isLimit) waitMs = millisecondsIn(headers['x-ratelimit-interval-milliseconds']) ?? waitMs;
	return { waitMs: waitMs === undefined ? undefined : Math.min(waitMs, MAX_WAIT_MS), isOfDay };
}

/**
 * - unsent: there was no connection, so nothing was sent.
 * - ended: the connection ended before a response; nobody knows whether the request arrived.
 * - unreadable: something responded that cannot be read.
 */
type NoResponseKind = 'unsent' | 'ended' | 'unreadable';

const WHAT_IF_NO_TLS = 'If the server has no TLS, begin the address with http://';
const WHAT_IF_TLS_ENDED =
	'The server or a proxy ended the TLS handshake: check the host name and the port.';
const WHAT_IF_NOT_TRUSTED =
	'The certificate must be valid for the host name. For a certificate authority of your own, set NODE_EXTRA_CA_CERTS where n8n runs.';

/** Why no response could be read, by the code and the message of an error. */
interface NoResponseReason {
	/** Matches the code, a space and the message. */
	pattern: RegExp;
	kind: NoResponseKind;
	/** In words. */
	reason: string;
	whatToDo?: string;
}

/** Codes and words of Node's sockets, OpenSSL, the HTTP parser and the HTTP client; the first that fits counts. */
const REASONS: NoResponseReason[] = [
	{
		pattern: /wrong.version.number|packet.length.too.long/i,
		kind: 'unsent',
		reason: 'no TLS on this port',
		whatToDo: WHAT_IF_NO_TLS,
	},
	{
		// Alerts about the client's certificate are left out: they may come after the request was sent.
		pattern:
			/unsupported.protocol|alert.(protocol.version|handshake.failure)|unrecognized.name|before secure TLS/i,
		kind: 'unsent',
		reason: 'no TLS connection',
		whatToDo: WHAT_IF_TLS_ENDED,
	},
	{
		pattern: /^(CERT_|DEPTH_ZERO|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_)/,
		kind: 'unsent',
		reason: 'certificate not trusted',
		whatToDo: WHAT_IF_NOT_TRUSTED,
	},
	{ pattern: /^ERR_INVALID_URL/, kind: 'unsent', reason: 'no web address' },
	{ pattern: /^ECONNREFUSED/, kind: 'unsent', reason: 'nothing listens on this port' },
	{ pattern: /^(ENOTFOUND|EAI_AGAIN)/, kind: 'unsent', reason: 'host name not found' },
	{ pattern: /^(ECONNABORTED|ETIMEDOUT)/, kind: 'ended', reason: 'no response in time' },
	{ pattern: /^HPE_/, kind: 'unreadable', reason: 'no HTTP' },
	{ pattern: /^ERR_BODY_TOO_LARGE/, kind: 'unreadable', reason: 'it is too large' },
	{ pattern: /^Z_/, kind: 'unreadable', reason: 'not compressed as it says' },
	{ pattern: /^ERR_BAD_RESPONSE/, kind: 'unreadable', reason: 'it broke off' },
	{ pattern: /^(ECONNRESET|EPIPE)/, kind: 'ended', reason: 'connection ended' },
];

/** What is known where no response could be read. */
export interface NoResponse {
	kind: NoResponseKind;
	/** In words. */
	reason?: string;
	/** The code of the socket, or of the HTTP client. */
	code?: string;
	/** What to do about the reason. */
	whatToDo?: string;
	/** n8n's own advice, where it refused to send. */
	advice?: string;
}

/** An error without a code of a socket or of the HTTP client. */
function noResponseWithoutCode(error: unknown, causes: Level[]): NoResponse {
	const reason = error instanceof Error ? error.message : 'no response';
	for (const { description } of causes) {
		// Only n8n itself gives advice, where it refuses to send.
		if (typeof description === 'string' && description !== '')
			return { kind: 'unsent', reason, advice: description };
	}
	return { kind: 'ended', reason };
}

/** Reads why a request got no response that can be read. Only useful where {@link httpStatusOf} is undefined. */
export function noResponseOf(error: unknown): NoResponse {
	const causes = causesOf(error);
	const coded = causes.filter(({ code }) => typeof code === 'string' && Number.isNaN(Number(code)));
	if (coded.length === 0) return noResponseWithoutCode(error, causes);
	const texts = coded.map(({ code, message }) => `${String(code)} ${String(message)}`);
	const known = REASONS.find(({ pattern }) => texts.some((text) => pattern.test(text)));
	const hasNotConnected = causes.some(({ syscall }) => CONNECTING_CALLS.includes(String(syscall)));
	return {
		kind: hasNotConnected ? 'unsent' : (known?.kind ?? 'ended'),
		reason: known?.reason,
		code: String(coded[0].code),
		whatToDo: known?.whatToDo,
	};
}
