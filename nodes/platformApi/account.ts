import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { readText, UnexpectedResponseError } from '../http/body';
import { httpStatusOf } from '../http/requestError';
import { refreshesUnderLease, refreshStoredToken, tokenExpiresAt } from '../n8n/storedToken';
import type { RequestContext } from '../n8n/requestContext';
import { withTimeout } from '../utils/withTimeout';
import { readCredential, type Authentication, type PlatformCredential } from './credential';
import { toPlatformError } from './errors';

/** The contract recommends to refresh a token when it is valid for less than five minutes. */
const EARLY_MS = 5 * 60_000;
/** An early refresh may take this long; then the call goes out with the token that is stored. */
const MAX_EARLY_REFRESH_MS = 10_000;
/** A run refreshes once in this time. */
const REFRESH_PAUSE_MS = 60_000;

/** How long a token is valid, in milliseconds; Infinity where the token response does not say it. */
const lifetimeOf = ({ expires_in }: IDataObject) => Number(expires_in) * 1000 || Infinity;

/** True for a token that is to be replaced before it is used. Of a short life, the first half is left: else a token would be replaced before each call. */
function endsSoon(tokenData: IDataObject): boolean {
	const expiresAt = tokenExpiresAt(tokenData) ?? Infinity;
	return expiresAt - Date.now() < Math.min(EARLY_MS, lifetimeOf(tokenData) / 2);
}

/** True where two token responses do not name different values; either may leave it out. */
function isSameIn(name: string, first: IDataObject, second: IDataObject): boolean {
	return !first[name] || !second[name] || first[name] === second[name];
}

/** True for the same address and location; company and user, too, where both token responses name them. */
function isSameAccount(old: PlatformCredential, now: PlatformCredential): boolean {
	return (
		old.platformUrl === now.platformUrl &&
		old.locationId === now.locationId &&
		isSameIn('companyId', old.tokenData, now.tokenData) &&
		isSameIn('userId', old.tokenData, now.tokenData)
	);
}

const nameOfLocation = ({ locationId }: PlatformCredential) =>
	locationId ? `the location '${locationId}'` : 'no location';

/** The message where a credential is read again, and names another account. */
function changedMessage(old: PlatformCredential, now: PlatformCredential): string {
	if (old.locationId === now.locationId) return 'The credential was changed during the run';
	return `The credential was changed during the run: it was for ${nameOfLocation(old)}, and is now for ${nameOfLocation(now)}`;
}

/** A refresh that was begun. */
interface Refresh {
	/** In epoch milliseconds. */
	beganAt: number;
	/** The credential with the new token. */
	renewed: Promise<PlatformCredential>;
}

/**
 * The account that one run of one node works for, whose token requests are signed with. The credential is read once, and
 * everything is signed with that reading. After a refresh it is read again: a new token may go only to the address and
 * location that it was read with.
 */
export class Account {
	protected reading?: Promise<PlatformCredential>;

	/** Shared by the items that find a token expired. */
	private lastRefresh?: Refresh;

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
	) {}

	/** The credential as it was read first, or after the last refresh. @throws see {@link readCredential} */
	async credential(): Promise<PlatformCredential> {
		this.reading ??= this.readFirst();
		// A temporary database fault must not fail all further items.
		this.reading.catch(() => (this.reading = undefined));
		return await this.reading;
	}

	/** Reads the credential for the first time in the run. */
	protected async readFirst(): Promise<PlatformCredential> {
		return await readCredential(this.context, this.authentication);
	}

	/** True for a token that is to be refreshed before the next request. */
	protected mustRefresh({ tokenData }: PlatformCredential): boolean {
		return Boolean(tokenData.refresh_token) && endsSoon(tokenData);
	}

	/**
	 * The credential with a token that is valid for some minutes.
	 *
	 * @throws NodeOperationError where the credential is of another account now; NodeApiError where there is no such token
	 */
	async lastingCredential(): Promise<PlatformCredential> {
		const credential = await this.credential();
		// The core of n8n 2.0 may have refreshed since.
		if (!refreshesUnderLease(credential.tokenData)) return await this.readAgain(credential);
		if (!this.mustRefresh(credential)) return credential;
		const { renewed, beganAt } = this.refresh(credential);
		const inTime = await withTimeout(renewed, beganAt + MAX_EARLY_REFRESH_MS - Date.now());
		if (inTime) return inTime;
		throw this.explainError({ code: 'ETIMEDOUT', config: { url: '/oauth/token' } }, credential);
	}

	/** The credential for the next request: {@link lastingCredential}, or as it is where its token could not be replaced. */
	async nextCredential(): Promise<PlatformCredential> {
		try {
			return await this.lastingCredential();
		} catch (error) {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error as Error);
			const credential = await this.credential();
			this.context.logger.warn('The access token could not be refreshed before it expires', {
				credentialType: credential.type,
			});
			return credential;
		}
	}

	/** The credential to send a refused request with once more; undefined where a new token changes nothing. */
	async renewedCredential(
		refused: PlatformCredential,
		error: unknown,
	): Promise<PlatformCredential | undefined> {
		const { authentication, tokenData, token } = refused;
		if (authentication !== 'oAuth2' || !refreshesUnderLease(tokenData)) return undefined;
		const status = httpStatusOf(error);
		// The contract does not show the status for an expired token. A 403 most often means a missing scope.
		const isExpired = (tokenExpiresAt(tokenData) ?? 0) <= Date.now();
		const mayBeExpired = status === 401 || (status === 403 && isExpired);
		if (!mayBeExpired) return undefined;
		const renewed = await this.refreshOnce(refused);
		return renewed.token === token ? undefined : renewed;
	}

	/** {@link refresh}, which the next item repeats where the token endpoint gave no answer about the token. */
	private async refreshOnce(refused: PlatformCredential): Promise<PlatformCredential> {
		try {
			return await this.refresh(refused).renewed;
		} catch (error) {
			const { httpCode } = error as NodeApiError;
			// Where no response came, the refresh token may be used up, so it is not tried again.
			if (httpCode === '429' || httpCode?.startsWith('5')) this.lastRefresh = undefined;
			return await Promise.reject(error as Error);
		}
	}

	/** Begins a refresh, or returns the one that another item has begun a short time ago. */
	private refresh(old: PlatformCredential): Refresh {
		const now = Date.now();
		const isRecent = this.lastRefresh && now - this.lastRefresh.beganAt < REFRESH_PAUSE_MS;
		if (this.lastRefresh && isRecent) return this.lastRefresh;
		this.lastRefresh = { beganAt: now, renewed: this.requestToken(old) };
		return this.lastRefresh;
	}

	/** Lets n8n's core refresh the token, and reads the credential again. */
	protected async requestToken(old: PlatformCredential): Promise<PlatformCredential> {
		try {
			await refreshStoredToken(this.context, old.type, old.decrypted);
		} catch (error) {
			throw this.explainError(error, old);
		}
		const renewed = await this.readAgain(old);
		if (renewed.token !== old.token) return renewed;
		// The core stores what the token endpoint sends with 200, an OAuth error included.
		throw this.explainError({ code: 'ESTATUS', status: 200, body: renewed.tokenData }, old);
	}

	private explainError(error: unknown, credential: PlatformCredential): NodeApiError {
		return toPlatformError(this.context.getNode(), error, { isRead: true }, credential);
	}

	/** @throws NodeOperationError where the credential is of another account now */
	private async readAgain(old: PlatformCredential): Promise<PlatformCredential> {
		const now = await readCredential(this.context, this.authentication);
		if (!isSameAccount(old, now))
			throw new NodeOperationError(this.context.getNode(), changedMessage(old, now), {
				description:
					'Nothing was changed for this item. Run the workflow again to use the credential as it is now. If nobody has edited or reconnected it, the platform gave its token to another location: create a new credential.',
			});
		this.reading = Promise.resolve(now);
		return now;
	}
}

/** One location of an agency's connection, for one run: its token is made with the agency's, and used for no other location. */
export class LocationAccount extends Account {
	/** @param mint asks the platform for the location's token, and returns its token response */
	constructor(
		context: RequestContext,
		private readonly agency: PlatformCredential,
		private readonly locationId: string,
		private readonly mint: () => Promise<IDataObject>,
	) {
		super(context, agency.authentication);
	}

	/** A location's token has no refresh token: a new one is made with the agency's. */
	protected override mustRefresh({ tokenData }: PlatformCredential): boolean {
		return endsSoon(tokenData);
	}

	protected override async requestToken(): Promise<PlatformCredential> {
		this.reading = undefined;
		return await this.credential();
	}

	protected override async readFirst(): Promise<PlatformCredential> {
		const { agency, locationId } = this;
		const response = await this.mint();
		const token = readText(response, 'access_token');
		const tokenLocation = readText(response, 'locationId') ?? locationId;
		if (token === undefined || tokenLocation !== locationId)
			throw new UnexpectedResponseError(`a token of the location '${locationId}'`);
		const tokenData = {
			...response,
			token_type: 'Bearer',
			locationId,
			// n8n's core would refresh a token without an expiry, and then send the agency's own instead.
			n8n_expires_at: Date.now() + lifetimeOf(response),
		};
		const decrypted = { ...agency.decrypted, oauthTokenData: tokenData };
		return { ...agency, locationId, token, tokenData, decrypted };
	}
}
