import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { httpStatusOf } from '../http/failure';
import type { RequestContext } from '../n8n/refreshStoredToken';
import { refreshesUnderLease, refreshStoredToken, tokenExpiresAt } from '../n8n/refreshStoredToken';
import { withTimeout } from '../utils/async';
import type { Authentication, PlatformCredential } from './credential';
import { readCredential } from './credential';
import { toPlatformError } from './errors';

/** The contract recommends to refresh when under five minutes remain. */
const EARLY_REFRESH_MS = 5 * 60_000;

/** An early refresh may take this long; then the call goes out with the token that is stored. */
const MAX_EARLY_REFRESH_MS = 10_000;

/** Tokens that live under five minutes would be refreshed before every call. */
const MIN_TOKEN_AGE_MS = 10_000;

/** A run refreshes one token once in this time, and none that it has just got. */
const REFRESH_PAUSE_MS = 60_000;

/** As n8n's OAuth2 client says it. */
const NO_RESPONSE = { code: 'ETIMEDOUT', config: { url: '/oauth/token' } };

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

/** With which status an expired token is refused is not shown; a 403 most often means a missing scope. */
function mayHaveExpired(status: number | undefined, tokenData: IDataObject): boolean {
	const expiresAt = tokenExpiresAt(tokenData) ?? 0;
	return status === 401 || (status === 403 && expiresAt <= Date.now());
}

/** An OAuth2 token changes with each refresh, so its location and user tell whose it is. */
function isSameAccount(...readings: [PlatformCredential, PlatformCredential]): boolean {
	const [one, other] = readings.map(({ platformUrl, apiVersion, locationId, decrypted }) =>
		JSON.stringify([platformUrl, apiVersion, locationId, decrypted.clientId, decrypted.accessToken]),
	);
	// Not every token response needs to name the user.
	const [user, otherUser] = readings.map(({ tokenData }) => String(tokenData.userId ?? ''));
	return one === other && (user === otherUser || user === '' || otherUser === '');
}

/**
 * The account that one run of one node works for.
 *
 * The first reading of the credential decides it: paths and bodies are made for its location. Each
 * request is signed with a reading of its own, taken just before, so its address, token and location
 * belong together. Once a reading shows another account, the run sends nothing more: n8n's core alone
 * would sign bodies of the old location with the new one's token.
 */
export class AccountOfRun {
	private first?: Promise<PlatformCredential>;

	/** The last refresh: the token that it replaces, and the one that it has brought. */
	private last?: { from: string; to?: string; at: number; done: Promise<void> };

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
	) {}

	/** Whether this class refreshes the token; n8n 1.x does so by itself, after a 401. */
	refreshes({ authentication, tokenData }: PlatformCredential): boolean {
		return authentication === 'oAuth2' && refreshesUnderLease(tokenData);
	}

	/** As the run began with it: for what does not depend on the token. */
	async known(): Promise<PlatformCredential> {
		this.first ??= readCredential(this.context, this.authentication).catch(async (error: unknown) => {
			// A temporary database fault must not fail all further items.
			this.first = undefined;
			return await Promise.reject(error);
		});
		return await this.first;
	}

	/**
	 * The reading to sign the next request with. A token that is about to expire is replaced first;
	 * where that fails or takes long, the request goes out with the stored one.
	 *
	 * @param options.strict do not carry on when a due refresh does not succeed
	 * @throws NodeOperationError when the credential was changed during the run; NodeApiError, with
	 * `strict`, that explains the refresh
	 */
	async next({ strict = false } = {}): Promise<PlatformCredential> {
		const stored = await this.reading();
		if (!this.refreshes(stored) || !isDueForRefresh(stored.tokenData)) return stored;
		const fresh = this.refreshed(stored);
		const since = this.last?.at ?? 0;
		return await withTimeout(fresh, since + MAX_EARLY_REFRESH_MS - Date.now())
			.then((inTime) => inTime ?? Promise.reject(this.explained(NO_RESPONSE, stored)))
			.catch(async (error: unknown) => {
				if (strict || !(error instanceof NodeApiError)) return await Promise.reject(error);
				this.context.logger.warn('The access token could not be refreshed before it expires', {
					credentialType: stored.type,
				});
				return stored;
			});
	}

	/**
	 * The reading to send a refused request with once more; undefined where a new token changes nothing.
	 *
	 * @throws as {@link next} does with `strict`
	 */
	async renewed(refused: PlatformCredential, error: unknown): Promise<PlatformCredential | undefined> {
		if (!this.refreshes(refused) || !mayHaveExpired(httpStatusOf(error), refused.tokenData)) return undefined;
		const isNew = this.last?.to === refused.token && this.isRecent();
		return isNew ? undefined : await this.refreshed(refused);
	}

	private isRecent(): boolean {
		return Date.now() - (this.last?.at ?? 0) < REFRESH_PAUSE_MS;
	}

	/** Items that find the same token expired share one refresh. */
	private async refreshed(old: PlatformCredential): Promise<PlatformCredential> {
		if (this.last?.from !== old.token || !this.isRecent()) {
			const done = refreshStoredToken(this.context, old.type, old.decrypted).catch(
				async (error: unknown) => await Promise.reject(this.explained(error, old)),
			);
			this.last = { from: old.token, at: Date.now(), done };
		}
		const { last } = this;
		await last.done;
		const fresh = await this.reading();
		if (fresh.token === old.token) {
			// The core stores what the token endpoint sends with 200, an OAuth error included.
			throw this.explained({ code: 'ESTATUS', status: 200, body: fresh.tokenData }, old);
		}
		Object.assign(last, { to: fresh.token, at: Date.now() });
		return fresh;
	}

	/** The credential as it is stored now. */
	private async reading(): Promise<PlatformCredential> {
		const first = await this.known();
		const now = await readCredential(this.context, this.authentication);
		if (isSameAccount(first, now)) return now;
		const [from, to] = [first, now].map(({ locationId }) =>
			locationId === undefined ? 'no location' : `the location '${locationId}'`,
		);
		const locations = from === to ? '' : `: it was for ${from}, and is now for ${to}`;
		throw new NodeOperationError(
			this.context.getNode(),
			`The credential was changed during the run${locations}`,
			{
				description:
					'Nothing was changed for this item. Run the workflow again to use the credential as it is now. If nobody has edited or reconnected it, the platform gave its token to another location: create a new credential.',
			},
		);
	}

	private explained(error: unknown, credential: PlatformCredential): NodeApiError {
		return toPlatformError(this.context.getNode(), error, { method: 'GET' }, credential);
	}
}
