import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	UserError,
} from 'n8n-workflow';

import { pathSegment, readAddress } from '../http/address';
import { isRefusal, nextPageOf, readList, readObject } from '../http/body';
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
import { type Failure, readFailure, UnclearResponse } from '../http/readFailure';
import { createReadOnce } from '../http/readOnce';
import { type Pace, type SendOnce, withRetry } from '../http/retry';
import { type HttpResponse, sendRequest } from '../http/sendRequest';
import { type Headers, resultOfTest } from '../n8n/dialogTest';
import { hint } from '../n8n/execution';
import type { RequestContext } from '../n8n/refreshStoredToken';

/** A search takes a second or two; half a minute covers a cold server and still ends. */
const TIMEOUT_MS = 30_000;

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

/** All that it says of a failure is what any API says. */
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

	private readonly readOnce = createReadOnce();

	constructor(private readonly context: RequestContext) {}

	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * Items that ask for the same thing cause one request.
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
	 * A record by its name in URLs.
	 *
	 * @param kind for messages
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

	private async send(path: string, query: IDataObject, notFound?: Explanation): Promise<object> {
		// n8n's request helper would read and decrypt it again for each lookup, with the same result.
		this.data ??= this.context.getCredentials(CREDENTIAL.type);
		// A temporary database fault must not fail all further items.
		this.data.catch(() => (this.data = undefined));
		const data = await this.data;
		const baseUrl = readAddress(this.node, data.baseUrl, 'Base URL', CREDENTIAL.label);
		withKey(data, {});
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL.type, data };
		const request: IHttpRequestOptions = {
			method: 'GET',
			url: `${baseUrl}${path}`,
			qs: query,
			json: true,
			timeout: TIMEOUT_MS,
			// After a redirect, another host would get the credential's header.
			disableFollowRedirect: true,
		};
		const secret = String(data.headerValue ?? '').trim();
		// An API may repeat a key that it rejects, with or without the scheme before it.
		const api = { ...API, url: baseUrl, secrets: [secret, secret.split(/\s/).at(-1) ?? ''] };
		const nothing = {
			message: `There is nothing at ${request.url}`,
			whatToDo: `Check ${API.urlField}. If it is right, there may be no match.`,
		};
		const statuses = { 401: REFUSED, 403: REFUSED, 404: notFound ?? nothing };
		const explained = (error: unknown) => {
			const failure = readFailure({ error, api, isWrite: false, path });
			const ofOperation = statuses[failure.status as keyof typeof statuses];
			return errorOf(this.node, failure, explain(failure, KNOWLEDGE_FAILURES, ofOperation));
		};
		const send: SendOnce<HttpResponse> = async (attempted, signal) =>
			await sendRequest(
				this.context,
				{
					credentialType: CREDENTIAL.type,
					request: attempted,
					how: { credentialsDecrypted },
				},
				signal,
			);
		const sent = withRetry(request, send, { isRead: true, pace: this.pace });
		const { body } = await sent.catch(
			async (error: unknown) => await Promise.reject(explained(error)),
		);
		// The contract does not show what is sent when nothing is found.
		if (body === '' || body === null || body === undefined) return {};
		if (typeof body !== 'object' || isRefusal(body)) throw explained(new UnclearResponse(body));
		return body;
	}
}

/** The headers with the credential's, if it has one. @throws UserError for a name without a value, and for no valid header */
export function withKey(
	{ headerName, headerValue }: ICredentialDataDecryptedObject,
	headers: Headers,
): Headers {
	const [name, value] = [headerName, headerValue].map((typed) => String(typed ?? '').trim());
	if (name === '' && value === '') return headers;
	const labels = ['Header Name', 'Header Value'] as const;
	const [filled, empty] = name === '' ? [...labels].reverse() : labels;
	const half = `'${filled}' is filled in, but '${empty}' is empty. Fill in both or neither.`;
	const fault = name === '' || value === '' ? half : headerFault(name, value, ...labels);
	if (fault) throw new UserError(fault);
	return { ...headers, [name]: value };
}

/** The test of the CRM Platform Knowledge API credential: a search, as the node sends and reads it. */
export async function testKnowledge(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): ReturnType<typeof resultOfTest> {
	return await resultOfTest(
		this,
		CREDENTIAL,
		data,
		(headers) => withKey(data, headers),
		async (context) =>
			await new KnowledgeClient(context).list('/v1/recipes/search', { q: 'appointment', limit: 1 }),
	);
}
