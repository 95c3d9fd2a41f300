import { createHash } from 'node:crypto';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
} from 'n8n-workflow';

import { readAddress } from '../http/address';
import type { RequestContext } from '../n8n/refreshStoredToken';
import { type Dialect, dialectOf } from './dialect';

/** Values of the nodes' parameter `authentication`, and the credential type that each stands for. */
export const CREDENTIALS = {
	oAuth2: { type: 'platformOAuth2Api', label: 'CRM Platform (GoHighLevel) OAuth2 API' },
	accessToken: { type: 'platformTokenApi', label: 'CRM Platform (GoHighLevel) Token API' },
} as const;

export type Authentication = keyof typeof CREDENTIALS;

/** A credential as the nodes use it; `label` is the display name of its type. */
export interface PlatformCredential {
	authentication: Authentication;
	type: (typeof CREDENTIALS)[Authentication]['type'];
	label: string;
	dialect: Dialect;
	/** The address of the API, without a slash at its end. */
	platformUrl: string;
	/** The typed value for the `Version` header, else the contract's. */
	apiVersion: string;
	/** The location that the token belongs to; undefined for an agency-level token. */
	locationId?: string;
	/** The company of an agency; undefined where the token response names none. */
	companyId?: string;
	/** As sent after `Bearer `. */
	token: string;
	/** Token response as n8n stored it, with `n8n_expires_at` in newer versions; empty for a fixed token. */
	tokenData: IDataObject;
	/** As n8n decrypted it. Holds secrets. */
	decrypted: ICredentialDataDecryptedObject;
}

export const NOT_CONNECTED = {
	message: 'The credential has not been connected to an account yet',
	whatToDo: "Open the credential and select 'Connect'.",
};

/** A token response may have numbers for IDs. */
function text(value: unknown): string | undefined {
	return ['string', 'number'].includes(typeof value)
		? String(value).trim() || undefined
		: undefined;
}

export const DEFAULT_API_VERSION = '2021-07-28';

export const apiVersionOf = ({ apiVersion }: ICredentialDataDecryptedObject) =>
	text(apiVersion) ?? DEFAULT_API_VERSION;

/** A private token is often copied with its scheme, line breaks and zero-width characters. */
export const bareToken = (typed: unknown) =>
	(text(typed) ?? '').replace(/^Bearer\s+/i, '').replace(/[\s\p{Cc}\p{Cf}]/gu, '');

/** @throws NodeOperationError for what is no address, and for OAuth2 that is not connected, or to another location than is expected */
export async function readCredential(
	context: RequestContext,
	authentication: Authentication,
): Promise<PlatformCredential> {
	const { type, label } = CREDENTIALS[authentication];
	const decrypted = await context.getCredentials<ICredentialDataDecryptedObject>(type);
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });

	const dialect = dialectOf(decrypted.api);
	const address = text(decrypted.platformUrl) ?? dialect.platformUrl;
	if (address === '')
		throw refuse(
			`'Platform URL' of the ${label} credential is empty`,
			`Enter the address of the API. ${dialect.otherForm}`,
		);
	const platformUrl = readAddress(context.getNode(), address, 'Platform URL', label);
	const isOAuth2 = authentication === 'oAuth2';
	const tokenData = ((isOAuth2 && decrypted.oauthTokenData) || {}) as IDataObject;
	const sent = isOAuth2 ? tokenData.access_token : decrypted.accessToken;
	// A credential without a token would look like an agency's, which belongs to no location either.
	if (isOAuth2 && !text(sent)) throw refuse(NOT_CONNECTED.message, NOT_CONNECTED.whatToDo);
	const locationId = text(isOAuth2 ? tokenData.locationId : decrypted.locationId);
	const expected = text(decrypted.expectedLocationId) ?? locationId;
	if (locationId !== expected) {
		throw refuse(
			`The ${label} credential is connected to ${locationId ? `the location '${locationId}'` : 'an agency'}, but its 'Expected Location ID' is '${expected}'`,
			`Nothing was sent. Create a new credential and connect it to '${expected}', or correct 'Expected Location ID'.`,
		);
	}
	const companyId = text(tokenData.companyId);
	const [token, apiVersion] = [bareToken(sent), apiVersionOf(decrypted)];
	return {
		authentication,
		type,
		label,
		dialect,
		platformUrl,
		apiVersion,
		locationId,
		companyId,
		token,
		tokenData,
		decrypted,
	};
}

/** Tells accounts apart in memory, without a secret. A location's new token is of the same account. */
export function accountKeyOf({ platformUrl, locationId, companyId, token }: PlatformCredential) {
	const unnamed = () => createHash('sha256').update(token).digest('base64url');
	return `${platformUrl} ${locationId ?? companyId ?? unnamed()}`;
}

/** Texts that must never appear in a message, nor a piece of one. The client ID is none: every consent page shows it. */
export function secretsOf({ token, decrypted, tokenData }: PlatformCredential): string[] {
	const secrets: string[] = [];
	for (const value of [token, decrypted.clientSecret, tokenData.refresh_token]) {
		const secret = text(value);
		if (secret !== undefined) secrets.push(secret);
	}
	return secrets;
}

/** True for an agency's token: its token response names no location. Tokens of its locations may be made of it. */
export const isAgencyLevel = ({ authentication, locationId }: PlatformCredential) =>
	authentication === 'oAuth2' && locationId === undefined;
export const mintsTokens = (credential: PlatformCredential) =>
	isAgencyLevel(credential) && credential.dialect.scopes.mintTokens !== undefined;

/**
 * The location that a call is for. A token is never used for another location than its own, and an agency's own for none.
 *
 * @param asked ID of the location; empty means "the credential's"
 * @throws NodeOperationError before anything is sent
 */
export function chooseLocation(node: INode, credential: PlatformCredential, asked = ''): string {
	const { label, locationId: own } = credential;
	const refuse = (message: string, description: string) =>
		new NodeOperationError(node, message, { description: `Nothing was sent. ${description}` });
	if (isAgencyLevel(credential) && !mintsTokens(credential)) {
		throw refuse(
			`The ${label} credential was connected for an agency, so it has no token of ${asked === '' ? 'a location' : `the location '${asked}'`}`,
			'Create a new credential, and choose a location on the consent page.',
		);
	}
	if (own !== undefined && asked !== '' && asked !== own) {
		const error = refuse(
			`The ${label} credential belongs to the location '${own}', so it cannot be used for the location '${asked}'`,
			`Leave the location empty to use '${own}', or select a credential of the location '${asked}'.`,
		);
		error.context.forModel = `Nothing was sent. Leave 'Location (Sub-Account)' out, or use '${own}'.`;
		throw error;
	}
	const chosen = own ?? asked;
	if (chosen !== '') return chosen;
	const whereElse = isAgencyLevel(credential)
		? 'use a credential of the location'
		: "enter 'Location ID' in the credential";
	throw refuse(
		`No location is known: the ${label} credential names none`,
		`Choose 'Location (Sub-Account)' under 'Options', or ${whereElse}.`,
	);
}
