import {
	type IAdditionalCredentialOptions,
	type IDataObject,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type INode,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { confirmsWrite, isRefusal, readList, readObject } from '../http/body';
import { nextPageOf } from '../http/nextPage';
import { type Explanation, howToSeeRest, moreText } from '../http/explain';
import { httpStatusOf } from '../http/requestError';
import { UnclearResponse } from '../http/readFailure';
import { createReadOnce, type ReadOnce } from '../http/readOnce';
import { quotable } from '../http/secrets';
import { type Pace, type SendOnce, withRetry } from '../http/retry';
import { type HttpResponse, sendRequest } from '../http/sendRequest';
import { hint } from '../n8n/execution';
import { refreshesUnderLease } from '../n8n/storedToken';
import { withReading, type RequestContext } from '../n8n/requestContext';
import { SerialQueue } from '../utils/serialQueue';
import { Account, LocationAccount } from './account';
import {
	chooseLocation,
	mintsTokens,
	secretsOf,
	type Authentication,
	type PlatformCredential,
} from './credential';
import type { Dialect, Right } from './dialect';
import { type RequestExpectations, toPlatformError, toPlatformErrorAfterReads } from './errors';
import { readRecords } from './findMissingRecord';
import { type NamedRecord, type ReadRecords, recordNotFound, recordsIn } from './missingRecord';
import { concernsToken } from './readTokenFailure';

/** The platform responds within a second or two. A write gets more time: after a time-out, nobody knows whether it happened. */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 60_000;

/** For each record that is read to tell which one is missing: a contact may wait for the page. */
const MAX_CHECK_MS = 4_000;

/** A request to the platform. */
export interface PlatformRequest extends Omit<RequestExpectations, 'isRead'> {
	method: IHttpRequestMethods;
	/** True where it changes nothing, which is the default for a GET. */
	isRead?: boolean;
	/** Begins with a slash; each ID in it went through `pathSegment`. */
	path: string;
	query?: IDataObject;
	/** The value of the `Version` header; by default the one of the path. */
	version?: string;
	body?: IDataObject | IDataObject[];
	/** Sent as a form, in place of a body. */
	form?: Record<string, string>;
	/** True where an agency's own token will do, which works for no location. */
	forAgency?: boolean;
	/** Milliseconds that somebody waits: no attempt takes longer, and none begins later. */
	withinMs?: number;
	/** True where it only finds out whether a record is there. It is sent once: a failure of it decides nothing. */
	isCheck?: boolean;
	/**
	 * True for the body of a success that is what was asked for, or says what became of a write. By default, a body must be no
	 * refusal, see `isRefusal` and `confirmsWrite`.
	 */
	accepts?: (body: unknown, contentType: unknown) => boolean;
}

/** A request with its defaults filled in, and with the rights that a refusal may have to name. */
interface PreparedRequest extends PlatformRequest {
	isRead: boolean;
}

/** The body as n8n's HTTP client takes it. n8n leaves out an empty object, so that one is written down here. */
function bodyToSend({ body, form }: PlatformRequest): IHttpRequestOptions['body'] {
	if (form) return new URLSearchParams(form);
	return isEmptyObject(body) ? JSON.stringify(body) : body;
}

const isEmptyObject = (body: unknown) =>
	typeof body === 'object' && body !== null && Object.keys(body).length === 0;

function headersOf(request: PlatformRequest, credential: PlatformCredential): IDataObject {
	const { path, version } = request;
	// n8n's core applies a credential's own headers to fixed tokens only, not on the OAuth2 path.
	const headers: IDataObject = {
		Version: version ?? credential.dialect.versionOf(path, credential.apiVersion),
	};
	if (isEmptyObject(request.body)) headers['Content-Type'] = 'application/json';
	return headers;
}

/** True for a response of success that is what was asked for, or says what became of a write. */
function isAccepted(
	{ accepts, isRead }: PreparedRequest,
	{ body, headers }: HttpResponse,
): boolean {
	if (accepts) return accepts(body, headers['content-type']);
	return isRead ? !isRefusal(body) : confirmsWrite(body);
}

/** Calls the platform's API for one run of one node, one hook or one list of the editor; all its items share it. */
export class PlatformClient {
	private readonly queue = new SerialQueue();

	/** Each location has a rate limit of its own. */
	private readonly pace: Pace = {};

	/** The clients of an agency's locations, by the IDs of the locations. */
	private readonly clientsOfLocations = new Map<string, PlatformClient>();

	readonly readOnce: ReadOnce = createReadOnce();

	/** All rights that the node's operation needs, for what a refusal says. */
	rights: readonly Right[] = [];

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
		readonly account = new Account(context, authentication),
	) {}

	get node(): INode {
		return this.context.getNode();
	}

	/** The ID of the location that a call is for, see {@link chooseLocation}. @param locationId empty for the credential's own */
	async locationFor(locationId = ''): Promise<string> {
		return chooseLocation(this.node, await this.account.credential(), locationId);
	}

	/** The form of the API that the credential names. */
	async dialect(): Promise<Dialect> {
		const { dialect } = await this.account.credential();
		return dialect;
	}

	/**
	 * The client for a location. For an agency's connection, that is one with the location's own token.
	 *
	 * @param locationId empty for the credential's own
	 * @throws NodeOperationError for a location that the credential cannot be used for
	 */
	async at(locationId = ''): Promise<PlatformClient> {
		if (locationId === '') return this;
		const credential = await this.account.credential();
		chooseLocation(this.node, credential, locationId);
		if (!mintsTokens(credential)) return this;
		const known = this.clientsOfLocations.get(locationId);
		if (known) return known;
		const mint = async () => await this.mintLocationToken(locationId, credential);
		const account = new LocationAccount(this.context, credential, locationId, mint);
		const client = new PlatformClient(this.context, this.authentication, account);
		client.rights = this.rights;
		this.clientsOfLocations.set(locationId, client);
		return client;
	}

	/**
	 * Refuses what the form of the API has no request for.
	 *
	 * @param what begins the message
	 * @param why ends it
	 * @throws NodeOperationError, unsent
	 */
	async requires(
		right: Right,
		what = 'This',
		why = "the platform's API shows no such request",
	): Promise<void> {
		const dialect = await this.dialect();
		if (dialect.scopes[right] !== undefined) return;
		const { message, whatToDo } = dialect.refusalOf(what, why);
		const error = new NodeOperationError(this.node, message, {
			description: `Nothing was sent. ${whatToDo}`,
		});
		error.context.forModel =
			'Nothing was sent. It never works with this account: do not try it again. Where you need an ID, ask the person for it.';
		throw error;
	}

	/** The parsed body of {@link exchange}; an empty text where there was none. */
	async request(request: PlatformRequest): Promise<unknown> {
		const { body } = await this.exchange(request);
		return body;
	}

	/**
	 * Sends a request, again where that is safe and useful, with a token that is valid.
	 *
	 * @throws NodeApiError with the platform's own words; NodeOperationError where the form of the API has no such request,
	 * for a location that is not known, and where the credential was changed during the run
	 */
	async exchange(request: PlatformRequest): Promise<HttpResponse> {
		if (request.right) await this.requires(request.right);
		const credential = await this.account.credential();
		// An agency's own token works for no location.
		if (mintsTokens(credential) && !request.forAgency) chooseLocation(this.node, credential);
		const send = async () => await this.sendSigned(request);
		if (refreshesUnderLease(credential.tokenData)) return await send();
		// Without n8n's lease, two calls with an expired token would use up the refresh token, which is good once.
		return await this.queue.run('', send);
	}

	/** Sends a request with a valid token, without waiting for a turn in the queue: one that has its turn reads records, too. */
	private async sendSigned(request: PlatformRequest): Promise<HttpResponse> {
		return await this.sendAuthorized(request, await this.account.nextCredential());
	}

	/** Requests a list. Where the platform has more, the run gets a hint. @param names properties to look at first, see `readList` */
	async requestList(request: PlatformRequest, ...names: string[]): Promise<IDataObject[]> {
		const response = await this.exchange(request);
		const list = readList(response.body, ...names);
		await this.hintAtMore(response, list.length);
		return list;
	}

	/** Gives the run a hint where the response with a list of this length says that there is more. */
	async hintAtMore({ body, headers }: HttpResponse, length: number): Promise<void> {
		const nextPage = nextPageOf(body, headers.link, length);
		if (nextPage === undefined) return;
		const secrets = secretsOf(await this.account.credential());
		this.hint(moreText('The platform', length), howToSeeRest(quotable(nextPage, secrets)));
	}

	/** Tells what the result does not show, see `hint`. @param whatToDo for a person */
	hint(fact: string, whatToDo?: string): void {
		hint(this.context, fact, whatToDo);
	}

	/** POST /oauth/locationToken (sandbox/highLevel.yaml, get-location-access-token). It may be repeated: each token is as good. */
	private async mintLocationToken(
		locationId: string,
		{ companyId = '' }: PlatformCredential,
	): Promise<IDataObject> {
		const noToken: Explanation = {
			message: `The platform gave no token of the location '${locationId}'`,
			whatToDo:
				"Check 'Location (Sub-Account)', that the app is installed in it, and that the connection has the scope oauth.write.",
		};
		const body = await this.request({
			method: 'POST',
			path: '/oauth/locationToken',
			form: { companyId, locationId },
			isRead: true,
			forAgency: true,
			right: 'mintTokens',
			statuses: { 400: noToken, 403: noToken, 404: noToken, 422: noToken },
		});
		return readObject(body);
	}

	/** Sends a request, and once more with a new token where its token was refused. @param mayRenew false for the second time */
	private async sendAuthorized(
		request: PlatformRequest,
		credential: PlatformCredential,
		mayRenew = true,
	): Promise<HttpResponse> {
		const { isRead = request.method === 'GET' } = request;
		const prepared: PreparedRequest = { ...request, isRead, rights: this.rights };
		try {
			// An older core renews the token itself, but after any 401: so only once the first one is known to be about it.
			const coreMayRenew = !refreshesUnderLease(credential.tokenData) && !mayRenew;
			const response = await this.sendWithRetry(prepared, credential, coreMayRenew);
			if (isAccepted(prepared, response)) return response;
			throw new UnclearResponse(response.body);
		} catch (error) {
			const mayHelp = mayRenew && !request.isCheck && concernsToken(error, isRead);
			const renewed = mayHelp ? await this.renewedCredential(credential, error) : undefined;
			if (renewed) return await this.sendAuthorized(request, renewed, false);
			throw await this.explainError(error, prepared, credential);
		}
	}

	/** n8n's error for a failed request. Where the platform does not say which record is missing, the records of the request are read. */
	private async explainError(
		error: unknown,
		request: PreparedRequest,
		credential: PlatformCredential,
	): Promise<NodeApiError> {
		// Somebody who waits for a page is not helped by more requests.
		const mayRead = !request.isCheck && request.withinMs === undefined;
		if (!mayRead) return toPlatformError(this.node, error, request, credential);
		const read = async (records: NamedRecord[], readPath?: string) =>
			await this.readNamed(records, readPath);
		return await toPlatformErrorAfterReads(this.node, error, request, credential, read);
	}

	/**
	 * Reads the records that an empty list was asked for by: the platform lists nothing, too, for one that it does not have.
	 *
	 * @throws NodeOperationError that names the one that is not there
	 */
	async refuseMissing(values: IDataObject): Promise<void> {
		const { missing } = await this.readNamed(recordsIn({ path: '', query: values }), '');
		if (!missing) return;
		const { message, whatToDo, forModel } = recordNotFound(missing);
		const error = new NodeOperationError(this.node, message, { description: whatToDo });
		error.context.forModel = forModel;
		throw error;
	}

	/** Reads the records of a refused request, each once a run. In the queue, that request still has its turn, so these do not wait. */
	private async readNamed(records: NamedRecord[], readPath?: string): Promise<ReadRecords> {
		const get = async (path: string, right: Right) =>
			await this.readOnce(
				`whether there is ${path}`,
				async () =>
					await this.sendSigned({
						method: 'GET',
						path,
						right,
						isCheck: true,
						withinMs: MAX_CHECK_MS,
					}),
			);
		return await readRecords(get, await this.dialect(), records, readPath);
	}

	/** The credential to send a request with once more, after its token was refused; undefined where that changes nothing. */
	private async renewedCredential(
		refused: PlatformCredential,
		error: unknown,
	): Promise<PlatformCredential | undefined> {
		if (refreshesUnderLease(refused.tokenData))
			return await this.account.renewedCredential(refused, error);
		// An older core renews it while it sends the request again.
		return httpStatusOf(error) === 401 ? refused : undefined;
	}

	/** @param coreMayRenew true where n8n's core may send it again, with a new token */
	private async sendWithRetry(
		request: PreparedRequest,
		credential: PlatformCredential,
		coreMayRenew: boolean,
	): Promise<HttpResponse> {
		const { isCheck, isRead, withinMs = Infinity } = request;
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${credential.platformUrl}${request.path}`,
			headers: headersOf(request, credential),
			qs: request.query,
			arrayFormat: 'repeat',
			body: bodyToSend(request),
			json: true,
			timeout: Math.min(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS, withinMs),
			// A redirected write could arrive twice, and a token must not reach another host.
			disableFollowRedirect: true,
		};
		return await withRetry(options, this.createSender(credential, coreMayRenew), {
			isRead,
			isSentOnce: isCheck,
			withinMs,
			pace: this.pace,
			rateLimitMs: credential.dialect.rateLimitMs,
		});
	}

	/** Makes the function that signs a request with the credential, and sends it once. */
	private createSender(
		{ type, decrypted, tokenData }: PlatformCredential,
		coreMayRenew: boolean,
	): SendOnce<HttpResponse> {
		const context = withReading(this.context, decrypted);
		const how: IAdditionalCredentialOptions = {
			oauth2: {
				// Any other type in the token response would make the core put the token into the URL.
				tokenType: 'Bearer',
				// After a 401 the core would sign the request again with whatever is stored by then.
				skipTokenRefresh: refreshesUnderLease(tokenData),
			},
			// With a fixed token, the core would send any request again after a 401 (n8n-core 2.41.1, authentication.js).
			preAuthenticationRetryStatusCode: 0,
		};
		return async (request, signal) =>
			await sendRequest(context, { credentialType: type, request, coreMayRenew, how }, signal);
	}
}
