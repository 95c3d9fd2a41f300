import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import { readAddress } from '../http/address';
import { isRefusal } from '../http/body';
import { failureOf, UnclearResponse, type Explanation } from '../http/explain';
import { type Pace, withRetry } from '../http/retry';
import type { RequestContext } from '../n8n/refreshStoredToken';

/** A search takes a second or two; half a minute covers a cold server and still ends. */
const TIMEOUT_MS = 30_000;

export const CREDENTIAL = { type: 'knowledgeApi', label: 'Knowledge API' } as const;

const { type: TYPE, label } = CREDENTIAL;

export interface LookUp {
	/** Below the base URL, its segments encoded. */
	path: string;
	query?: IDataObject;
	/** What a 404 means, where one thing is asked for by its name. */
	notFound?: Explanation;
}

export const API = {
	name: 'The knowledge API',
	urlField: "'Base URL' of the credential, the part of the address before /v1",
	sendFewer: "Or lower 'Concurrent Requests' under 'Options'.",
};

const REFUSED: Explanation = {
	message: 'The knowledge API refused the credential',
	whatToDo: "Check 'Header Name' and 'Header Value' of the credential.",
};

/** Calls the knowledge API for one run of the node, or one list of the editor. */
export class KnowledgeClient {
	private data?: Promise<ICredentialDataDecryptedObject>;

	private readonly pace: Pace = {};

	constructor(private readonly context: RequestContext) {}

	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * @returns the parsed JSON: an object or an array
	 * @throws NodeApiError, with what to check; NodeOperationError when the base URL is no address
	 */
	async get({ path, query = {}, notFound }: LookUp): Promise<object> {
		// n8n's request helper would read and decrypt it again for each lookup, with the same result.
		this.data ??= this.context.getCredentials(TYPE);
		// A temporary database fault must not fail all further items.
		this.data.catch(() => (this.data = undefined));
		const data = await this.data;
		const baseUrl = readAddress(this.node, data.baseUrl, 'Base URL', label);
		const { id, name } = this.node.credentials?.[TYPE] ?? {};
		const credentialsDecrypted = { id: id ?? '', name: name ?? '', type: TYPE, data };
		const request: IHttpRequestOptions = {
			method: 'GET',
			url: `${baseUrl}${path}`,
			qs: query,
			json: true,
			timeout: TIMEOUT_MS,
			// A header of one's own would follow a redirect to another host.
			disableFollowRedirect: true,
		};
		const { httpRequestWithAuthentication } = this.context.helpers;
		const secret = String(data.headerValue ?? '').trim();
		// An API may repeat a key that it rejects, with or without the scheme before it.
		const api = { ...API, url: baseUrl, secrets: [secret, secret.split(/\s/).at(-1) ?? ''] };
		const nothing: Explanation = {
			message: `There is nothing at ${request.url}`,
			whatToDo: `Check ${API.urlField}. If it is right, there may be no match.`,
		};
		const statuses = { 401: REFUSED, 403: REFUSED, 404: notFound ?? nothing };
		const explained = (error: unknown) => failureOf(this.node, { error, api, isWrite: false, path, statuses });
		const send = async (options: IHttpRequestOptions): Promise<unknown> =>
			await httpRequestWithAuthentication.call(this.context, TYPE, options, { credentialsDecrypted });
		const body = await withRetry(request, send, { isRead: true, pace: this.pace }).catch((error: unknown) => {
			throw explained(error);
		});
		// What is sent when nothing is found is not shown.
		if (body === '' || body === null || body === undefined) return {};
		if (typeof body !== 'object' || isRefusal(body)) throw explained(new UnclearResponse({ data: body }));
		return body;
	}
}
