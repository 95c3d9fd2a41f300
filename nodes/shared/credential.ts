import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { NOT_CONNECTED } from './authorisationErrors';

/** The contexts in which this package calls the platform. */
export type PlatformContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** Values of the nodes' parameter `authentication`, and the credential type that each stands for. */
export const CREDENTIALS = {
	oAuth2: { type: 'platformOAuth2Api', label: 'Platform OAuth2 API' },
	accessToken: { type: 'platformTokenApi', label: 'Platform Token API' },
} as const;

export type Authentication = keyof typeof CREDENTIALS;

/** What the nodes need to know of a credential, read once and tidied. */
export interface PlatformCredential {
	authentication: Authentication;
	type: (typeof CREDENTIALS)[Authentication]['type'];
	/** The type's display name, for messages. */
	label: string;
	/** Without a slash at the end. Contract: {platform_url}. */
	platformUrl: string;
	/** Value of the `Version` header. Contract: Authentication, Interface B, 2. */
	apiVersion: string;
	/** The sub-account that the token belongs to; undefined for an agency-level token. */
	locationId?: string;
	/** Token answer as n8n stored it, with `n8n_expires_at` in newer versions; empty for a fixed token. */
	tokenData: IDataObject;
	/** As n8n decrypted it. Holds secrets. */
	decrypted: ICredentialDataDecryptedObject;
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads the parameter `authentication`, which cannot hold an expression and so is one for all items. */
export function authenticationOf(context: PlatformContext): Authentication {
	const chosen = (context as ILoadOptionsFunctions).getNodeParameter('authentication', 0);
	return chosen === 'accessToken' ? 'accessToken' : 'oAuth2';
}

/**
 * Reads the credential that the node uses.
 *
 * @throws NodeOperationError when no address, or one that is none, is set in it, and when an OAuth2
 * credential has not been connected yet
 */
export async function readCredential(this: PlatformContext): Promise<PlatformCredential> {
	const authentication = authenticationOf(this);
	const { type, label } = CREDENTIALS[authentication];
	const decrypted = await this.getCredentials<ICredentialDataDecryptedObject>(type);
	const tokenData = (decrypted.oauthTokenData ?? {}) as IDataObject;

	const platformUrl = text(decrypted.platformUrl)?.replace(/\/+$/, '');
	if (!platformUrl || !/^https?:\/\/[^/]/i.test(platformUrl) || !URL.canParse(platformUrl)) {
		throw new NodeOperationError(
			this.getNode(),
			`'Platform URL' of the ${label} credential is not a web address`,
			{ description: 'Open the credential and enter the address of the API, beginning with https://' },
		);
	}
	// Messages name the host, and paths are appended. The address itself stays out of this one: it
	// may hold a password or a key.
	if (/[?#\\]|^https?:\/\/[^/]*@/i.test(platformUrl)) {
		throw new NodeOperationError(
			this.getNode(),
			`'Platform URL' of the ${label} credential holds more than an address`,
			{ description: "Remove what follows '?' or '#' and any user name or password from 'Platform URL'." },
		);
	}
	// Else it would look like an agency's token, which belongs to no location either.
	if (authentication === 'oAuth2' && !text(tokenData.access_token)) {
		throw new NodeOperationError(this.getNode(), NOT_CONNECTED.message, {
			description: NOT_CONNECTED.whatToDo,
		});
	}
	return {
		authentication,
		type,
		label,
		platformUrl,
		apiVersion: text(decrypted.apiVersion) ?? '2021-07-28',
		locationId: text(authentication === 'oAuth2' ? tokenData.locationId : decrypted.locationId),
		tokenData,
		decrypted,
	};
}

/** Texts that must never appear in a message. */
export function secretsOf(credential: PlatformCredential): string[] {
	const { decrypted, tokenData } = credential;
	return [
		decrypted.accessToken,
		decrypted.clientSecret,
		tokenData.access_token,
		tokenData.refresh_token,
	]
		// As they are sent: the token is sent without the spaces it was pasted with.
		.map(text)
		.filter((value) => value !== undefined);
}
