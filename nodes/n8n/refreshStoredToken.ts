import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IOAuth2Options,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

type Context =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** Missing before the lease came; there the core's refresh after a 401 is all there is (n8n 1.x). */
export function canRefreshStoredToken(context: Context): boolean {
	const { refreshOAuth2Token } = context.helpers as { refreshOAuth2Token?: unknown };
	return typeof refreshOAuth2Token === 'function';
}

/**
 * When the token expires, in epoch milliseconds. n8n stores `n8n_expires_at` at connect and at refresh
 * since it refreshes under a lease; undefined in versions before that.
 */
export function tokenExpiresAt(tokenData: IDataObject): number | undefined {
	const expiresAt = Number(tokenData.n8n_expires_at ?? Number.NaN);
	return Number.isFinite(expiresAt) ? expiresAt : undefined;
}

/**
 * Asks n8n's core to replace the token of this very credential reading.
 *
 * The core refreshes under a lease that spans processes, and inside it compares the stored token with
 * the one of the credential that it was called with: where they differ, somebody else has just
 * refreshed, and nothing is sent. But it reads "the credential that it was called with" itself, a
 * moment after we judged ours to be expiring, and would replace a token that another process refreshed
 * in that moment. So it is given the reading that was judged.
 * (n8n-core 2.41.1, request-helpers/oauth.js: refreshOAuth2Token, refreshOrFetchToken.)
 */
export async function refreshStoredToken(
	context: Context,
	type: string,
	judged: ICredentialDataDecryptedObject,
): Promise<void> {
	const asJudged = Object.create(context, {
		getCredentials: { value: async () => deepCopy(judged) },
	}) as IExecuteFunctions;
	await asJudged.helpers.refreshOAuth2Token.call(asJudged, type, { tokenType: 'Bearer' });
}

/**
 * Makes the core refresh a token after a 403 too: how a platform refuses an expired one is not shown.
 * Versions without the lease take no list and would then not even refresh after a 401.
 */
export function refreshAfterForbidden(context: Context): IOAuth2Options {
	if (!canRefreshStoredToken(context)) return {};
	return { tokenExpiredStatusCode: [401, 403] };
}
