import {
	type IDataObject,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type INode,
	NodeOperationError,
} from 'n8n-workflow';

import { confirmsWrite, isRefusal, nextPageOf, readList, readObject } from '../http/body';
import { type Explanation, howToSeeRest, moreText } from '../http/explain';
import { httpStatusOf } from '../http/requestError';
import { UnclearResponse } from '../http/readFailure';
import { createReadOnce } from '../http/readOnce';
import { quotable } from '../http/secrets';
import { type Pace, type SendOnce, withRetry } from '../http/retry';
import { type HttpResponse, sendRequest } from '../http/sendRequest';
import { hint } from '../n8n/execution';
import { refreshesUnderLease, withReading, type RequestContext } from '../n8n/refreshStoredToken';
import { SerialQueue } from '../utils/attempt';
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
import type { NamedRecord, ReadRecords } from './missingRecord';
import { concernsToken } from './readTokenFailure';

/** The platform responds within a second or two. A write has longer: after a time-out, nobody knows whether it happened. */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 60_000;

export interface PlatformRequest extends Omit<RequestExpectations, 'isRead'> {
	method: IHttpRequestMethods;
	/** True where it changes nothing, which is the default for a GET. */
	isRead?: boolean;
	/** Begins with a slash; each ID in it went through `pathSegment`. */
	path: string;
	query?: IDataObject;
	/** The value of the `Version` header, in place of the client's own. */
	version?: string;
	body?: IDataObject | IDataObject[];
	/** Sent as a form, in place of a body. */
	form?: Record<string, string>;
	/** True where an agency's own token will do, which works for no location. */
	forAgency?: boolean;
	/** Milliseconds that somebody waits: no attempt takes longer, and none begins later. */
	withinMs?: number;
	/** True where it only finds out whether a record is there. */
	isCheck?: boolean;
	/** True for the body of a success that is what was asked for, or says what became of a write. */
	accepts?: (body: unknown, type: unknown) => boolean;
}

/** Calls the platform's API for one run of one node, one hook or one list of the editor; all its items share it. */
export class PlatformClient {
	private readonly queue = new SerialQueue();

	/** Each location has a rate limit of its own. */
	private readonly pace: Pace = {};

	readonly readOnce = createReadOnce();

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

	/** The ID of the location that a call is for, as {@link chooseLocation} decides. */
	async locationFor(asked = ''): Promise<string> {
		return chooseLocation(this.node, await this.account.credential(), asked);
	}

	async dialect(): Promise<Dialect> {
		return (await this.account.credential()).dialect;
	}

	/** The client for a location, by default the credential's own. For an agency's connection, it uses the location's own token. */
	async at(asked = ''): Promise<PlatformClient> {
		if (asked === '') return this;
		const credential = await this.account.credential();
		chooseLocation(this.node, credential, asked);
		if (!mintsTokens(credential)) return this;
		const mint = async () => await this.mint(asked, credential);
		const client = new PlatformClient(
			this.context,
			this.authentication,
			new LocationAccount(this.context, credential, asked, mint),
		);
		client.rights = this.rights;
		return await this.readOnce(`location ${asked}`, async () => await Promise.resolve(client));
	}

	/** @throws NodeOperationError where the platform's API has no request for this */
	async requires(
		right: Right,
		what = 'This',
		why = "the platform's API shows no such request",
	): Promise<void> {
		const dialect = await this.dialect();
		if (dialect.scopes[right] !== undefined) return;
		const { message, whatToDo } = dialect.refusalOf(what, why);
		throw new NodeOperationError(this.node, message, {
			description: `Nothing was sent. ${whatToDo}`,
		});
	}

	/** The parsed body of {@link exchange}; an empty text where there was none. */
	async request(request: PlatformRequest): Promise<unknown> {
		return (await this.exchange(request)).body;
	}

	/** @throws NodeApiError with the platform's own text; NodeOperationError when the credential was changed during the run */
	async exchange(request: PlatformRequest): Promise<HttpResponse> {
		if (request.right) await this.requires(request.right);
		const credential = await this.account.credential();
		if (mintsTokens(credential) && !request.forAgency) chooseLocation(this.node, credential);
		const send = async () => await this.authorized(request, await this.account.nextCredential());
		// Two calls with an expired token would use up the refresh token, which is good once, unless they hold n8n's lease.
		return refreshesUnderLease(credential.tokenData)
			? await send()
			: await this.queue.run('', send);
	}

	/** Requests a list. Where the platform has more, the run gets a hint. @param names properties to look at first, see `readList` */
	async requestList(request: PlatformRequest, ...names: string[]): Promise<IDataObject[]> {
		const exchanged = await this.exchange(request);
		const list = readList(exchanged.body, ...names);
		await this.tellMore(exchanged, list.length);
		return list;
	}

	async tellMore({ body, headers }: HttpResponse, length: number): Promise<void> {
		const next = nextPageOf(body, headers.link, length);
		if (next === undefined) return;
		const rest = quotable(next, secretsOf(await this.account.credential()));
		this.hint(moreText('The platform', length), howToSeeRest(rest));
	}

	/** POST /oauth/locationToken (sandbox/highLevel.yaml, get-location-access-token). It may be repeated: each token is as good. */
	private async mint(locationId: string, { companyId = '' }: PlatformCredential) {
		const notThere: Explanation = {
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
			statuses: { 400: notThere, 403: notThere, 404: notThere, 422: notThere },
		});
		return readObject(body);
	}

	/** @param whatToDo for a person */
	hint(fact: string, whatToDo?: string): void {
		hint(this.context, fact, whatToDo);
	}

	private async authorized(
		request: PlatformRequest,
		credential: PlatformCredential,
		mayRenew = true,
	): Promise<HttpResponse> {
		const { isRead = request.method === 'GET' } = request;
		const { accepts = isRead ? (body: unknown) => !isRefusal(body) : confirmsWrite } = request;
		const expected = { ...request, isRead, rights: this.rights };
		try {
			// An older core renews the token itself, but after any 401: so only once the first one is known to be about it.
			const coreMayRenew = !refreshesUnderLease(credential.tokenData) && !mayRenew;
			const exchanged = await this.attempt(expected, credential, coreMayRenew);
			if (accepts(exchanged.body, exchanged.headers['content-type'])) return exchanged;
			throw new UnclearResponse(exchanged.body);
		} catch (error) {
			const mayHelp = mayRenew && concernsToken(error, isRead);
			const renewed = mayHelp ? await this.renewedCredential(credential, error) : undefined;
			if (renewed) return await this.authorized(request, renewed, false);
			// Somebody who waits for a page is not helped by more requests.
			const mayAsk = !request.isCheck && request.withinMs === undefined;
			throw mayAsk
				? await toPlatformErrorAfterReads(
						this.node,
						error,
						expected,
						credential,
						async (records, path) => await this.readNamed(records, path),
					)
				: toPlatformError(this.node, error, expected, credential);
		}
	}

	/** Reads the records of a refused request, each once a run. */
	private async readNamed(records: NamedRecord[], askedPath: string): Promise<ReadRecords> {
		const get = async (path: string, right: Right) =>
			await this.readOnce(
				`whether there is ${path}`,
				async () => await this.request({ method: 'GET', path, right, isCheck: true }),
			);
		return await readRecords(get, await this.dialect(), records, askedPath);
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
	private async attempt(
		{
			method,
			path,
			query,
			version,
			body,
			form,
			isRead,
			withinMs = Infinity,
		}: PlatformRequest & { isRead: boolean },
		{ type, decrypted, platformUrl, apiVersion, dialect, tokenData }: PlatformCredential,
		coreMayRenew: boolean,
	): Promise<HttpResponse> {
		const context = withReading(this.context, decrypted);
		const oauth2 = {
			// Any other type in the token response would make the core put the token into the URL.
			tokenType: 'Bearer',
			// After a 401 the core would sign the request again with whatever is stored by then.
			skipTokenRefresh: refreshesUnderLease(tokenData),
		};
		// n8n leaves out an empty object.
		const isEmpty = body !== undefined && Object.keys(body).length === 0;
		const options: IHttpRequestOptions = {
			method,
			url: `${platformUrl}${path}`,
			// The core applies a credential's own headers to fixed tokens only, not on the OAuth2 path.
			headers: {
				Version: version ?? dialect.versionOf(path, apiVersion),
				...(isEmpty && { 'Content-Type': 'application/json' }),
			},
			qs: query,
			arrayFormat: 'repeat',
			body: form ? new URLSearchParams(form) : isEmpty ? JSON.stringify(body) : body,
			json: true,
			timeout: Math.min(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS, withinMs),
			// A redirected write could arrive twice, and a token must not reach another host.
			disableFollowRedirect: true,
		};
		const how = {
			oauth2,
			// With a fixed token, the core would send any request again after a 401 (n8n-core 2.41.1, authentication.js).
			preAuthenticationRetryStatusCode: 0,
		};
		const send: SendOnce<HttpResponse> = async (attempted, signal) =>
			await sendRequest(
				context,
				{ credentialType: type, request: attempted, coreMayRenew, how },
				signal,
			);
		return await withRetry(options, send, {
			isRead,
			withinMs,
			pace: this.pace,
			rateLimitMs: dialect.rateLimitMs,
		});
	}
}
