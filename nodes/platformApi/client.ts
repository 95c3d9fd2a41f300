import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions, INode } from 'n8n-workflow';

import { readList } from '../http/body';
import { httpStatusOf } from '../http/failure';
import { hasMore } from '../http/pages';
import { withRetry } from '../http/retry';
import { OneByOne } from '../n8n/oneByOne';
import { refreshAfterForbidden, tokenExpiresAt } from '../n8n/refreshStoredToken';
import type { Authentication, PlatformContext, PlatformCredential } from './credential';
import type { FailedRequest } from './errors';
import { toPlatformError, UnclearResponse } from './errors';
import { CredentialOfRun } from './tokenRefresh';

/** The platform responds within a second or two; somebody may be watching the execution. */
const READ_TIMEOUT_MS = 30_000;
/** Longer than for reads: when it ends, nobody knows whether the write happened. */
const WRITE_TIMEOUT_MS = 60_000;

export interface PlatformRequest extends FailedRequest {
	method: IHttpRequestMethods;
	/** Beginning with a slash, each id in it through `pathSegment`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** For a write: whether a body that came with a status of success says what became of it. */
	isConclusive?: (body: unknown) => boolean;
	/** Return `{ body, headers }` instead of the body. */
	withHeaders?: boolean;
}

/**
 * Calls the platform's API for one run of one node, one hook or one list of the editor; nothing else
 * does. Make one for each of these: what it learns of the credential and its token is shared by the
 * items of the run.
 */
export class PlatformClient {
	readonly credential: CredentialOfRun;

	/**
	 * A refreshed token was refused as well. The core would refresh it again for each further item,
	 * which changes nothing and uses up one refresh token each time.
	 */
	private refreshIsUseless = false;

	/** The credential as it was after that refresh. */
	private refused?: PlatformCredential;

	private readonly calls = new OneByOne();

	constructor(
		private readonly context: PlatformContext,
		authentication: Authentication,
	) {
		this.credential = new CredentialOfRun(context, authentication);
	}

	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * Puts the `Version` header and the token on the request, refreshes an OAuth token that is about to
	 * expire, repeats what is safe to repeat, and explains what did not succeed.
	 *
	 * @returns the parsed body; an empty text where there was none
	 * @throws NodeApiError that says what happened and what to do, with the platform's own text
	 */
	async request(request: PlatformRequest): Promise<unknown> {
		const credential = await this.credential.fresh();
		try {
			const body = await this.attempt(request, credential);
			this.refreshIsUseless = false;
			if (request.isConclusive?.(body) === false) throw new UnclearResponse(body);
			return body;
		} catch (error) {
			throw toPlatformError(this.node, error, request, await this.afterRefusal(error, credential));
		}
	}

	/**
	 * Requests a list. Where the platform says that there is more, that is a hint on the run: the contract
	 * shows no paging.
	 *
	 * @param names properties to look at first, see `readList`
	 */
	async requestList(request: PlatformRequest, ...names: string[]): Promise<IDataObject[]> {
		const response = await this.request({ ...request, withHeaders: true });
		const { body, headers } = response as { body: unknown; headers: IDataObject };
		const records = readList(body, ...names);
		if (hasMore(body, headers.link, records.length)) this.hint(records.length);
		return records;
	}

	/** What is known of the credential after a refusal, which may have made the core refresh the token. */
	private async afterRefusal(error: unknown, used: PlatformCredential): Promise<PlatformCredential> {
		if (![401, 403].includes(httpStatusOf(error) ?? 0) || used.authentication !== 'oAuth2') return used;
		if (!this.refreshIsUseless) {
			this.refreshIsUseless = true;
			this.refused = await this.credential.afterRefresh(used);
		}
		return this.refused ?? used;
	}

	private hint(length: number): void {
		const message = `The platform says that there are more than these ${length}. It documents no way to get the rest.`;
		if ('addExecutionHints' in this.context) this.context.addExecutionHints({ message });
		else this.context.logger.warn(`${this.node.name}: ${message}`);
	}

	private async attempt(request: PlatformRequest, credential: PlatformCredential): Promise<unknown> {
		const { authentication, tokenData } = credential;
		const oneByOne = authentication === 'oAuth2' && tokenExpiresAt(tokenData) === undefined;
		return await withRetry(optionsOf(request, credential), async (options) => {
			const call = async () => await this.send(credential, options);
			return oneByOne ? await this.calls.run(call) : await call();
		});
	}

	private async send({ type }: PlatformCredential, options: IHttpRequestOptions): Promise<unknown> {
		const oauth2 = {
			// Any other type in the token response would make the core put the token into the URL.
			tokenType: 'Bearer',
			skipTokenRefresh: this.refreshIsUseless,
			...refreshAfterForbidden(this.context),
		};
		const { httpRequestWithAuthentication } = this.context.helpers;
		return await httpRequestWithAuthentication.call(this.context, type, options, { oauth2 });
	}
}

function optionsOf(request: PlatformRequest, credential: PlatformCredential): IHttpRequestOptions {
	const { method, path, query, body, withHeaders } = request;
	return {
		method,
		url: `${credential.platformUrl}${path}`,
		// The core applies a credential's own headers to fixed tokens only, not on the OAuth2 path.
		headers: { Version: credential.apiVersion },
		qs: query,
		arrayFormat: 'repeat',
		body,
		json: true,
		...(withHeaders && { returnFullResponse: true }),
		timeout: method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
		// A redirected write could arrive twice, and a token must not reach another host: n8n 1.x
		// carries it to wherever a redirect points, and knows no option against that.
		disableFollowRedirect: true,
	};
}
