import type { IDataObject } from 'n8n-workflow';

import { readText, UnexpectedResponseError } from '../http/body';
import { httpStatusOf } from '../http/failure';
import type { Account } from './account';
import type { PlatformCredential } from './credential';

/** A token that ends within this time is replaced before it is used. */
const EARLY_MS = 5 * 60_000;

/** One location of an agency's connection, for one run: its token is minted once, and used for no other location. */
export class LocationAccount implements Account {
	private minted?: { fresh: Promise<PlatformCredential>; until: number };

	/** @param mint asks the platform for the location's token, and returns its token response */
	constructor(
		private readonly agency: Account,
		private readonly locationId: string,
		private readonly mint: () => Promise<IDataObject>,
	) {}

	async known(): Promise<PlatformCredential> {
		return { ...(await this.agency.known()), locationId: this.locationId };
	}

	async lasting(): Promise<PlatformCredential> {
		if (!this.minted || Date.now() >= this.minted.until) {
			this.minted = { fresh: this.ofLocation(), until: Infinity };
			// What could not be had is asked for again by the next item.
			this.minted.fresh.catch(() => (this.minted = undefined));
		}
		return await this.minted.fresh;
	}

	async next(): Promise<PlatformCredential> {
		return await this.lasting();
	}

	async renewed(refused: PlatformCredential, error: unknown): Promise<PlatformCredential | undefined> {
		if (httpStatusOf(error) !== 401) return undefined;
		const known = await this.minted?.fresh;
		if (known?.token === refused.token) this.minted = undefined;
		const fresh = await this.next();
		return fresh.token === refused.token ? undefined : fresh;
	}

	private async ofLocation(): Promise<PlatformCredential> {
		const { locationId } = this;
		const response = await this.mint();
		const token = readText(response, 'access_token');
		if (token === undefined || (readText(response, 'locationId') ?? locationId) !== locationId) {
			throw new UnexpectedResponseError(`a token of the location '${locationId}'`);
		}
		const expiresAt = Date.now() + (Number(response.expires_in) * 1000 || Infinity);
		if (this.minted) this.minted.until = expiresAt - EARLY_MS;
		const agency = await this.agency.known();
		// Without an expiry, n8n's core would be left to refresh it, and would send the agency's own token instead.
		const tokenData = { ...response, token_type: 'Bearer', locationId, n8n_expires_at: expiresAt };
		return { ...agency, locationId, token, tokenData, decrypted: { ...agency.decrypted, oauthTokenData: tokenData } };
	}
}
