import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { httpStatusOf } from '../http/failure';
import type { RequestContext } from '../n8n/refreshStoredToken';
import { refreshesUnderLease, refreshStoredToken, tokenExpiresAt } from '../n8n/refreshStoredToken';
import { withTimeout } from '../utils/attempt';
import { readCredential, withTokenData, type Authentication, type PlatformCredential } from './credential';
import { toPlatformError } from './errors';

/** The contract recommends to refresh when under five minutes remain. */
const EARLY_REFRESH_MS = 5 * 60_000;

/** An early refresh may take this long; then the call goes out with the token that is stored. */
const MAX_EARLY_REFRESH_MS = 10_000;

/** A run refreshes once in this time. */
const REFRESH_PAUSE_MS = 60_000;

/** As n8n's OAuth2 client says it. */
const NO_RESPONSE = { code: 'ETIMEDOUT', config: { url: '/oauth/token' } };

/** Whether the token should be replaced before it is used; a short-lived one in its second half. `now` in epoch ms. */
export function isDueForRefresh(tokenData: IDataObject, now: number = Date.now()): boolean {
	if (!tokenData.refresh_token) return false;
	const expiresAt = tokenExpiresAt(tokenData) ?? Infinity;
	const lifetime = Number(tokenData.expires_in) * 1000 || Infinity;
	return expiresAt - now < Math.min(EARLY_REFRESH_MS, lifetime / 2);
}

/**
 * Whether to refresh after a refusal; n8n 2.0 does so by itself. With which status an expired token is refused is not
 * shown; a 403 most often means a missing scope.
 */
function mayHaveExpired(status: number | undefined, { authentication, tokenData }: PlatformCredential): boolean {
	if (authentication !== 'oAuth2' || !refreshesUnderLease(tokenData)) return false;
	const expiresAt = tokenExpiresAt(tokenData) ?? 0;
	return status === 401 || (status === 403 && expiresAt <= Date.now());
}

/** An OAuth2 token changes with each refresh: whose it is, its location tells, and its company and user where it names them. */
function isSameAccount(one: PlatformCredential, other: PlatformCredential): boolean {
	const differ = (id: string) => new Set([one, other].map(({ tokenData }) => tokenData[id]).filter(Boolean)).size > 1;
	return one.locationId === other.locationId && !differ('companyId') && !differ('userId');
}

/** Whose token requests are signed with. */
export interface Account {
	/** As it was read last. */
	known(): Promise<PlatformCredential>;
	/** With a token that lasts. @throws NodeApiError or NodeOperationError where there is none */
	lasting(): Promise<PlatformCredential>;
	/** To sign the next request with. */
	next(): Promise<PlatformCredential>;
	/** To send a refused request with once more; undefined where a new token changes nothing. */
	renewed(refused: PlatformCredential, error: unknown): Promise<PlatformCredential | undefined>;
}

/**
 * The account that one run of one node works for.
 *
 * The credential is read once, and everything is signed with that reading, so its address, token and
 * location belong together; after an edit the run goes on with the old account. A refresh changes the token only. If
 * that is another account's, the run sends nothing more.
 */
export class AccountOfRun implements Account {
	private reading?: Promise<PlatformCredential>;

	/** Items that find a token expired share it. */
	private refreshing?: { since: number; fresh: Promise<PlatformCredential> };

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
	) {}

	async known(): Promise<PlatformCredential> {
		this.reading ??= readCredential(this.context, this.authentication);
		// A temporary database fault must not fail all further items.
		this.reading.catch(() => (this.reading = undefined));
		return await this.reading;
	}

	/**
	 * The reading with a token that lasts: one that is about to expire is replaced.
	 *
	 * @throws NodeOperationError when the refreshed credential is another account's; NodeApiError that explains why it
	 * was not refreshed
	 */
	async lasting(): Promise<PlatformCredential> {
		const known = await this.known();
		// The core of n8n 2.0 may have refreshed since.
		if (!refreshesUnderLease(known.tokenData)) return this.accepted(known, await readCredential(this.context, this.authentication));
		if (!isDueForRefresh(known.tokenData)) return known;
		const { fresh, since } = this.refresh(known);
		const inTime = await withTimeout(fresh, since + MAX_EARLY_REFRESH_MS - Date.now());
		if (inTime) return inTime;
		throw this.explained(NO_RESPONSE, known);
	}

	/** The reading to sign the next request with: {@link lasting}, or as it is where it could not be refreshed. */
	async next(): Promise<PlatformCredential> {
		return await this.lasting().catch(async (error: unknown) => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			const known = await this.known();
			this.context.logger.warn('The access token could not be refreshed before it expires', { credentialType: known.type });
			return known;
		});
	}

	/**
	 * The reading to send a refused request with once more; undefined where a new token changes nothing.
	 *
	 * @throws as {@link lasting} does
	 */
	async renewed(refused: PlatformCredential, error: unknown): Promise<PlatformCredential | undefined> {
		if (!mayHaveExpired(httpStatusOf(error), refused)) return undefined;
		const fresh = await this.refresh(refused).fresh;
		return fresh.token === refused.token ? undefined : fresh;
	}

	private refresh(old: PlatformCredential): { since: number; fresh: Promise<PlatformCredential> } {
		const now = Date.now();
		if (!this.refreshing || now - this.refreshing.since >= REFRESH_PAUSE_MS) {
			this.refreshing = { since: now, fresh: this.refreshed(old) };
		}
		return this.refreshing;
	}

	private async refreshed(old: PlatformCredential): Promise<PlatformCredential> {
		const tokenData = await refreshStoredToken(this.context, old.type, old.decrypted).catch(
			async (error: unknown) => await Promise.reject(this.explained(error, old)),
		);
		const fresh = this.accepted(old, withTokenData(old, tokenData));
		if (fresh.token !== old.token) return fresh;
		// The core stores what the token endpoint sends with 200, an OAuth error included.
		throw this.explained({ code: 'ESTATUS', status: 200, body: tokenData }, old);
	}

	/** Takes what a token was replaced with. @throws NodeOperationError for another account's */
	private accepted(old: PlatformCredential, now: PlatformCredential): PlatformCredential {
		if (isSameAccount(old, now)) {
			this.reading = Promise.resolve(now);
			return now;
		}
		const [from, to] = [old, now].map(({ locationId }) => (locationId ? `the location '${locationId}'` : 'no location'));
		const locations = from === to ? '' : `: it was for ${from}, and is now for ${to}`;
		throw new NodeOperationError(this.context.getNode(), `The credential was changed during the run${locations}`, {
			description:
				'Nothing was changed for this item. Run the workflow again to use the credential as it is now. If nobody has edited or reconnected it, the platform gave its token to another location: create a new credential.',
		});
	}

	private explained(error: unknown, credential: PlatformCredential): NodeApiError {
		return toPlatformError(this.context.getNode(), error, { isRead: true }, credential);
	}
}
