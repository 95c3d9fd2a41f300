import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { apiError } from '../n8n/apiError';
import { isPage } from './body';
import { tried } from '../utils/attempt';
import { causesOf, httpStatusOf, networkCodeOf, rateLimitOf, responseBodyOf, retryAfterMsOf } from './failure';
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
	const code = networkCodeOf(error);
	const isLate = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const reason = isLate ? 'no response in time' : (code ?? (error instanceof Error ? error.message : 'no response'));
	// n8n's own, such as for an address that its administrator has blocked.
	const advice = code ? undefined : causesOf(error).find(({ description }) => typeof description === 'string' && description);
	const advised = advice && withoutSecrets(String(advice.description), api.secrets);
	const check = advised ?? `Check ${api.urlField}, and that n8n can connect to it.`;
	return {
		message: `${api.name} at ${new URL(api.url).host} could not be reached (${reason})`,
		whatToDo: `${isWrite ? 'Nothing was changed. ' : ''}${check}`,
	};
}

/** What statuses mean for any API. */
function withStatus(status: number, { error, api, isWrite }: Failed): Explanation {
	const { name, urlField, sendFewer } = api;
	if (status === 429) {
		const limit = rateLimitOf(error);
		const waitMs = limit?.waitMs ?? retryAfterMsOf(error);
		const again = waitMs === undefined ? 'later' : `after ${new Date(Date.now() + waitMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
		return {
			message: limit?.isOfDay ? `${name} accepts no more requests today` : `${name} received too many requests`,
			whatToDo: `${isWrite ? 'Nothing was changed for this item. ' : ''}Try again ${again}. ${limit?.isOfDay ? '' : sendFewer}`.trim(),
		};
	}
	if (status < 400) {
		return {
			message: `${name} responded with a redirect (status ${status})`,
			whatToDo: `Enter the address that it redirects to as ${urlField}.`,
		};
	}
	return status < 500
		? { message: `${name} did not accept the request (status ${status})`, whatToDo: 'See its message below, then correct the fields.' }
		: { message: `${name} could not respond (status ${status}), even after retries`, whatToDo: 'Try again later.' };
}

/** How servers say that they know no such address. */
const NO_ADDRESS = /^cannot (get|post|put|patch|delete) |\b(route|endpoint)\b.*\b(not found|not exist)|\bno (such )?(route|endpoint)\b/i;

/** What came from a server that is not the API, or does not know the address; undefined where the API itself refused. */
export function insteadOfApi(failed: Failed): string | undefined {
	const status = httpStatusOf(failed.error) ?? 0;
	if (status >= 400 && status < 500 && status !== 429 && isPage(responseBodyOf(failed.error))) return 'a web page';
	return [401, 403, 404, 405].includes(status) && NO_ADDRESS.test(saidIn(failed)) ? 'that it has no such address' : undefined;
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
		description: withSaid(whatToDo, api, said),
		httpCode: status?.toString(),
		context: { ...context, ...(forModel && { forModel: withSaid(forModel, api, said) }) },
	});
}
