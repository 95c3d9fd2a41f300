import { tryOr } from '../utils/tryOr';
import { headersOf, httpStatusOf, noResponseOf, responseBodyOf, waitAskedBy } from './requestError';
import { responseTextOf } from './responseText';
import { quotable } from './secrets';

/** An API as messages name it, and the secrets to hide. */
export interface Api {
	/** Begins a sentence: "The platform". */
	name: string;
	/** Its address, without a user name, password or query. */
	url: string;
	/** Where the address can be corrected: "'Platform URL' of the credential". */
	urlField: string;
	/** How to send fewer requests, as a sentence. */
	sendFewer: string;
	secrets: readonly string[];
}

/** A request that failed, and what it threw. */
export interface FailedRequest {
	/** What n8n's HTTP client threw, or an {@link UnclearResponse}. */
	error: unknown;
	api: Api;
	/** True where the request may have changed something. */
	isWrite: boolean;
	/** What follows the API's address, with the query. */
	path?: string;
	/** True where a person or a model has typed the path. */
	isTypedPath?: boolean;
}

/** A response of status 200 that is not what was asked for, or does not say what became of a write. */
export class UnclearResponse extends Error {
	readonly response: { data: unknown };

	constructor(data: unknown) {
		super();
		this.response = { data };
	}
}

/**
 * - unsent: there was no connection, so nothing was sent.
 * - ended: the connection ended before a response; nobody knows whether the request arrived.
 * - unreadable: something responded that cannot be read.
 * - unclear: a success whose body is not what was asked for.
 * - gaveUp: a server or a gateway gave the request up, and may have carried it out.
 * - redirected: the response leads to another address, which is not followed.
 * - refused: the request was refused; `responder` says by whom.
 */
export type FailureKind =
	| 'unsent'
	| 'ended'
	| 'unreadable'
	| 'unclear'
	| 'gaveUp'
	| 'redirected'
	| 'refused';

/** What is known of a request that failed. It is read once, and the tables of sentences decide by it. */
export interface Failure {
	kind: FailureKind;
	/** Of the response; undefined where none came, or one of success broke off. */
	status?: number;
	/** The API's own words; empty where there are none, and where they hold a secret. */
	words: string;
	body: unknown;
	/** Who sent the response. */
	responder: 'api' | 'another server' | 'nobody';
	/** What another server sent in place of the API, such as "a web page". */
	instead?: string;
	/** Why there was no response that could be read. */
	reason?: string;
	/** The code of the socket, or of the HTTP client. */
	code?: string;
	/** What to do about the reason. */
	whatToDoAboutReason?: string;
	/** The advice of n8n, where it refused to send. */
	adviceOfN8n?: string;
	/** The address that was asked, and the one that a redirect names, both without their queries. */
	askedUrl: string;
	redirectUrl?: string;
	/** How long the response asks to wait, where it does. */
	waitMs?: number;
	/** True where the requests of a day are used up. */
	isLimitOfDay: boolean;
	isWrite: boolean;
	path: string;
	isTypedPath: boolean;
	api: Api;
	error: unknown;
}

/** Words of gateways that ended a request which may have been carried out, with any status. */
const TIMED_OUT = /\btimed? ?out\b|deadline exceeded/i;

/** True for a status or words of a server or gateway that gave a request up, which may have been carried out. */
export const gaveUp = (status: number, words: string) =>
	status >= 500 || [408, 499].includes(status) || TIMED_OUT.test(words);

/** Words by which servers say that they know no such address. */
const NO_ADDRESS = [
	/^cannot (get|post|put|patch|delete) /i,
	/\b(route|endpoint)\b.*\b(not found|not exist)/i,
	/\bno (such )?(route|endpoint)\b/i,
];

/** True where a server says that it knows no such address. */
export function namesNoAddress(words: string): boolean {
	return NO_ADDRESS.some((pattern) => pattern.test(words));
}

/** Words of firewalls and proxies. */
const PROXY_WORDS = [
	'blocked',
	'denied',
	'firewall',
	'forbidden',
	'gateway',
	'page not found',
	'proxy',
	'upstream',
];

/** True for words such as "upstream timed out", and Cloudflare's "error code: 1010". */
function isOfProxy(text: string): boolean {
	const lowerCase = text.toLowerCase();
	if (lowerCase.startsWith('error code')) return true;
	return PROXY_WORDS.some((word) => lowerCase.includes(word));
}

/** How to call a body that no API has sent, since APIs respond in JSON; undefined for one that may be the API's own. */
export function textKindOf(body: unknown, status: number): string | undefined {
	if (typeof body !== 'string' || body.trim() === '') return undefined;
	const text = body.slice(0, 1_000).trim();
	if (text.startsWith('<')) return 'a web page';
	// With another status, a plain text may be the API's own.
	const blamesSomebody = [401, 403].includes(status) || status >= 500;
	return blamesSomebody || isOfProxy(text) ? 'plain text' : undefined;
}

/** Statuses of proxies and limits, which say enough whoever has sent them. */
const STATUSES_OF_ANYBODY = [407, 413, 429];

/** How to call what came in place of the API's own response; undefined where it seems to be the API's. */
function textInsteadOf(
	status: number | undefined,
	body: unknown,
	words: string,
	isTypedPath: boolean,
): string | undefined {
	if (status === undefined || status < 400 || STATUSES_OF_ANYBODY.includes(status))
		return undefined;
	const kind = textKindOf(body, status);
	if (kind) return kind;
	// Of a typed path, such words say that the path is wrong, and not the address.
	const mayBeAddress = !isTypedPath && [403, 404, 405].includes(status);
	return mayBeAddress && namesNoAddress(words) ? '"no such address"' : undefined;
}

function responderOf(
	error: unknown,
	status: number | undefined,
	instead: string | undefined,
): Failure['responder'] {
	if (instead !== undefined) return 'another server';
	return status !== undefined || error instanceof UnclearResponse ? 'api' : 'nobody';
}

function kindOf(error: unknown, status: number | undefined, words: string): FailureKind {
	if (error instanceof UnclearResponse) return 'unclear';
	if (status === undefined) return noResponseOf(error).kind;
	if (status < 400) return 'redirected';
	return gaveUp(status, words) ? 'gaveUp' : 'refused';
}

const withoutQuery = ({ origin, pathname }: URL) => origin + pathname;

/** Reads what is known of a failed request. Never throws. */
export function readFailure(failed: FailedRequest): Failure {
	const { error, api, isWrite, path = '', isTypedPath = false } = failed;
	const hide = (text: string | undefined) => text && quotable(text, api.secrets);
	const status = httpStatusOf(error);
	const words = responseTextOf(error, api.secrets);
	const body = responseBodyOf(error);
	const instead = textInsteadOf(status, body, words, isTypedPath);
	const { reason, code, whatToDo, advice } = noResponseOf(error);
	const asked = new URL(`${api.url}${path}`);
	const location = headersOf(error).location;
	const target = tryOr(() => new URL(String(location), asked), undefined);
	const { waitMs, isOfDay } = waitAskedBy(error);
	return {
		kind: kindOf(error, status, words),
		status,
		words,
		body,
		responder: responderOf(error, status, instead),
		instead,
		reason: hide(reason),
		code,
		whatToDoAboutReason: whatToDo,
		adviceOfN8n: hide(advice),
		askedUrl: withoutQuery(asked),
		// The query may hold a session.
		redirectUrl: location === undefined ? undefined : hide(target && withoutQuery(target)),
		waitMs,
		isLimitOfDay: isOfDay,
		isWrite,
		path,
		isTypedPath,
		api,
		error,
	};
}
