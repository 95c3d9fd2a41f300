import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions, INode } from 'n8n-workflow';

import { confirmsWrite, isRefusal, isWhole, moreOf, readList, readObject } from '../http/body';
import { type Explanation, UnclearResponse } from '../http/explain';
import { withoutSecrets } from '../http/responseText';
import { type Pace, withRetry } from '../http/retry';
import { refreshesUnderLease, withReading, type RequestContext } from '../n8n/refreshStoredToken';
import { SerialQueue } from '../utils/attempt';
import { type Account, AccountOfRun } from './account';
import { chooseLocation, mintsTokens, secretsOf, type Authentication, type PlatformCredential } from './credential';
import type { Dialect } from './dialect';
import { toPlatformError, type RequestExpectations } from './errors';
import { LocationAccount } from './locationAccount';

/** The platform responds within a second or two; somebody may be watching the execution. */
const READ_TIMEOUT_MS = 30_000;
/** Longer than for reads: when it ends, nobody knows whether the write happened. */
const WRITE_TIMEOUT_MS = 60_000;

const isContent = (body: unknown) => isWhole(body) && !isRefusal(body);

export interface PlatformRequest extends Omit<RequestExpectations, 'isRead'> {
	method: IHttpRequestMethods;
	/** Whether it changes nothing, which a GET never does. */
	isRead?: boolean;
	/** Beginning with a slash, each id in it through `pathSegment`. */
	path: string;
	query?: IDataObject;
	/** In place of the client's own. */
	headers?: Record<string, string>;
	body?: IDataObject | IDataObject[];
	/** In place of a body, to be sent as a form. */
	form?: Record<string, string>;
	/** Whether it may be sent with the token of an agency, which works for no location. */
	forAgency?: boolean;
	/** How long somebody waits, in milliseconds: no attempt takes longer, and none begins later. */
	withinMs?: number;
	/** Whether a body that came with a status of success is what was asked for, or says what became of a write. */
	accepts?: (body: unknown) => boolean;
	/** Where the response's list is; if it has more than these, that is a hint on the run. */
	listIn?: (body: unknown) => unknown[] | undefined;
	/** Called in place of the hint. */
	whenMore?: () => void;
}

interface Exchanged {
	body: unknown;
	headers: IDataObject;
}

/**
 * Calls the platform's API for one run of one node, one hook or one list of the editor; nothing else does. Make one for
 * each of these: what it learns of the account and its token is shared by the items of the run.
 */
export class PlatformClient {
	private readonly queue = new SerialQueue();

	/** The limit of requests is one for each location. */
	private readonly pace: Pace = {};

	private readonly known = new Map<string, Promise<unknown>>();

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
		readonly account: Account = new AccountOfRun(context, authentication),
	) {}

	get node(): INode {
		return this.context.getNode();
	}

	/** The ID of the location that a call is for. @param asked as for {@link chooseLocation}, which also says what is thrown */
	async locationFor(asked = ''): Promise<string> {
		return chooseLocation(this.node, await this.account.known(), asked);
	}

	/** The form of the API that the credential is for. */
	async dialect(): Promise<Dialect> {
		return (await this.account.known()).dialect;
	}

	/**
	 * The client for a location: this one, or where an agency's connection is asked for a location, one with that
	 * location's own token, the same for all items of the run.
	 *
	 * @param asked ID of the location; empty for the credential's own
	 * @throws NodeOperationError as {@link chooseLocation} does
	 */
	async at(asked = ''): Promise<PlatformClient> {
		if (asked === '') return this;
		const credential = await this.account.known();
		chooseLocation(this.node, credential, asked);
		if (!mintsTokens(credential)) return this;
		const mint = async (locationId: string) => await mintToken(this, locationId);
		const bound = () => new PlatformClient(this.context, this.authentication, new LocationAccount(this.account, asked, mint));
		return await this.once(`location ${asked}`, async () => await Promise.resolve(bound()));
	}

	/** What was loaded under a key before, else what is loaded now; a failure is not kept. */
	async once<T>(key: string, load: () => Promise<T>): Promise<T> {
		const loading = (this.known.get(key) as Promise<T> | undefined) ?? load();
		this.known.set(key, loading);
		loading.catch(() => this.known.delete(key));
		return await loading;
	}

	/**
	 * Puts the `Version` header and the token on the request, refreshes an OAuth token that is about to
	 * expire or was refused, repeats what is safe to repeat, and explains what did not succeed.
	 *
	 * @returns the parsed body; an empty text where there was none
	 * @throws NodeApiError that says what happened and what to do, with the platform's own text;
	 * NodeOperationError when the credential was changed during the run
	 */
	async request(request: PlatformRequest): Promise<unknown> {
		return (await this.exchange(request)).body;
	}

	/** {@link request}, with the response's headers. */
	async exchange(request: PlatformRequest): Promise<Exchanged> {
		// n8n 2.0 refreshes without a lease: of several calls with an expired token, all but one would
		// use up a refresh token that is good once.
		const credential = await this.account.known();
		const { tokenData } = credential;
		if (mintsTokens(credential) && !request.forAgency) chooseLocation(this.node, credential);
		const send = async () => await this.signed(request);
		return refreshesUnderLease(tokenData) ? await send() : await this.queue.run('', send);
	}

	/**
	 * Requests a list. Where the platform says that there is more, that is a hint on the run.
	 *
	 * @param names properties to look at first, see `readList`
	 */
	async requestList(request: PlatformRequest, ...names: string[]): Promise<IDataObject[]> {
		const listIn = (body: unknown) => readList(body, ...names);
		return listIn(await this.request({ ...request, listIn }));
	}

	private hint(length: number, rest: string): void {
		const whatToDo = rest === '' ? 'Ask for less to see all.' : `It names the rest: ${rest}. To get it, use API Request.`;
		const message = `The platform says that there are more than these ${length}. ${whatToDo}`;
		if ('addExecutionHints' in this.context) this.context.addExecutionHints({ message });
		else this.context.logger.warn(`${this.node.name}: ${message}`);
	}

	private async signed(request: PlatformRequest): Promise<Exchanged> {
		const { isRead = request.method === 'GET' } = request;
		const expected = { ...request, isRead };
		const credential = await this.account.next();
		let used = credential;
		const response = await this.attempt(expected, credential).catch(async (error: unknown) => {
			const renewed = await this.account.renewed(credential, error);
			if (!renewed) throw toPlatformError(this.node, error, expected, credential);
			used = renewed;
			return await this.attempt(expected, renewed).catch((refusal: unknown) => {
				throw toPlatformError(this.node, refusal, expected, renewed);
			});
		});
		const { body, headers } = response as Exchanged;
		const { accepts = isRead ? isContent : confirmsWrite } = request;
		if (!accepts(body)) {
			throw toPlatformError(this.node, new UnclearResponse({ data: body }), expected, used);
		}
		const length = request.listIn?.(body)?.length;
		const rest = length === undefined ? undefined : moreOf(body, headers.link, length);
		if (length !== undefined && rest !== undefined) {
			if (request.whenMore) request.whenMore();
			else this.hint(length, withoutSecrets(rest, secretsOf(used)));
		}
		return { body, headers };
	}

	private async attempt(
		{ method, path, query, headers, body, form, isRead, withinMs = Infinity }: PlatformRequest & { isRead: boolean },
		credential: PlatformCredential,
	): Promise<unknown> {
		const { type, decrypted, platformUrl, apiVersion, dialect } = credential;
		const context = withReading(this.context, decrypted);
		const { httpRequestWithAuthentication } = context.helpers;
		const oauth2 = {
			// Any other type in the token response would make the core put the token into the URL.
			tokenType: 'Bearer',
			// After a 401 the core would sign the request again with whatever is stored by then.
			skipTokenRefresh: refreshesUnderLease(credential.tokenData),
		};
		// n8n leaves out an empty object.
		const isEmpty = body !== undefined && Object.keys(body).length === 0;
		const options: IHttpRequestOptions = {
			method,
			url: `${platformUrl}${path}`,
			// The core applies a credential's own headers to fixed tokens only, not on the OAuth2 path.
			headers: { Version: dialect.versionOf(path, apiVersion), ...headers, ...(isEmpty && { 'Content-Type': 'application/json' }) },
			qs: query,
			arrayFormat: 'repeat',
			body: form ? new URLSearchParams(form) : isEmpty ? JSON.stringify(body) : body,
			json: true,
			returnFullResponse: true,
			timeout: Math.min(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS, withinMs),
			// A redirected write could arrive twice, and a token must not reach another host: n8n 2.0
			// carries it to wherever a redirect points, and knows no option against that.
			disableFollowRedirect: true,
		};
		const send = async (attempted: IHttpRequestOptions): Promise<unknown> =>
			await httpRequestWithAuthentication.call(context, type, attempted, { oauth2 });
		return await withRetry(options, send, { isRead, withinMs, pace: this.pace, rateLimitMs: dialect.rateLimitMs });
	}
}

/** POST /oauth/locationToken (sandbox/highLevel.yaml, get-location-access-token). Each one is as good as another. */
async function mintToken(client: PlatformClient, locationId: string): Promise<IDataObject> {
	const { dialect, companyId = '' } = await client.account.known();
	const notThere: Explanation = {
		message: `The platform gave no token of the location '${locationId}'`,
		whatToDo: "Check 'Location', that the app is installed in it, and that the connection has the scope oauth.write.",
	};
	return readObject(
		await client.request({
			method: 'POST',
			path: String(dialect.mintsAt),
			form: { companyId, locationId },
			isRead: true,
			forAgency: true,
			right: 'mintTokens',
			statuses: { 400: notThere, 403: notThere, 404: notThere, 422: notThere },
		}),
	);
}
