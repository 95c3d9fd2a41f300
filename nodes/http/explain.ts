import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { tried } from '../utils/attempt';
import { headersOf, httpStatusOf, noResponseOf, responseBodyOf, waitAskedBy } from './failure';
import { responseTextOf, withoutSecrets } from './responseText';

/** What happened, and what to do about it. */
export interface Explanation {
	message: string;
	whatToDo: string;
	/** In its place for a language model, which can change neither the credential nor the node. */
	forModel?: string;
}

/** What statuses mean; may depend on the API's own words. */
export type StatusTexts = Partial<Record<number, Explanation>>;

/** How messages speak of an API, such as "The platform" and "'Platform URL' of the credential", and what they never show. */
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
	/** Whether it was sent to change something. */
	isWrite: boolean;
	/** Below the API's address, and whether a person or a model has typed it. */
	path?: string;
	isTypedPath?: boolean;
	statuses: StatusTexts;
}

/** A response of status 200 that is not what was asked for, or does not say what became of a write. */
export class UnclearResponse {
	constructor(readonly response: { data: unknown }) {}
}

/** The API's own words, without secrets; empty where it has said none. Never hides the failure itself by another. */
export function saidIn({ error, api }: FailedRequest): string {
	return tried(() => responseTextOf(error, api.secrets), '');
}

/** A text, followed by the API's own words where there are any. */
export function withSaid(text: string, { name }: Pick<Api, 'name'>, said: string): string {
	return said === '' ? text : `${text} ${name} says: "${said}"`;
}

function withoutResponse({ error, api, isWrite }: FailedRequest): Explanation {
	const { kind, reason, code, advice, whatToDo } = noResponseOf(error);
	const what = kind === 'garbled' ? 'sent a response that cannot be read' : 'could not be reached';
	const check = advice ?? `Check ${api.urlField}, and that n8n can connect to it.`;
	return {
		message: `${api.name} at ${new URL(api.url).host} ${what} (${[reason, code].filter(Boolean).join(', ')})`,
		whatToDo: [isWrite && 'Nothing was changed.', check, whatToDo].filter(Boolean).join(' '),
	};
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

/** A redirect is not followed: a write could arrive twice, and a token must not reach another host. */
function redirected(status: number, { error, api: { name, url, urlField }, path = '', isTypedPath }: FailedRequest): Explanation {
	const asked = new URL(`${url}${path}`);
	const target = tried(() => new URL(String(headersOf(error).location ?? 'http://'), asked), undefined);
	// Its query, such as a session, is nobody's business.
	const address = target ? `${target.origin}${target.pathname}` : 'nowhere';
	const [from, to, below] = [`${asked.origin}${asked.pathname}`, address, path].map(withoutSlash);
	const message = `${name} responded with a redirect (status ${status}) to ${address}`;
	if (from === to) {
		const whatToChange = isTypedPath ? "Change 'Path'." : 'A proxy between n8n and the API may ask for it: let it pass paths on as they are.';
		return { message, whatToDo: `It expects the path ${address.endsWith('/') ? 'with' : 'without'} a slash at its end. ${whatToChange}` };
	}
	if (below !== '' && to.endsWith(below)) return { message, whatToDo: `Enter ${withoutSlash(to.slice(0, -below.length))} as ${urlField}.` };
	return { message, whatToDo: `It may be a sign-in page. Check ${urlField}${isTypedPath ? " and 'Path'" : ''}.` };
}

/** The latest moment that a message names, in years; what a server asks for may lie beyond all calendars. */
const MAX_WAIT_MS = 10 * 365 * 86_400_000;

/** Epoch milliseconds in words. */
const utc = (instant: number) => `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const WHAT_TO_CORRECT = 'See its message below, then correct the fields.';

/** What statuses mean for any API. */
function withStatus(status: number, failed: FailedRequest): Explanation {
	const { error, isWrite, isTypedPath, api: { name, urlField, sendFewer } } = failed;
	if (status < 400) return redirected(status, failed);
	const { waitMs, isOfDay } = waitAskedBy(error);
	const again = `Try again ${waitMs === undefined ? 'later' : `after ${utc(Date.now() + Math.min(waitMs, MAX_WAIT_MS))}`}.`;
	if (status >= 500) return { message: `${name} could not respond (status ${status}), even after retries`, whatToDo: again };
	const whereTyped = isTypedPath ? "'Method' and 'Path'" : urlField;
	const known: StatusTexts = {
		405: { message: `${name} does not accept this method at this path (status 405)`, whatToDo: `Check ${whereTyped}.` },
		407: { message: 'A proxy asks n8n for a user name and password (status 407)', whatToDo: 'Set them where n8n runs, in HTTPS_PROXY.' },
		413: { message: 'The request is too large for the API or a proxy (status 413)', whatToDo: 'Send less at once.' },
		429: {
			message: isOfDay ? `${name} accepts no more requests today` : `${name} received too many requests`,
			whatToDo: [isWrite && 'Nothing was changed for this item.', again, !isOfDay && sendFewer].filter(Boolean).join(' '),
		},
	};
	const whatToCorrect = saidIn(failed) === '' ? `It gives no reason. Check the fields, and ${urlField}.` : WHAT_TO_CORRECT;
	return known[status] ?? { message: `${name} did not accept the request (status ${status})`, whatToDo: whatToCorrect };
}

/** How servers say that they know no such address. */
const NO_ADDRESS = /^cannot (get|post|put|patch|delete) |\b(route|endpoint)\b.*\b(not found|not exist)|\bno (such )?(route|endpoint)\b/i;

/** What came from a server that is not the API, or does not know the address; undefined where the API itself refused. */
export function insteadOfApi(failed: FailedRequest): string | undefined {
	const status = httpStatusOf(failed.error) ?? 0;
	// Those left out are proxies' own, and say enough.
	const isOfApi = status >= 400 && status < 500 && ![407, 413, 429].includes(status);
	if (isOfApi && /^\s*</.test(String(responseBodyOf(failed.error)))) return 'a web page';
	return !failed.isTypedPath && [401, 403, 404, 405].includes(status) && NO_ADDRESS.test(saidIn(failed)) ? '"no such address"' : undefined;
}

/** What happened to a request of which nothing is in doubt, and what to do about it. */
function explain(failed: FailedRequest): Explanation {
	const { error, api: { name, url, urlField }, statuses } = failed;
	if (error instanceof UnclearResponse) {
		const whatToDo = `Check ${urlField}. It may lead to another service, or to a sign-in page.`;
		return { message: `${name} did not respond with what was asked for`, whatToDo };
	}
	const status = httpStatusOf(error);
	if (status === undefined) return withoutResponse(failed);
	const known = statuses[status] ?? withStatus(status, failed);
	const what = insteadOfApi(failed);
	if (what === undefined) return known;
	return {
		...known,
		message: `${name} at ${new URL(url).host} responded with ${what} (status ${status})`,
		whatToDo: `Check ${urlField}. A proxy may also have responded. If the address is right: ${known.message}. ${known.whatToDo}`,
	};
}

/** n8n's error, with the API's own words in its description. @param context what code decides by */
export function explainedError(
	node: INode,
	{ message, whatToDo, forModel }: Explanation,
	{ name, said, httpCode }: { name: string; said: string; httpCode?: string },
	context: IDataObject = {},
): NodeApiError {
	const error = new NodeApiError(node, { message }, { message, description: withSaid(whatToDo, { name }, said), httpCode });
	// n8n replaces a message that names a socket code, unless it is assigned afterwards (n8n-workflow 2.41.0, node.error.js).
	error.message = message;
	Object.assign(error.context, context, { said }, forModel && { forModel: withSaid(forModel, { name }, said) });
	return error;
}

/** n8n's error for a failed call, without the HTTP client's, which carries the request's secrets. @param own what the caller knows better */
export function failureOf(node: INode, failed: FailedRequest, own?: Explanation, context?: IDataObject): NodeApiError {
	const { api, error } = failed;
	const { message, whatToDo, forModel } = own ?? explain(failed);
	const hidden = (text: string) => withoutSecrets(text, api.secrets);
	const status = error instanceof UnclearResponse ? 200 : httpStatusOf(error);
	const response = { name: api.name, said: saidIn(failed), httpCode: status?.toString() };
	return explainedError(node, { message: hidden(message), whatToDo: hidden(whatToDo), forModel }, response, context);
}
