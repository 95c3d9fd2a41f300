import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { apiError } from '../n8n/apiError';
import { tried } from '../utils/attempt';
import { isPage } from './body';
import { causesOf, headersOf, httpStatusOf, rateLimitOf, responseBodyOf, retryAfterMsOf } from './failure';
import { noResponseOf } from './noResponse';
import { responseTextOf, withoutSecrets } from './responseText';

/** What happened, and what to do about it. */
export interface Explanation {
	message: string;
	whatToDo: string;
	/** The same for a language model, which can change neither the credential nor the node. */
	forModel?: string;
}

/** What statuses mean; may depend on the API's own words. */
export type StatusTexts = Partial<Record<number, Explanation | ((said: string) => Explanation)>>;

/** How messages speak of an API, and what they never show. */
export interface Api {
	/** As a sentence begins with it: "The platform". */
	name: string;
	/** Holds no user name, password or query. */
	url: string;
	/** Where the address is entered: "'Platform URL' of the credential". */
	urlField: string;
	/** How to send fewer requests, as a sentence. */
	sendFewer: string;
	secrets: readonly string[];
}

/** A failed request. */
export interface Failed {
	error: unknown;
	api: Api;
	/** Whether it was sent to change something. */
	isWrite: boolean;
	/** Below the API's address. */
	path?: string;
	/** Whether a person or a model has typed the path. */
	isTypedPath?: boolean;
	statuses?: StatusTexts;
}

/** A response of status 200 that is not what was asked for, or does not say what became of a write. */
export class UnclearResponse {
	constructor(readonly response: { data: unknown }) {}
}

/** The API's own words, without secrets; empty where it has said none. Never hides the failure itself by another. */
export function saidIn({ error, api }: Failed): string {
	return tried(() => responseTextOf(error, api.secrets), '');
}

/** A text, followed by the API's own words where there are any. */
export function withSaid(text: string, { name }: Pick<Api, 'name'>, said: string): string {
	return said === '' ? text : `${text} ${name} says: "${said}"`;
}

function withoutResponse({ error, api, isWrite }: Failed): Explanation {
	const found = noResponseOf(error);
	const reason = found ? [found.reason, found.code].filter(Boolean).join(', ') : error instanceof Error ? error.message : 'no response';
	// n8n's own, such as for an address that its administrator has blocked.
	const advice = found ? undefined : causesOf(error).find(({ description }) => typeof description === 'string' && description)?.description;
	const what = found?.isGarbled ? 'sent a response that cannot be read' : 'could not be reached';
	return {
		message: `${api.name} at ${new URL(api.url).host} ${what} (${reason})`,
		whatToDo: [
			isWrite && 'Nothing was changed.',
			advice ?? `Check ${api.urlField}, and that n8n can connect to it.`,
			found?.whatToDo,
		].filter(Boolean).join(' '),
	};
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

/** A redirect is not followed: a write could arrive twice, and a token must not reach another host. */
function redirected(status: number, { error, api, path = '', isTypedPath }: Failed): Explanation {
	const { name, url, urlField } = api;
	const { location } = headersOf(error);
	const wanted = new URL(`${url}${path}`);
	const target = tried(() => (typeof location === 'string' ? new URL(location, wanted) : undefined), undefined);
	if (!target) return { message: `${name} responded with a redirect (status ${status}) to nowhere`, whatToDo: `Check ${urlField}.` };
	// What follows, such as a session, is nobody's business.
	const address = `${target.origin}${target.pathname}`;
	const [from, to] = [wanted.origin + wanted.pathname, address].map(withoutSlash);
	const below = withoutSlash(path);
	const slash = address.endsWith('/') ? 'with a slash at its end' : 'without a slash at its end';
	const whatToDo =
		from === to
			? `It expects the path ${slash}. ${isTypedPath ? "Change 'Path'." : 'A proxy between n8n and the API may ask for it: let it pass paths on as they are.'}`
			: below !== '' && to.endsWith(below)
				? `Enter ${withoutSlash(to.slice(0, -below.length))} as ${urlField}.`
				: `It may be a sign-in page. Check ${urlField}${isTypedPath ? " and 'Path'" : ''}.`;
	return { message: `${name} responded with a redirect (status ${status}) to ${address}`, whatToDo };
}

/** The latest moment that a message names, in years; what a server asks for may lie beyond all calendars. */
const MAX_WAIT_MS = 10 * 365 * 86_400_000;

/** Epoch milliseconds in words. */
const utc = (instant: number) => `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What statuses mean for any API. */
function withStatus(status: number, failed: Failed): Explanation {
	const { error, isWrite, api: { name, urlField, sendFewer } } = failed;
	if (status < 400) return redirected(status, failed);
	const { waitMs = retryAfterMsOf(error), isOfDay = false } = rateLimitOf(error) ?? {};
	const again = `Try again ${waitMs === undefined ? 'later' : `after ${utc(Date.now() + Math.min(waitMs, MAX_WAIT_MS))}`}.`;
	if (status >= 500) return { message: `${name} could not respond (status ${status}), even after retries`, whatToDo: again };
	const whatToCorrect = saidIn(failed) === '' ? `It gives no reason. Check the fields, and ${urlField}.` : 'See its message below, then correct the fields.';
	const known: Partial<Record<number, Explanation>> = {
		405: {
			message: `${name} does not accept this method at this path (status 405)`,
			whatToDo: `Check ${failed.isTypedPath ? "'Method' and 'Path'" : urlField}.`,
		},
		407: {
			message: 'A proxy asks n8n for a user name and password (status 407)',
			whatToDo: 'Enter them in the proxy settings of n8n, such as HTTPS_PROXY.',
		},
		413: { message: 'The request is too large for the API or a proxy (status 413)', whatToDo: 'Send less at once.' },
		429: {
			message: isOfDay ? `${name} accepts no more requests today` : `${name} received too many requests`,
			whatToDo: `${isWrite ? 'Nothing was changed for this item. ' : ''}${again} ${isOfDay ? '' : sendFewer}`.trim(),
		},
	};
	return known[status] ?? { message: `${name} did not accept the request (status ${status})`, whatToDo: whatToCorrect };
}

/** How servers say that they know no such address. */
const NO_ADDRESS = /^cannot (get|post|put|patch|delete) |\b(route|endpoint)\b.*\b(not found|not exist)|\bno (such )?(route|endpoint)\b/i;

/** What came from a server that is not the API, or does not know the address; undefined where the API itself refused. */
export function insteadOfApi(failed: Failed): string | undefined {
	const status = httpStatusOf(failed.error) ?? 0;
	// These are proxies' own, and say enough.
	const isOfProxy = [407, 413, 429].includes(status);
	if (status >= 400 && status < 500 && !isOfProxy && isPage(responseBodyOf(failed.error))) return 'a web page';
	return !failed.isTypedPath && [401, 403, 404, 405].includes(status) && NO_ADDRESS.test(saidIn(failed)) ? '"no such address"' : undefined;
}

/** What happened to a request of which nothing is in doubt, and what to do about it. */
function explain(failed: Failed): Explanation {
	const { error, api, statuses } = failed;
	const check = `Check ${api.urlField}.`;
	if (error instanceof UnclearResponse) {
		const message = `${api.name} did not respond with what was asked for`;
		return { message, whatToDo: `${check} It may lead to another service, or to a sign-in page.` };
	}
	const status = httpStatusOf(error);
	if (status === undefined) return withoutResponse(failed);
	const said = saidIn(failed);
	const own = statuses?.[status];
	const known = (typeof own === 'function' ? own(said) : own) ?? withStatus(status, failed);
	const what = insteadOfApi(failed);
	if (what === undefined) return known;
	return {
		message: `${api.name} at ${new URL(api.url).host} responded with ${what} (status ${status})`,
		whatToDo: `${check} A proxy may also have responded. If the address is right: ${known.message}. ${known.whatToDo}`,
		forModel: known.forModel,
	};
}

/**
 * The one place where a failed call becomes n8n's error: what happened, what to do, and the API's own text in the
 * description. The original is not attached, because the HTTP client's error carries the request with its secrets.
 *
 * @param own what the caller knows better
 * @param context what code decides by
 */
export function failureOf(node: INode, failed: Failed, own?: Explanation, context: IDataObject = {}): NodeApiError {
	const { api, error } = failed;
	const { message, whatToDo, forModel } = own ?? explain(failed);
	const said = saidIn(failed);
	const status = error instanceof UnclearResponse ? 200 : httpStatusOf(error);
	return apiError(node, withoutSecrets(message, api.secrets), {
		description: withSaid(withoutSecrets(whatToDo, api.secrets), api, said),
		httpCode: status?.toString(),
		context: { ...context, ...(forModel && { forModel: withSaid(forModel, api, said) }) },
	});
}
