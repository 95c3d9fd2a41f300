import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
} from 'n8n-workflow';

import { readAddress } from '../http/address';
import { isOnlyMessage } from '../http/body';
import { UnclearResponse } from '../http/explain';
import { withRetry } from '../http/retry';
import { toKnowledgeError, type LookUpTarget } from './errors';

/** A search takes a second or two; half a minute covers a cold server and still ends. */
const TIMEOUT_MS = 30_000;

const TYPE = 'knowledgeApi';

export interface LookUp {
	/** Path below the base URL, its segments already encoded. */
	path: string;
	query?: IDataObject;
	/** What is asked for by name, for the message of a 404. */
	target?: LookUpTarget;
}

/** Calls the knowledge API for one run of the node, or one list of the editor. */
export class KnowledgeClient {
	private data?: Promise<ICredentialDataDecryptedObject>;

	constructor(private readonly context: IExecuteFunctions | ILoadOptionsFunctions) {}

	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * @returns the parsed JSON: an object or an array
	 * @throws NodeApiError, with what to check; NodeOperationError when the base URL is no address
	 */
	async get({ path, query = {}, target }: LookUp): Promise<object> {
		// Otherwise n8n's request helper reads, decrypts and evaluates it again for each lookup,
		// always with the first item's values, so the result is the same.
		this.data ??= this.context.getCredentials(TYPE).catch(async (error: unknown) => {
			// A temporary database fault must not fail all further items.
			this.data = undefined;
			return await Promise.reject(error);
		});
		const data = await this.data;
		const baseUrl = readAddress(this.node, data.baseUrl, 'Base URL', 'Knowledge API');
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
		const explained = (error: unknown) => toKnowledgeError(this.node, error, { baseUrl, target, secret });
		const send = async (options: IHttpRequestOptions): Promise<unknown> =>
			await httpRequestWithAuthentication.call(this.context, TYPE, options, { credentialsDecrypted });
		const body = await withRetry(request, send).catch((error: unknown) => {
			throw explained(error);
		});
		// What is sent when nothing is found is not shown.
		if (body === '' || body === null || body === undefined) return {};
		if (typeof body !== 'object' || isOnlyMessage(body)) throw explained(new UnclearResponse({ data: body }));
		return body;
	}
}
