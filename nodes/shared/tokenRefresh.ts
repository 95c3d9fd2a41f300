import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { PlatformContext, PlatformCredential } from './credential';
import { readCredential } from './credential';
import { toPlatformError } from './platformErrors';

/** Contract: Limits, "Recommended early refresh window". */
const EARLY_REFRESH_MS = 5 * 60_000;

/**
 * A token that lives less than five minutes is inside that window from its birth on; without this
 * bound it would be replaced before every single call.
 */
const MIN_TOKEN_AGE_MS = 10_000;

/**
 * When the token expires, in epoch milliseconds. n8n stores `n8n_expires_at` at connect and at
 * refresh; versions that do not are served by the core's refresh after a 401.
 */
export function expiresAtOf(tokenData: IDataObject): number | undefined {
	const expiresAt = Number(tokenData.n8n_expires_at ?? Number.NaN);
	return Number.isFinite(expiresAt) ? expiresAt : undefined;
}

/** Whether the token should be replaced before it is used. `now` in epoch milliseconds. */
export function isDueForRefresh(tokenData: IDataObject, now: number = Date.now()): boolean {
	const expiresAt = expiresAtOf(tokenData);
	if (expiresAt === undefined || !tokenData.refresh_token) return false;
	const remaining = expiresAt - now;
	if (remaining >= EARLY_REFRESH_MS) return false;
	const lifetime = Number(tokenData.expires_in) * 1000;
	const age = Number.isFinite(lifetime) ? lifetime - remaining : Number.POSITIVE_INFINITY;
	return remaining <= 0 || age >= MIN_TOKEN_AGE_MS;
}

/**
 * Asks n8n's core to replace the token of this very credential reading.
 *
 * The core refreshes under a lease that spans processes, and inside it compares the stored token
 * with the one of the credential that it was called with: where they differ, somebody else has just
 * refreshed, and nothing is sent. But it reads "the credential that it was called with" itself, a
 * moment after we judged ours to be expiring. A refresh that ends in that moment would make it see
 * the new token on both sides and replace it again. So it is given the reading that was judged.
 * (n8n-core 2.41.1, request-helpers/oauth.js: refreshOAuth2Token, refreshOrFetchToken.)
 */
async function refreshStoredToken(
	this: PlatformContext,
	credential: PlatformCredential,
): Promise<void> {
	const asJudged = Object.create(this, {
		getCredentials: { value: async () => deepCopy(credential.decrypted) },
	}) as PlatformContext;
	await this.helpers.refreshOAuth2Token.call(asJudged, credential.type, { tokenType: 'Bearer' });
}

/** What one run of one node has learnt; items share it, other executions do not. */
interface RunState {
	credential?: Promise<PlatformCredential>;
	/** The last early refresh: for which access token, and its outcome. */
	refresh?: { accessToken: unknown; done: Promise<unknown> };
}

const states = new WeakMap<object, RunState>();

function stateOf(context: PlatformContext): RunState {
	const known = states.get(context);
	if (known) return known;
	const state: RunState = {};
	states.set(context, state);
	return state;
}

function canRefresh(context: PlatformContext, credential: PlatformCredential): boolean {
	return (
		credential.authentication === 'oAuth2' &&
		// Missing in older n8n, where the core's refresh after a 401 is all there is.
		typeof (context.helpers as Partial<typeof context.helpers>).refreshOAuth2Token === 'function'
	);
}

/** Reads the credential anew, unless another item of the run is just doing so. */
async function reread(this: PlatformContext, state: RunState): Promise<PlatformCredential> {
	const reading = readCredential.call(this);
	state.credential = reading;
	// A passing fault of the database must not be the answer for all further items.
	void reading.catch(() => {
		if (state.credential === reading) state.credential = undefined;
	});
	return await reading;
}

/** The credential as last read in this run, not renewed: for what does not depend on the token. */
export async function knownCredential(this: PlatformContext): Promise<PlatformCredential> {
	const state = stateOf(this);
	return await (state.credential ?? reread.call(this, state));
}

/**
 * The credential to use for the next call, its token refreshed before it expires.
 *
 * Read once for all items of a run (decrypting and evaluating it costs more than a small request),
 * and again only when the token of that reading is about to expire. One refresh is tried for one
 * token: where it does not succeed, the call goes out with the token that still is valid, and the
 * core's own refresh after a 401 has the last word.
 *
 * @param options.strict do not carry on when a due refresh does not succeed
 * @throws NodeApiError that explains the refusal, with `strict`
 */
export async function freshCredential(
	this: PlatformContext,
	options: { strict?: boolean } = {},
): Promise<PlatformCredential> {
	const state = stateOf(this);
	const known = await knownCredential.call(this);
	if (!isDueForRefresh(known.tokenData) || !canRefresh(this, known)) return known;

	const stored = await reread.call(this, state);
	if (!isDueForRefresh(stored.tokenData)) return stored;

	const accessToken = stored.tokenData.access_token;
	const tried = state.refresh;
	const refresh =
		tried && tried.accessToken === accessToken
			? tried
			: { accessToken, done: refreshStoredToken.call(this, stored) };
	state.refresh = refresh;
	const succeeded = await refresh.done.then(
		() => true,
		async (error: unknown) => {
			if (options.strict) {
				throw toPlatformError(this.getNode(), error, { method: 'GET' }, stored);
			}
			this.logger.warn('The access token could not be refreshed before it expires', {
				credentialType: stored.type,
			});
			return false;
		},
	);
	return succeeded ? await reread.call(this, state) : stored;
}
