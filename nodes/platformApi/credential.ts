import { createHash } from 'node:crypto';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
} from 'n8n-workflow';

import { readAddress } from '../http/address';
import type { RequestContext } from '../n8n/requestContext';
import { type Dialect, dialectOf } from './dialect';

/** Values of the nodes' parameter `authentication`, and the credential type that each stands for. */
export const CREDENTIALS = {
	oAuth2: { type: 'platformOAuth2Api', label: 'CRM Platform (GoHighLevel) OAuth2 API' },
	accessToken: { type: 'platformTokenApi', label: 'CRM Platform (GoHighLevel) Token API' },
} as const;

/** A value of the nodes' parameter 'Authentication'. */
export type Authentication = keyof typeof CREDENTIALS;

/** A credential as the nodes use it. */
export interface PlatformCredential {
	authentication: Authentication;
	/** n8n's name of its type. */
	type: (typeof CREDENTIALS)[Authentication]['type'];
	/** The display name of its type. */
	label: string;
	/** The form of the API. */
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

/** The credential has no token, and never had one. */
export const NOT_CONNECTED = {
	message: 'The credential has not been connected to an account yet',
	whatToDo: "Open the credential and select 'Connect'.",
};

/** A value as a trimmed text; undefined for an empty one. A token response may have numbers for IDs. */
function textOf(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	return String(value).trim() || undefined;
}

/** The version of the contract. */
export const DEFAULT_API_VERSION = '2021-07-28';

/** The version in the credential, else the contract's. */
export function apiVersionOf({ apiVersion }: ICredentialDataDecryptedObject): string {
	return textOf(apiVersion) ?? DEFAULT_API_VERSION;
}

/** A token as it is sent after `Bearer `. A private token is often copied with its scheme, line breaks and zero-width characters. */
export function bareToken(typed: unknown): string {
	const token = textOf(typed) ?? '';
	return token.replace(/^Bearer\s+/i, '').replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

/** The address of the API, without a slash at its end. @throws NodeOperationError for none, and for what is no address */
function readPlatformUrl(
	node: INode,
	typed: unknown,
	{ platformUrl, otherForm }: Dialect,
	label: string,
): string {
	const address = textOf(typed) ?? platformUrl;
	if (address === '')
		throw new NodeOperationError(node, `'Platform URL' of the ${label} credential is empty`, {
			description: `Enter the address of the API. ${otherForm}`,
		});
	return readAddress(node, address, 'Platform URL', label);
}

/** @throws NodeOperationError for a connection to another location than the credential expects */
function refuseUnexpectedLocation(
	node: INode,
	label: string,
	locationId: string | undefined,
	expected: string,
): void {
	if (locationId === expected) return;
	const message = locationId
		? `The ${label} credential is connected to the location '${locationId}', but its 'Expected Location ID' is '${expected}'`
		: `The ${label} credential is connected to an agency, but its 'Expected Location ID' is '${expected}'`;
	throw new NodeOperationError(node, message, {
		description: `Nothing was sent. Create a new credential and connect it to '${expected}', or correct 'Expected Location ID'.`,
	});
}

/** What a credential says of its token. */
interface TokenFields {
	token: unknown;
	locationId: unknown;
	tokenData: IDataObject;
}

/** Where each of the two credentials has its token. */
function tokenFieldsOf(
	authentication: Authentication,
	decrypted: ICredentialDataDecryptedObject,
): TokenFields {
	if (authentication === 'accessToken')
		return { token: decrypted.accessToken, locationId: decrypted.locationId, tokenData: {} };
	const tokenData = (decrypted.oauthTokenData ?? {}) as IDataObject;
	return { token: tokenData.access_token, locationId: tokenData.locationId, tokenData };
}

/**
 * Reads a credential.
 *
 * @throws NodeOperationError for what is no address, and for OAuth2 that is not connected, or to another location than is
 * expected
 */
export async function readCredential(
	context: RequestContext,
	authentication: Authentication,
): Promise<PlatformCredential> {
	const { type, label } = CREDENTIALS[authentication];
	const node = context.getNode();
	const decrypted = await context.getCredentials<ICredentialDataDecryptedObject>(type);
	const dialect = dialectOf(decrypted.api);
	const platformUrl = readPlatformUrl(node, decrypted.platformUrl, dialect, label);
	const fields = tokenFieldsOf(authentication, decrypted);
	// A credential without a token would look like an agency's, which belongs to no location either.
	if (authentication === 'oAuth2' && textOf(fields.token) === undefined)
		throw new NodeOperationError(node, NOT_CONNECTED.message, {
			description: NOT_CONNECTED.whatToDo,
		});
	const locationId = textOf(fields.locationId);
	const expected = textOf(decrypted.expectedLocationId);
	if (expected !== undefined) refuseUnexpectedLocation(node, label, locationId, expected);
	return {
		authentication,
		type,
		label,
		dialect,
		platformUrl,
		apiVersion: apiVersionOf(decrypted),
		locationId,
		companyId: textOf(fields.tokenData.companyId),
		token: bareToken(fields.token),
		tokenData: fields.tokenData,
		decrypted,
	};
}

/** Tells accounts apart in memory, without a secret. A location's new token is of the same account. */
export function accountKeyOf(credential: PlatformCredential): string {
	const { platformUrl, locationId, companyId, token } = credential;
	const name = locationId ?? companyId;
	if (name !== undefined) return `${platformUrl} ${name}`;
	return `${platformUrl} ${createHash('sha256').update(token).digest('base64url')}`;
}

/** Texts that must never appear in a message, nor a piece of one. The client ID is none: every consent page shows it. */
export function secretsOf({ token, decrypted, tokenData }: PlatformCredential): string[] {
	const secrets: string[] = [];
	for (const value of [token, decrypted.clientSecret, tokenData.refresh_token]) {
		const secret = textOf(value);
		if (secret !== undefined) secrets.push(secret);
	}
	return secrets;
}

/** True for an agency's token: its token response names no location. */
export function isAgencyLevel({ authentication, locationId }: PlatformCredential): boolean {
	return authentication === 'oAuth2' && locationId === undefined;
}

/** True for an agency's token with which the tokens of its locations can be made. */
export function mintsTokens(credential: PlatformCredential): boolean {
	return isAgencyLevel(credential) && credential.dialect.scopes.mintTokens !== undefined;
}

/**
 * The location that a call is for. A token is never used for another location than its own, and an agency's own for none.
 *
 * @param asked ID of the location; empty for the credential's own
 * @throws NodeOperationError, unsent, for a location of another credential, and where none is known
 */
export function chooseLocation(node: INode, credential: PlatformCredential, asked = ''): string {
	const { label, locationId: own } = credential;
	const refuse = (message: string, whatToDo: string) =>
		new NodeOperationError(node, message, { description: `Nothing was sent. ${whatToDo}` });
	if (isAgencyLevel(credential) && !mintsTokens(credential)) {
		const message =
			asked === ''
				? `The ${label} credential was connected for an agency, so it has no token of a location`
				: `The ${label} credential was connected for an agency, so it has no token of the location '${asked}'`;
		throw refuse(message, 'Create a new credential, and choose a location on the consent page.');
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
	throw refuse(
		`No location is known: the ${label} credential names none`,
		isAgencyLevel(credential)
			? "Choose 'Location (Sub-Account)' under 'Options', or use a credential of the location."
			: "Choose 'Location (Sub-Account)' under 'Options', or enter 'Location ID' in the credential.",
	);
}
