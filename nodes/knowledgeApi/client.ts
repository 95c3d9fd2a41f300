import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialTestResult,
	type NodeApiError,
	UserError,
} from 'n8n-workflow';

import { pathSegment, readAddress } from '../http/address';
import { isRefusal, readList, readObject } from '../http/body';
import { nextPageOf } from '../http/nextPage';
import {
	errorOf,
	explain,
	explainedError,
	type Explanation,
	type FailureTable,
	forPerson,
	howToSeeRest,
	moreText,
} from '../http/explain';
import { headerFault } from '../http/header';
import { type Api, type Failure, readFailure, UnclearResponse } from '../http/readFailure';
import { createReadOnce, type ReadOnce } from '../http/readOnce';
import { type Pace, type SendOnce, withRetry } from '../http/retry';
import { type HttpResponse, sendRequest } from '../http/sendRequest';
import { type Headers, resultOfTest } from '../n8n/dialogTest';
import { hint } from '../n8n/execution';
import type { RequestContext } from '../n8n/requestContext';

/** A search takes a second or two; half a minute covers a cold server and still ends. */
const TIMEOUT_MS = 30_000;

/** The credential's type, and its display name. */
export const CREDENTIAL = { type: 'knowledgeApi', label: 'CRM Platform Knowledge API' } as const;

const API = {
	name: 'The knowledge API',
	urlField: "'Base URL' of the credential, the part of the address before /v1",
	sendFewer: "Or lower 'Concurrent Requests' under 'Options'.",
};

const REFUSED = forPerson({
	message: 'The knowledge API refused the credential',
	whatToDo: "Check 'Header Name' and 'Header Value' of the credential.",
});

/** No sentences of its own: those for any API are enough. */
const KNOWLEDGE_FAILURES: FailureTable<Failure> = {
	beforeSending: [],
	unknownOutcome: [],
	byWords: [],
	byStatus: [],
};

/** Calls the knowledge API for one run of the node, or one list of the editor. */
export class KnowledgeClient {
	private data?: Promise<ICredentialDataDecryptedObject>;

	private readonly pace: Pace = {};

	private readonly readOnce: ReadOnce = createReadOnce();

	constructor(private readonly context: RequestContext) {}

	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * Asks the API. Items that ask for the same thing cause one request.
	 *
	 * @param path below the base URL, its segments encoded
	 * @param notFound the meaning of a 404, where one thing is asked for by its name
	 * @returns the parsed JSON: an object or an array
	 * @throws NodeApiError, with what to check; NodeOperationError when the base URL is no address
	 */
	async get(path: string, query: IDataObject = {}, notFound?: Explanation): Promise<object> {
		return await this.readOnce(
			JSON.stringify([path, query]),
			async () => await this.send(path, query, notFound),
		);
	}

	/** The records of a list. Where there are more, which no limit left out, the run gets a hint. */
	async list(path: string, query: IDataObject): Promise<IDataObject[]> {
		const body = await this.get(path, query);
		const list = readList(body, 'results');
		const { length } = list;
		if (nextPageOf(body, '', length) !== undefined && length !== query.limit)
			hint(this.context, moreText(API.name, length), howToSeeRest());
		return list;
	}

	/**
	 * Gets a record by its slug.
	 *
	 * @param folder the path of such records
	 * @param slug the record's name in URLs
	 * @param kind what the record is, for messages
	 * @param otherKind what else a language model could look for under this name
	 * @throws {PathSegmentError} for what is no such name
	 */
	async record(
		folder: string,
		slug: string,
		kind: string,
		otherKind: string,
	): Promise<IDataObject> {
		const notFound: Explanation = {
			message: `No ${kind} found under the name '${slug}'`,
			whatToDo: `Check the spelling of 'Name in URL'. It is often the last part of the URL of the ${kind}'s page.`,
			forModel: `Names are as in the address of the ${kind}'s page. It may be a ${otherKind}: where there is a tool for these, look for it there, once. Else say that nothing was found.`,
		};
		const record = readObject(
			await this.get(`${folder}/${pathSegment(slug)}`, {}, notFound),
			'term',
			'feature',
		);
		if (Object.keys(record).length > 0) return record;
		throw explainedError(this.node, notFound, { name: API.name, words: '', httpCode: '404' });
	}

	/** The credential, read once: n8n's request helper would read and decrypt it again for each lookup, with the same result. */
	private async credential(): Promise<ICredentialDataDecryptedObject> {
		this.data ??= this.context.getCredentials(CREDENTIAL.type);
		// A temporary database fault must not fail all further items.
		this.data.catch(() => (this.data = undefined));
		return await this.data;
	}

	private async send(path: string, query: IDataObject, notFound?: Explanation): Promise<object> {
		const data = await this.credential();
		const baseUrl = readAddress(this.node, data.baseUrl, 'Base URL', CREDENTIAL.label);
		refuseUnusableKey(data);
		const url = `${baseUrl}${path}`;
		const explainError = (error: unknown): NodeApiError => {
			const failure = readFailure({ error, api: apiOf(baseUrl, data), isWrite: false, path });
			const ofOperation = explanationOf(failure, notFound ?? nothingAt(url));
			return errorOf(this.node, failure, explain(failure, KNOWLEDGE_FAILURES, ofOperation));
		};
		let body: unknown;
		try {
			({ body } = await this.sendWithRetry({ url, query }, data));
		} catch (error) {
			throw explainError(error);
		}
		// The contract does not show what is sent when nothing is found.
		if (body === '' || body === null || body === undefined) return {};
		if (typeof body !== 'object' || isRefusal(body)) throw explainError(new UnclearResponse(body));
		return body;
	}

	private async sendWithRetry(
		{ url, query }: { url: string; query: IDataObject },
		data: ICredentialDataDecryptedObject,
	): Promise<HttpResponse> {
		const options: IHttpRequestOptions = {
			method: 'GET',
			url,
			qs: query,
			json: true,
			timeout: TIMEOUT_MS,
			// After a redirect, another host would get the credential's header.
			disableFollowRedirect: true,
		};
		const how = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL.type, data } };
		const send: SendOnce<HttpResponse> = async (request, signal) =>
			await sendRequest(this.context, { credentialType: CREDENTIAL.type, request, how }, signal);
		return await withRetry(options, send, { isRead: true, pace: this.pace });
	}
}

/** The API as messages name it, with the secrets that no message may quote. */
function apiOf(baseUrl: string, { headerValue }: ICredentialDataDecryptedObject): Api {
	const secret = String(headerValue ?? '').trim();
	// An API may repeat a key that it rejects, with or without the scheme before it.
	const withoutScheme = secret.split(/\s/).at(-1) ?? '';
	return { ...API, url: baseUrl, secrets: [secret, withoutScheme] };
}

const nothingAt = (url: string): Explanation => ({
	message: `There is nothing at ${url}`,
	whatToDo: `Check ${API.urlField}. If it is right, there may be no match.`,
});

/** What a lookup says of a status; undefined where it says nothing of its own. */
function explanationOf({ status }: Failure, notFound: Explanation): Explanation | undefined {
	if (status === 401 || status === 403) return REFUSED;
	return status === 404 ? notFound : undefined;
}

/** The trimmed name and value of the credential's header. */
function headerOf(data: ICredentialDataDecryptedObject): { name: string; value: string } {
	return {
		name: String(data.headerName ?? '').trim(),
		value: String(data.headerValue ?? '').trim(),
	};
}

/** @throws UserError for a name without a value or a value without a name, and for what is no valid header */
function refuseUnusableKey(data: ICredentialDataDecryptedObject): void {
	const { name, value } = headerOf(data);
	if (name === '' && value === '') return;
	if (value === '')
		throw new UserError(
			"'Header Name' is filled in, but 'Header Value' is empty. Fill in both or neither.",
		);
	if (name === '')
		throw new UserError(
			"'Header Value' is filled in, but 'Header Name' is empty. Fill in both or neither.",
		);
	const fault = headerFault(name, value, 'Header Name', 'Header Value');
	if (fault) throw new UserError(fault);
}

/** Adds the credential's header, if it has one. @throws UserError for one that cannot be sent */
export function withKey(data: ICredentialDataDecryptedObject, headers: Headers): Headers {
	refuseUnusableKey(data);
	const { name, value } = headerOf(data);
	return name === '' ? headers : { ...headers, [name]: value };
}

/** The test of the CRM Platform Knowledge API credential: a search, as the node sends and reads it. */
export async function testKnowledge(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const query = { q: 'appointment', limit: 1 };
	const sign = (headers: Headers) => withKey(data, headers);
	const search = async (context: RequestContext) =>
		await new KnowledgeClient(context).list('/v1/recipes/search', query);
	return await resultOfTest(this, { credential: CREDENTIAL, data, sign, test: search });
}
