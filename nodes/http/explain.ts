import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { tried } from '../utils/attempt';
import { headersOf, httpStatusOf, noResponseOf, responseBodyOf, waitAskedBy } from './failure';
import { responseTextOf, withoutSecrets } from './responseText';

export interface Explanation {
	message: string;
	whatToDo: string;
	/** Replaces `whatToDo` for a language model, which can change neither the credential nor the node. */
	forModel?: string;
}

/** The explanation for what no language model can do. */
export const forPerson = (explanation: Explanation): Explanation => ({
	...explanation,
	forModel: `A person has to help: ${explanation.whatToDo}`,
});

/** Explanations by the status of the response. */
export type StatusTexts = Partial<Record<number, Explanation>>;

/** Words for an API, such as "The platform" and "'Platform URL' of the credential", and the secrets to hide. */
export interface Api {
	name: string;
	/** Holds no user name, password or query. */
	url: string;
	urlField: string;
	/** How to send fewer requests, as a sentence. */
	sendFewer: string;
	secrets: readonly string[];
}

export interface FailedRequest {
	error: unknown;
	api: Api;
	isWrite: boolean;
	/** Follows the API's address. */
	path?: string;
	/** True where a person or a model has typed the path. */
	isTypedPath?: boolean;
	statuses: StatusTexts;
}

/** A response of status 200 that is not what was asked for, or does not say what became of a write. */
export class UnclearResponse extends Error {
	readonly response: { data: unknown };

	constructor(data: unknown) {
		super();
		this.response = { data };
	}
}

export const WHAT_TO_CORRECT = 'Check the fields.';

/** A text, followed by the API's own words where there are any. */
export const withSaid = (text: string, name: string, said: string) =>
	said === '' ? text : `${text} ${name} says: "${said}"`;

/** @param rest where it is, where that is said */
export const moreText = (name: string, length: number, rest = '') => {
	const whatToDo = rest
		? `It names the rest: ${rest}. To get it, use API Request.`
		: 'Ask for less to see all.';
	return `${name} says that there are more than these ${length}. ${whatToDo}`;
};

function withoutResponse({ error, api, isWrite }: Failure): Explanation {
	const { kind, reason, code, advice, whatToDo } = noResponseOf(error);
	const what = kind === 'garbled' ? 'sent a response that cannot be read' : 'could not be reached';
	const check = advice ?? `Check ${api.urlField}, and that n8n can connect to it.`;
	return {
		message: `${api.name} at ${new URL(api.url).host} ${what} (${[reason, code].filter(Boolean).join(', ')})`,
		whatToDo: [isWrite && 'Nothing was changed.', check, whatToDo].filter(Boolean).join(' '),
	};
}

/** A redirect is not followed: a write could arrive twice, and a token must not reach another host. */
function redirected(
	{ error, api: { name, url, urlField }, path = '', isTypedPath }: Failure,
	status: number,
): Explanation {
	const from = new URL(`${url}${path}`);
	const to = tried(() => new URL(String(headersOf(error).location ?? 'http://'), from), undefined);
	// The query is left out: it may hold a session.
	const [asked, target] = [from, to].map((each) => each && each.origin + each.pathname);
	const base = (address = '', below = '') =>
		address.replace(/\/*$/, '/').slice(0, -1 - below.length);
	let whatToDo = `It may be a sign-in page. Check ${urlField}${isTypedPath ? " and 'Path'" : ''}.`;
	if (target !== asked && base(target) === base(asked)) {
		whatToDo = `It expects the path as written there, ${target?.endsWith('/') ? 'with' : 'without'} a slash at its end. ${isTypedPath ? "Change 'Path'." : 'A proxy between n8n and the API may ask for it: let it pass paths on as they are.'}`;
	} else if (target !== asked && path !== '' && base(target).endsWith(base(path))) {
		whatToDo = `Enter ${base(target, base(path))} as the address of the API in the credential.`;
	}
	return {
		message: `${name} responded with a redirect (status ${status}) to ${target ?? 'nowhere'}`,
		whatToDo,
	};
}

/** The latest moment that a message names, in years: a server may ask for a wait beyond all calendars. */
const MAX_WAIT_MS = 10 * 365 * 86_400_000;

/** The meaning of a status for any API. */
function ofStatus(status: number, failed: Failure): Explanation {
	const {
		error,
		isWrite,
		isTypedPath,
		said,
		api: { name, urlField, sendFewer },
	} = failed;
	if (status < 400) return redirected(failed, status);
	const { waitMs, isOfDay } = waitAskedBy(error);
	// To the next full minute.
	const until = new Date(Date.now() + 59_999 + Math.min(waitMs ?? 0, MAX_WAIT_MS))
		.toISOString()
		.slice(0, 16)
		.replace('T', ' ');
	const again = `Try again ${waitMs === undefined ? 'later' : `after ${until} UTC`}.`;
	if (gaveUp(status, said))
		return {
			message: `${name} could not respond (status ${status}), even after retries`,
			whatToDo: again,
		};
	const whereTyped = isTypedPath ? "'Method' and 'Path'" : urlField;
	const texts: StatusTexts = {
		405: {
			message: `${name} does not accept this method at this path (status 405)`,
			whatToDo: `Check ${whereTyped}.`,
		},
		407: {
			message: 'A proxy asks n8n for a user name and password (status 407)',
			whatToDo: 'Set them where n8n runs, in HTTPS_PROXY.',
		},
		413: {
			message: 'The request is too large for the API or a proxy (status 413)',
			whatToDo: 'Send less at once.',
		},
		429: {
			message: isOfDay
				? `${name} accepts no more requests today`
				: `${name} received too many requests`,
			whatToDo: [isWrite && 'Nothing was changed for this item.', again, !isOfDay && sendFewer]
				.filter(Boolean)
				.join(' '),
		},
	};
	return (
		texts[status] ?? {
			message: `${name} did not accept the request (status ${status})`,
			whatToDo: said ? WHAT_TO_CORRECT : `It gives no reason. Check the fields, and ${urlField}.`,
		}
	);
}

/** Words by which servers say that they know no such address. */
const NO_ADDRESS =
	/^cannot (get|post|put|patch|delete) |\b(route|endpoint)\b.*\b(not found|not exist|not supported)|\bno (such )?(route|endpoint)\b/i;

/** Words of gateways that ended a request which may have been carried out, with any status. */
export const TIMED_OUT = /\btimed? ?out\b|deadline exceeded/i;

/** True for a status or words of a server or gateway that gave a request up, which may have been carried out. */
export const gaveUp = (status: number, said: string) =>
	status >= 500 || [408, 499].includes(status) || TIMED_OUT.test(said);

/** Words of firewalls and proxies, such as Cloudflare's "error code: 1010". */
const OF_PROXY =
	/^error code|page not found|upstream|proxy|firewall|gateway|blocked|denied|forbidden/i;

/** A failed request, with the status and the words of its response. `instead`: what came from a server that is not the API. */
export type Failure = ReturnType<typeof readFailure>;

export function readFailure(failed: FailedRequest) {
	const { error, api, isTypedPath } = failed;
	const status = httpStatusOf(error);
	const said = responseTextOf(error, api.secrets);
	let instead: string | undefined;
	// 407, 413 and 429 are proxies' own, and say enough.
	if (status !== undefined && status >= 400 && ![407, 413, 429].includes(status)) {
		instead = textKindOf(responseBodyOf(error), status);
		const mayBeAddress = !isTypedPath && [401, 403, 404, 405].includes(status);
		if (mayBeAddress && NO_ADDRESS.test(said)) instead ??= '"no such address"';
	}
	return { ...failed, status, said, instead };
}

/** What a body is that no API has sent: those respond in JSON. Where its status blames nobody, a text may be an API's own. */
export function textKindOf(body: unknown, status: number): string | undefined {
	if (typeof body !== 'string' || body.trim() === '') return undefined;
	if (/^\s*</.test(body)) return 'a web page';
	return [401, 403].includes(status) || status >= 500 || OF_PROXY.test(body.trim())
		? 'plain text'
		: undefined;
}

/** Explains a failed request whose outcome is known. */
function explain(failed: Failure): Explanation {
	const {
		error,
		isTypedPath,
		status,
		said,
		instead,
		api: { name, url, urlField },
		statuses,
	} = failed;
	if (error instanceof UnclearResponse) {
		return forPerson({
			message: `${name} did not respond with what was asked for`,
			whatToDo: `Check ${urlField}. It may lead to another service, or to a sign-in page.`,
		});
	}
	if (status === undefined) return forPerson(withoutResponse(failed));
	const isUnknownPath = isTypedPath && status !== 405 && NO_ADDRESS.test(said);
	const usual = statuses[isUnknownPath ? 404 : status] ?? ofStatus(status, failed);
	if (instead === undefined) return usual;
	// Only the API's own words blame a token or a scope.
	const whatIfRight = [401, 403].includes(status)
		? ''
		: status >= 500
			? usual.whatToDo
			: `If the address is right: ${usual.message}. ${usual.whatToDo}`;
	return forPerson({
		message: `${name} at ${new URL(url).host} responded with ${instead} (status ${status})`,
		whatToDo:
			`Check ${urlField}. A proxy or firewall may also have responded. ${whatIfRight}`.trim(),
	});
}

/** n8n's error, with the API's own words in its description. @param context for code that handles it */
export function explainedError(
	node: INode,
	{ message, whatToDo, forModel }: Explanation,
	{ name, said, httpCode }: { name: string; said: string; httpCode?: string },
	context: IDataObject = {},
): NodeApiError {
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description: withSaid(whatToDo, name, said), httpCode },
	);
	// n8n replaces a message that names a socket code, unless it is assigned afterwards (n8n-workflow 2.41.0, node.error.js).
	error.message = message;
	Object.assign(
		error.context,
		context,
		{ said },
		forModel && { forModel: withSaid(forModel, name, said) },
	);
	return error;
}

/** True for an explained failure after which the same may work in a few minutes, without anything being set right. */
export const mayWorkLater = (error: unknown) =>
	error instanceof NodeApiError &&
	(!/^4(?!29)/.test(error.httpCode ?? '') ||
		gaveUp(Number(error.httpCode), String(error.context.said)));

/** Keys and tokens are longer than words. */
const MIN_SECRET = 8;

/** n8n's error for a failed call, without the HTTP client's, which holds the request's secrets. @param own the caller's explanation */
export function failureOf(
	node: INode,
	failed: Failure,
	own = explain(failed),
	context?: IDataObject,
): NodeApiError {
	const { api, error, said, status } = failed;
	// A short one, such as a word that somebody tries, would be found in our own words.
	const secrets = api.secrets.filter(({ length }) => length >= MIN_SECRET);
	const hidden = (text: string) => withoutSecrets(text, secrets);
	const explanation = {
		message: hidden(own.message),
		whatToDo: hidden(own.whatToDo),
		forModel: hidden(own.forModel ?? ''),
	};
	const httpCode = error instanceof UnclearResponse ? '200' : status?.toString();
	return explainedError(node, explanation, { name: api.name, said, httpCode }, context);
}
