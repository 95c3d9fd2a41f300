import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { PlatformContext, PlatformCredential } from './credential';
import { httpStatusOf, sendWithRetry } from './http';
import type { FailedRequest } from './platformErrors';
import { toPlatformError } from './platformErrors';
import { expiresAtOf, freshCredential } from './tokenRefresh';

export type { PlatformContext } from './credential';

/** The platform answers within a second or two; somebody may be watching the execution. */
const READ_TIMEOUT_MS = 30_000;
/** Longer than for reads: when it ends, nobody knows whether the write happened. */
const WRITE_TIMEOUT_MS = 60_000;

export interface PlatformRequest extends FailedRequest {
	method: IHttpRequestMethods;
	/** Beginning with a slash, each id in it through `pathSegment`. Contract: Endpoints. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
}

/**
 * Runs in which a renewed token was refused as well. The core would renew it again for each further
 * item, which changes nothing and uses up one refresh token each time.
 */
const refusedRuns = new WeakSet<object>();

/** The last call of each run that waits its turn. */
const lastCalls = new WeakMap<object, Promise<unknown>>();

/**
 * n8n 1.x renews a token for each refused call by itself, without a lease. Calls at once that meet
 * an expired token would use the same refresh token; where it is good for one renewal, all but one
 * of them would be refused. So there the calls of a run go out one after the other. Such a version
 * is known by a token without the time of its expiry, which came together with the lease.
 */
async function inTurn<T>(
	context: PlatformContext,
	credential: PlatformCredential,
	call: () => Promise<T>,
): Promise<T> {
	const leased = expiresAtOf(credential.tokenData) !== undefined;
	if (credential.authentication !== 'oAuth2' || leased) return await call();
	const turn = (lastCalls.get(context) ?? Promise.resolve()).then(call, call);
	lastCalls.set(context, turn);
	return await turn;
}

function optionsOf(request: PlatformRequest, credential: PlatformCredential): IHttpRequestOptions {
	const isRead = request.method === 'GET';
	return {
		method: request.method,
		url: `${credential.platformUrl}${request.path}`,
		// The core applies a credential's own headers to fixed tokens only, not on the OAuth2 path.
		headers: { Version: credential.apiVersion },
		qs: request.query,
		body: request.body,
		json: true,
		timeout: isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
		// A redirected write could arrive twice, and a token must not reach another host: n8n 1.x
		// carries it to wherever a redirect points, and knows no option against that.
		disableFollowRedirect: true,
	};
}

async function send(
	this: PlatformContext,
	credential: PlatformCredential,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
		this,
		credential.type,
		options,
		{
			oauth2: {
				// Any other type in the token answer would make the core put the token into the URL.
				tokenType: 'Bearer',
				skipTokenRefresh: refusedRuns.has(this),
			},
		},
	);
	return answer;
}

/**
 * Calls Interface B; nothing else does. Puts the `Version` header and the token on the request,
 * renews an OAuth token that is about to expire, repeats what is safe to repeat, and explains what
 * did not succeed.
 *
 * @returns the parsed body; an empty text where there was none
 * @throws NodeApiError that says what happened and what to do, with the platform's own text
 */
export async function platformRequest(
	this: PlatformContext,
	request: PlatformRequest,
): Promise<unknown> {
	const credential = await freshCredential.call(this);
	const options = optionsOf(request, credential);
	try {
		const answer = await sendWithRetry(options, async (attempt) =>
			await inTurn(this, credential, async () => await send.call(this, credential, attempt)),
		);
		refusedRuns.delete(this);
		return answer;
	} catch (error) {
		if (httpStatusOf(error) === 401) refusedRuns.add(this);
		throw toPlatformError(this.getNode(), error, request, credential);
	}
}
