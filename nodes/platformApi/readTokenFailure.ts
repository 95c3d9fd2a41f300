import { jsonParse } from 'n8n-workflow';

import { fieldsOf, isPageOrCutJson } from '../http/body';
import { causesOf, httpStatusOf, noResponseOf, responseBodyOf } from '../http/requestError';
import { textKindOf, UnclearResponse } from '../http/readFailure';
import { responseTextOf } from '../http/responseText';
import { tryOr } from '../utils/tryOr';

/** Why there is no token to send a request with. */
export interface TokenFailure {
	/**
	 * - wrongClient: the token endpoint does not know the client.
	 * - noLongerConnected: it does not accept the refresh token any more.
	 * - neverConnected: there is no token, and never was.
	 * - notRefreshed: it gave none, and says nothing of the refresh token.
	 */
	kind: 'wrongClient' | 'noLongerConnected' | 'neverConnected' | 'notRefreshed';
	/** In words, for notRefreshed; else empty. */
	reason: string;
	/** True where another server than the token endpoint seems to have responded. */
	isOfProxy: boolean;
}

/** Words of a token failure, and what they mean. */
interface TokenWords {
	pattern: RegExp;
	kind: TokenFailure['kind'];
}

/** Codes of the token endpoint, and the texts that n8n's OAuth2 client makes of them; n8n 2.0 passes on no more. */
const CODES: TokenWords[] = [
	{ pattern: /invalid[_ ]client|"Client authentication failed/i, kind: 'wrongClient' },
	{
		pattern: /invalid[_ ]grant|"credential-invalid"|"The provided authorization grant/i,
		kind: 'noLongerConnected',
	},
	{ pattern: /no refresh token is available/i, kind: 'noLongerConnected' },
	{ pattern: /credential\b.{0,200} needs? to be reconnected/i, kind: 'noLongerConnected' },
	{ pattern: /OAuth credentials not connected|without access token/i, kind: 'neverConnected' },
];

/** Temporary refusals, after which no new consent is needed. HighLevel takes the same token once the location is active. */
const TEMPORARY = /temporarily_unavailable|server_error|slow_down|location is not active/i;

/** The platform's words about the grant itself; a location that is not active, a server or a firewall has others. */
const OF_GRANT = /refresh.?token|\bgrant\b|authori[sz]ation code|revoked|expired|uninstalled/i;

/** Enough for all that a token endpoint says. */
const MAX_WORDS = 4_000;

/** All that the levels of an error say, in whatever place, as JSON; empty where JSON cannot write it. */
function wordsOf(levels: Array<Record<string, unknown>>): string {
	const places = levels.map(({ message, body, response, failure }) => [
		message,
		body,
		fieldsOf(response).data,
		fieldsOf(failure).cause,
	]);
	return tryOr(() => JSON.stringify(places), '').slice(0, MAX_WORDS);
}

/**
 * Reads a failure of the token endpoint, which n8n's core calls to refresh a token; undefined for another failure.
 *
 * @param secrets that no reason may quote
 */
export function readTokenFailure(
	error: unknown,
	secrets: readonly string[],
): TokenFailure | undefined {
	// A write with an unclear response may have been carried out, whatever it says.
	if (error instanceof UnclearResponse) return undefined;
	const levels = causesOf(error);
	const allWords = wordsOf(levels);
	// n8n's OAuth2 client has codes of its own, but hands on what the connection and 5xx throw.
	const level =
		levels.find(({ code }) => code === 'EAUTH' || code === 'ESTATUS') ??
		levels.find(({ config }) => String(fieldsOf(config).url).endsWith('/oauth/token'));
	const status = httpStatusOf(error);
	// Any other response may say something of a client.
	if (!level && status !== undefined) return undefined;
	const known = CODES.find(({ pattern }) => pattern.test(allWords));
	if (known) return { kind: known.kind, reason: '', isOfProxy: false };
	if (!level) return undefined;
	return readRefusedRefresh(level, status ?? level.status, allWords, secrets);
}

/** The token endpoint gave no token, for a reason without a code. Only its own words mean that the account has to be connected again. */
function readRefusedRefresh(
	level: Record<string, unknown>,
	status: unknown,
	allWords: string,
	secrets: readonly string[],
): TokenFailure {
	const [temporaryCode] = TEMPORARY.exec(allWords) ?? [];
	const data = dataOf(level);
	const instead = textKindOf(data, Number(status));
	const isOfProxy = instead !== undefined;
	const words = responseTextOf({ response: { data } }, secrets);
	// n8n's client gives EAUTH for an error of OAuth, without further words.
	const isOfGrant = words === '' ? level.code === 'EAUTH' : OF_GRANT.test(words);
	if (isRefusal(status) && !temporaryCode && !isOfProxy && isOfGrant)
		return { kind: 'noLongerConnected', reason: '', isOfProxy };
	const reason = temporaryCode ?? reasonOf(level, status, words, instead);
	return { kind: 'notRefreshed', reason, isOfProxy };
}

/** What the endpoint sent. n8n's client hands on the text of a response that holds no code of OAuth. */
function dataOf(level: Record<string, unknown>): unknown {
	const sent = level.body ?? fieldsOf(level.response).data;
	return typeof sent === 'string' ? jsonParse<unknown>(sent, { fallbackValue: sent }) : sent;
}

/** True for a refusal that lasts. An older n8n says no more than that the endpoint refused. */
function isRefusal(status: unknown): boolean {
	const text = String(status ?? 400);
	return text.startsWith('4') && !text.startsWith('429');
}

/** Why there is no new token, in words. */
function reasonOf(
	level: Record<string, unknown>,
	status: unknown,
	words: string,
	instead: string | undefined,
): string {
	if (Number(status) < 300) return 'no new token in its response';
	if (status === undefined) return words || reasonWithoutResponse(level);
	return instead ? `${instead}, status ${String(status)}` : `status ${String(status)}`;
}

/** Why there was no response; the reason of a socket is known by its code. */
function reasonWithoutResponse(level: Record<string, unknown>): string {
	const { code, reason = 'no response' } = noResponseOf(level);
	return code === undefined ? 'no response' : reason;
}

/** The platform's words for a token that it does not take. Those of HighLevel are few: "Invalid JWT", expired, revoked. */
const OF_TOKEN = [
	/\bjwt\b/i,
	/\b(expired|revoked)\b/i,
	/\b(invalid|unknown|malformed|missing|wrong|no)\b.{0,30}\b(token|api key|credentials?)\b/i,
	/\b(token|api key|credentials?)\b.{0,30}\b(invalid|not valid|missing|required|malformed|deleted|rejected|unknown)\b/i,
	/^(unauthori[sz]ed|unauthenticated|not authenticated)\W*$/i,
	/^(authentication|authori[sz]ation) (failed|required)\W*$/i,
];

/** True where the words of a refusal speak of the token, and where there are none. */
export function speaksOfToken(words: string): boolean {
	return words === '' || OF_TOKEN.some((pattern) => pattern.test(words));
}

/**
 * True for a refusal after which a new token may help. Words about anything else mean that it does not. A web page says
 * nothing of the token: a read is sent again, a write is not, since it may have been carried out behind the proxy that has
 * sent the page.
 */
export function concernsToken(error: unknown, isRead: boolean): boolean {
	if (isPageOrCutJson(responseBodyOf(error))) return isRead;
	return speaksOfToken(responseTextOf(error));
}
