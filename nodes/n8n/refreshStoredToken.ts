import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

export type RequestContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** The latest Date; a platform may send any `expires_in`. */
const MAX_TIME_MS = 8.64e15;

/**
 * n8n stores an expiry since it refreshes under a lease. Before (n8n 2.0 to 2.20), its core refreshes after each
 * 401 by itself, and a second refresh would use up the refresh token.
 */
export function refreshesUnderLease({ expires_in, n8n_expires_at }: IDataObject): boolean {
	return n8n_expires_at !== undefined || !(Number(expires_in) > 0);
}

/**
 * Epoch milliseconds; undefined in n8n versions that store none. n8n also stores one for a refresh that was
 * refused with status 200, and its `error` (RFC 6749, 5.2) beside the old token.
 */
export function tokenExpiresAt({ n8n_expires_at, error }: IDataObject): number | undefined {
	const expiresAt = Number(n8n_expires_at ?? Number.NaN);
	return Math.abs(expiresAt) <= MAX_TIME_MS && error === undefined ? expiresAt : undefined;
}

/**
 * Gives n8n's core the reading that we have judged; it would read the credential again for each request.
 * (n8n-core 2.41.1, request-helpers/authentication.js and oauth.js: this.getCredentials.)
 */
export function withReading<C extends RequestContext>(context: C, reading: ICredentialDataDecryptedObject): C {
	return Object.create(context, { getCredentials: { value: async () => reading } }) as C;
}

/**
 * Refreshes the judged token and returns the token data that is stored then. Under a lease that spans processes,
 * n8n's core compares the stored token with the one it is given: if they differ, another process has just
 * refreshed it, and nothing is sent. With a reading of its own, it would replace that new token.
 * (n8n-core 2.41.1, request-helpers/oauth.js: refreshOAuth2Token, refreshOrFetchToken.)
 */
export async function refreshStoredToken(
	context: RequestContext,
	type: string,
	judged: ICredentialDataDecryptedObject,
): Promise<IDataObject> {
	// The core writes the new token into its copy.
	const asJudged = withReading(context, deepCopy(judged)) as IExecuteFunctions;
	return (await asJudged.helpers.refreshOAuth2Token.call(asJudged, type, { tokenType: 'Bearer' })) as IDataObject;
}
