import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { canRefreshStoredToken, refreshStoredToken, tokenExpiresAt } from '../n8n/refreshStoredToken';
import type { Authentication, PlatformContext, PlatformCredential } from './credential';
import { readCredential } from './credential';
import { toPlatformError } from './errors';

/** The contract recommends to refresh when under five minutes remain. */
const EARLY_REFRESH_MS = 5 * 60_000;

/** Tokens that live under five minutes would be refreshed before every call. */
const MIN_TOKEN_AGE_MS = 10_000;

/** Whether the token should be replaced before it is used. `now` in epoch milliseconds. */
export function isDueForRefresh(tokenData: IDataObject, now: number = Date.now()): boolean {
	const expiresAt = tokenExpiresAt(tokenData);
	if (expiresAt === undefined || !tokenData.refresh_token) return false;
	const remaining = expiresAt - now;
	if (remaining >= EARLY_REFRESH_MS) return false;
	const lifetime = Number(tokenData.expires_in) * 1000;
	const age = Number.isFinite(lifetime) ? lifetime - remaining : Number.POSITIVE_INFINITY;
	return remaining <= 0 || age >= MIN_TOKEN_AGE_MS;
}

/**
 * The credential of one run of one node, its token refreshed before it expires.
 *
 * Read once for all items of a run (decrypting and evaluating it costs more than a small request),
 * and again only when the token of that reading is about to expire. One refresh is tried for one
 * token: where it does not succeed, the call goes out with the token that still is valid, and the
 * core's own refresh after a 401 decides.
 */
export class CredentialOfRun {
	private reading?: Promise<PlatformCredential>;

	/** The last refresh: for which access token, and its outcome. */
	private refresh?: { accessToken: unknown; done: Promise<void> };

	constructor(
		private readonly context: PlatformContext,
		private readonly authentication: Authentication,
	) {}

	/** As last read in this run, not refreshed: for what does not depend on the token. */
	async known(): Promise<PlatformCredential> {
		return await (this.reading ?? this.reread());
	}

	/**
	 * The credential to use for the next call.
	 *
	 * @param options.strict do not carry on when a due refresh does not succeed
	 * @throws NodeApiError that explains the refusal, with `strict`
	 */
	async fresh({ strict = false } = {}): Promise<PlatformCredential> {
		const known = await this.known();
		if (!isDueForRefresh(known.tokenData) || !this.canRefresh()) return known;
		const stored = await this.reread();
		if (!isDueForRefresh(stored.tokenData)) return stored;
		const { refreshBroughtNone, ...replaced } = await this.replaceToken(stored).catch(
			(error: unknown): PlatformCredential => {
				if (strict) throw this.explained(error, stored);
				this.context.logger.warn('The access token could not be refreshed before it expires', {
					credentialType: stored.type,
				});
				return stored;
			},
		);
		if (strict && refreshBroughtNone) throw this.explained(undefined, { ...stored, refreshBroughtNone });
		return replaced;
	}

	private explained(error: unknown, credential: PlatformCredential): NodeApiError {
		return toPlatformError(this.context.getNode(), error, { method: 'GET' }, credential);
	}

	/** Read anew after the core had reason to refresh the token; marked where that brought no new one. */
	async afterRefresh(used: PlatformCredential): Promise<PlatformCredential> {
		const now = await this.reread().catch(() => used);
		const unchanged = now.tokenData.access_token === used.tokenData.access_token;
		return { ...now, refreshBroughtNone: unchanged && this.canRefresh() };
	}

	private canRefresh(): boolean {
		return this.authentication === 'oAuth2' && canRefreshStoredToken(this.context);
	}

	/** Items that find the same token expiring share one refresh. */
	private async replaceToken(stored: PlatformCredential): Promise<PlatformCredential> {
		const accessToken = stored.tokenData.access_token;
		if (this.refresh?.accessToken !== accessToken) {
			const done = refreshStoredToken(this.context, stored.type, stored.decrypted);
			this.refresh = { accessToken, done };
		}
		await this.refresh?.done;
		return await this.afterRefresh(stored);
	}

	private async reread(): Promise<PlatformCredential> {
		const reading = readCredential(this.context, this.authentication);
		this.reading = reading;
		// A temporary database fault must not fail all further items.
		void reading.catch(() => {
			if (this.reading === reading) this.reading = undefined;
		});
		return await reading;
	}
}
