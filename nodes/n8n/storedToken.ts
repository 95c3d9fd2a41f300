import {
	deepCopy,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { type RequestContext, withReading } from './requestContext';

/** The end of the year 9999; a platform may send any `expires_in`. */
const MAX_TIME_MS = Date.UTC(10_000, 0) - 1;

/** False for n8n 2.0 to 2.20, which store no expiry: their core refreshes after each 401, and two refreshes use up the token. */
export function refreshesUnderLease({ expires_in, n8n_expires_at }: IDataObject): boolean {
	return n8n_expires_at !== undefined || !(Number(expires_in) > 0);
}

/** Epoch ms; undefined where n8n stores none. It also stores one, and an `error`, for a refresh refused with status 200. */
export function tokenExpiresAt({ n8n_expires_at, error }: IDataObject): number | undefined {
	const expiresAt = Number(n8n_expires_at ?? Number.NaN);
	if (!Number.isFinite(expiresAt) || error !== undefined) return undefined;
	return Math.min(expiresAt, MAX_TIME_MS);
}

/**
 * Refreshes the token of a reading; n8n's core stores the new one. If the core read the credential itself, it would also
 * replace a token that another process has just refreshed (n8n-core 2.41.1, request-helpers/oauth.js: refreshOrFetchToken).
 */
export async function refreshStoredToken(
	context: RequestContext,
	type: string,
	reading: ICredentialDataDecryptedObject,
): Promise<void> {
	// The core writes the new token into its copy.
	const caller = withReading(context, deepCopy(reading)) as IExecuteFunctions;
	await caller.helpers.refreshOAuth2Token.call(caller, type, { tokenType: 'Bearer' });
}
