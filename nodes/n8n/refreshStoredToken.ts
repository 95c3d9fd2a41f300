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

/** The contexts in which nodes send requests. */
export type RequestContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** The last moment that a Date can hold; a platform may send any `expires_in`. */
const MAX_TIME_MS = 8.64e15;

/**
 * Whether n8n refreshes under a lease. Since then it also notes when a token expires. Before (n8n 2.0 to 2.20) its
 * core refreshes after each 401 by itself, and a second refresh would use up the refresh token.
 */
export function refreshesUnderLease({ expires_in, n8n_expires_at }: IDataObject): boolean {
	return n8n_expires_at !== undefined || !(Number(expires_in) > 0);
}

/**
 * When the token expires, in epoch milliseconds. n8n stores `n8n_expires_at` at connect and at refresh
 * since it refreshes under a lease; undefined in versions before that. It also notes one for a refresh
 * that was refused with status 200, whose `error` (RFC 6749, 5.2) it stores beside the old token.
 */
export function tokenExpiresAt({ n8n_expires_at, error }: IDataObject): number | undefined {
	const expiresAt = Number(n8n_expires_at ?? Number.NaN);
	return Math.abs(expiresAt) <= MAX_TIME_MS && error === undefined ? expiresAt : undefined;
}

/**
 * The same context, for which the credential is what was read. n8n's core reads it by itself for each
 * request and each refresh, a moment after we have judged ours.
 * (n8n-core 2.41.1, request-helpers/authentication.js and oauth.js: this.getCredentials.)
 */
export function withReading<C extends RequestContext>(context: C, reading: ICredentialDataDecryptedObject): C {
	return Object.create(context, { getCredentials: { value: async () => reading } }) as C;
}

/**
 * Asks n8n's core to replace the token of this very credential reading. @returns the token data that is stored then
 *
 * The core refreshes under a lease that spans processes, and inside it compares the stored token with the one of the
 * credential that it was called with: where they differ, somebody else has just refreshed, and nothing is sent. With a
 * reading of its own it would replace a token that another process has refreshed since we judged ours to be expiring.
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
