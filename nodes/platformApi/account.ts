import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';

import { readText, UnexpectedResponseError } from '../http/body';
import { httpStatusOf } from '../http/requestError';
import {
	refreshesUnderLease,
	refreshStoredToken,
	tokenExpiresAt,
	type RequestContext,
} from '../n8n/refreshStoredToken';
import { withTimeout } from '../utils/attempt';
import { readCredential, type Authentication, type PlatformCredential } from './credential';
import { toPlatformError } from './errors';

/** The contract recommends to refresh when under five minutes remain. */
const EARLY_MS = 5 * 60_000;
/** An early refresh may take this long; then the call goes out with the token that is stored. */
const MAX_EARLY_REFRESH_MS = 10_000;
/** A run refreshes once in this time. */
const REFRESH_PAUSE_MS = 60_000;

const lifetimeOf = ({ expires_in }: IDataObject) => Number(expires_in) * 1000 || Infinity;

/** True for a token to be replaced before it is used: one that lives short in the second half of its life. */
const endsSoon = (tokenData: IDataObject): boolean =>
	(tokenExpiresAt(tokenData) ?? Infinity) - Date.now() <
	Math.min(EARLY_MS, lifetimeOf(tokenData) / 2);

/**
 * The account that one run of one node works for, whose token requests are signed with. The credential is read once, and
 * everything is signed with that reading. After a refresh it is read again: a new token may go only to the address and
 * location that it was read with.
 */
export class Account {
	protected reading?: Promise<PlatformCredential>;

	/** Shared by the items that find a token expired. */
	private refreshing?: { since: number; fresh: Promise<PlatformCredential> };

	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
	) {}

	async credential(): Promise<PlatformCredential> {
		this.reading ??= this.read();
		// A temporary database fault must not fail all further items.
		this.reading.catch(() => (this.reading = undefined));
		return await this.reading;
	}

	protected async read(): Promise<PlatformCredential> {
		return await readCredential(this.context, this.authentication);
	}

	protected isDue({ tokenData }: PlatformCredential): boolean {
		return Boolean(tokenData.refresh_token) && endsSoon(tokenData);
	}

	/** The credential with a token that lasts. @throws NodeOperationError for another account's token; NodeApiError for none */
	async lastingCredential(): Promise<PlatformCredential> {
		const credential = await this.credential();
		// The core of n8n 2.0 may have refreshed since.
		if (!refreshesUnderLease(credential.tokenData)) return await this.readAgain(credential);
		if (!this.isDue(credential)) return credential;
		const { fresh, since } = this.refresh(credential);
		const inTime = await withTimeout(fresh, since + MAX_EARLY_REFRESH_MS - Date.now());
		if (inTime) return inTime;
		throw this.explained({ code: 'ETIMEDOUT', config: { url: '/oauth/token' } }, credential);
	}

	/** The credential for the next request: {@link lastingCredential}, or as it is where its token could not be replaced. */
	async nextCredential(): Promise<PlatformCredential> {
		return await this.lastingCredential().catch(async (error: unknown) => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			const credential = await this.credential();
			this.context.logger.warn('The access token could not be refreshed before it expires', {
				credentialType: credential.type,
			});
			return credential;
		});
	}

	/** The credential to send a refused request with once more; undefined where a new token changes nothing. */
	async renewedCredential(
		refused: PlatformCredential,
		error: unknown,
	): Promise<PlatformCredential | undefined> {
		const { authentication, tokenData, token } = refused;
		if (authentication !== 'oAuth2' || !refreshesUnderLease(tokenData)) return undefined;
		const status = httpStatusOf(error);
		// The status for an expired token is not shown; a 403 most often means a missing scope.
		if (status !== 401 && !(status === 403 && (tokenExpiresAt(tokenData) ?? 0) <= Date.now()))
			return undefined;
		const fresh = await this.refresh(refused).fresh.catch(async (failure: NodeApiError) => {
			// Where no response came, the refresh token may be used up.
			if (/^(5|429)/.test(failure.httpCode ?? '')) this.refreshing = undefined;
			return await Promise.reject(failure);
		});
		return fresh.token === token ? undefined : fresh;
	}

	private refresh(old: PlatformCredential) {
		const since = Date.now();
		if (!this.refreshing || since - this.refreshing.since >= REFRESH_PAUSE_MS)
			this.refreshing = { since, fresh: this.refreshed(old) };
		return this.refreshing;
	}

	protected async refreshed(old: PlatformCredential): Promise<PlatformCredential> {
		await refreshStoredToken(this.context, old.type, old.decrypted).catch((error: unknown) => {
			throw this.explained(error, old);
		});
		const fresh = await this.readAgain(old);
		if (fresh.token !== old.token) return fresh;
		// The core stores what the token endpoint sends with 200, an OAuth error included.
		throw this.explained({ code: 'ESTATUS', status: 200, body: fresh.tokenData }, old);
	}

	private explained(error: unknown, credential: PlatformCredential) {
		return toPlatformError(this.context.getNode(), error, { isRead: true }, credential);
	}

	/** Reads it again: address and location must be as before; company and user, too, where both name them. */
	private async readAgain(old: PlatformCredential): Promise<PlatformCredential> {
		const now = await readCredential(this.context, this.authentication);
		const isSame = (name: string) =>
			new Set([old, now].map(({ tokenData }) => tokenData[name]).filter(Boolean)).size < 2;
		if (
			old.platformUrl === now.platformUrl &&
			old.locationId === now.locationId &&
			isSame('companyId') &&
			isSame('userId')
		) {
			this.reading = Promise.resolve(now);
			return now;
		}
		const [from, to] = [old, now].map(({ locationId }) =>
			locationId ? `the location '${locationId}'` : 'no location',
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

	protected override isDue({ tokenData }: PlatformCredential): boolean {
		return endsSoon(tokenData);
	}

	protected override async refreshed(): Promise<PlatformCredential> {
		this.reading = undefined;
		return await this.credential();
	}

	protected override async read(): Promise<PlatformCredential> {
		const { agency, locationId } = this;
		const response = await this.mint();
		const token = readText(response, 'access_token');
		if (token === undefined || (readText(response, 'locationId') ?? locationId) !== locationId) {
			throw new UnexpectedResponseError(`a token of the location '${locationId}'`);
		}
		// n8n's core would refresh a token without an expiry, and then send the agency's own instead.
		const tokenData = {
			...response,
			token_type: 'Bearer',
			locationId,
			n8n_expires_at: Date.now() + lifetimeOf(response),
		};
		return {
			...agency,
			locationId,
			token,
			tokenData,
			decrypted: { ...agency.decrypted, oauthTokenData: tokenData },
		};
	}
}
