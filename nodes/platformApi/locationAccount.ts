import type { IDataObject } from 'n8n-workflow';

import { readText, UnexpectedResponseError } from '../http/body';
import { httpStatusOf } from '../http/failure';
import type { Account } from './account';
import { type PlatformCredential, withTokenData } from './credential';

/** A token that ends within this time is replaced before it is used. */
const EARLY_MS = 5 * 60_000;

/** Asks the platform for a location's token, on behalf of the agency. @returns its token response */
export type Mint = (locationId: string) => Promise<IDataObject>;

/**
 * One location of an agency's connection, for one run: its own token is made of the agency's, kept until it expires, and
 * used for no other location.
 */
export class LocationAccount implements Account {
	private minted?: { fresh: Promise<PlatformCredential>; until: number };

	constructor(
		private readonly agency: Account,
		private readonly locationId: string,
		private readonly mint: Mint,
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
		const fresh = await this.lasting();
		return fresh.token === refused.token ? undefined : fresh;
	}

	private async ofLocation(): Promise<PlatformCredential> {
		const tokenData = await this.mint(this.locationId);
		const agency = await this.agency.known();
		const token = readText(tokenData, 'access_token');
		const isOwn = (readText(tokenData, 'locationId') ?? this.locationId) === this.locationId;
		if (token === undefined || !isOwn) throw new UnexpectedResponseError(`a token of the location '${this.locationId}'`);
		if (this.minted) this.minted.until = Date.now() + Math.max(0, (Number(tokenData.expires_in) * 1000 || Infinity) - EARLY_MS);
		return withTokenData(agency, { ...tokenData, token_type: 'Bearer', locationId: this.locationId });
	}
}
