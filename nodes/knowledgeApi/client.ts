import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
} from 'n8n-workflow';

import { readAddress } from '../http/address';
import { withRetry } from '../http/retry';
import type { LookUpTarget } from './errors';
import { notJson, toKnowledgeError } from './errors';

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
		const data = await (this.data ??= this.context.getCredentials(TYPE));
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
		const body: unknown = await withRetry(
			request,
			async (options) =>
				await httpRequestWithAuthentication.call(this.context, TYPE, options, { credentialsDecrypted }),
		).catch((error: unknown) => {
			const secret = String(data.headerValue ?? '').trim();
			throw toKnowledgeError(this.node, error, { baseUrl, path, target, secret });
		});
		// What is sent when nothing is found is not shown.
		if (body === '' || body === null || body === undefined) return {};
		if (typeof body !== 'object') throw notJson(this.node, baseUrl);
		return body;
	}
}
