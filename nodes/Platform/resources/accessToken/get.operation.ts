import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { PlatformCredential } from '../../../shared/credential';
import { chooseLocation, isAgencyLevel } from '../../../shared/location';
import type { Operation } from '../../../shared/router';
import { formatUtc } from '../../../shared/times';
import { expiresAtOf, freshCredential, knownCredential } from '../../../shared/tokenRefresh';
import { locationField } from '../../fields/location';
import { optionalText } from '../../parameters';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['accessToken'], operation: ['get'] } },
	[
		locationField,
		{
			displayName: 'Include Access Token',
			name: 'includeToken',
			type: 'boolean',
			default: false,
			// Only a person decides this, never an expression or a model.
			noDataExpression: true,
			description:
				'Whether to put the token itself into the output. Anyone who can see the execution, or whom an agent tells, can then act for the location.',
		},
		{
			displayName:
				'The output will contain a secret. It is kept with the data of the execution and handed to every following node. Use the credential in an HTTP Request node instead, if you can.',
			name: 'tokenNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { includeToken: [true] } },
		},
	],
);

function scopesOf({ authentication, tokenData, decrypted }: PlatformCredential): string[] | null {
	// What a private integration token may do is set on the platform and shown by no endpoint.
	if (authentication === 'accessToken') return null;
	// The contract's token answer carries no scope; then those that were asked for were granted.
	const text = String(tokenData.scope ?? decrypted.scope ?? '');
	return text.split(/[\s,]+/).filter((scope) => scope !== '');
}

/** Null for the token of an agency, which belongs to no location; to ask for one is refused then. */
function locationOf(
	this: IExecuteFunctions,
	credential: PlatformCredential,
	itemIndex: number,
): string | null {
	const locationId = optionalText.call(this, 'locationId', itemIndex);
	if (isAgencyLevel(credential) && locationId === '') return null;
	return chooseLocation.call(this, credential, { locationId, itemIndex });
}

/** Describes the token of the credential. Contract: Token response; the token only when asked for. */
async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const locationId = locationOf.call(this, await knownCredential.call(this), itemIndex);
	// A token that is about to expire is renewed first, so that what is said of it will be true.
	const credential = await freshCredential.call(this, { strict: true });
	const { authentication, tokenData, decrypted, apiVersion } = credential;
	const expiresAt = expiresAtOf(tokenData);
	const token: IDataObject = {
		locationId,
		userId: tokenData.userId ?? null,
		level: isAgencyLevel(credential) ? 'agency' : 'location',
		authentication,
		scopes: scopesOf(credential),
		expiresAt: expiresAt === undefined ? null : formatUtc(expiresAt),
		expiresInSeconds:
			expiresAt === undefined ? null : Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)),
		apiVersion,
	};
	if (this.getNodeParameter('includeToken', itemIndex, false) === true) {
		token.accessToken =
			authentication === 'oAuth2' ? tokenData.access_token : (decrypted.accessToken as string);
	}
	return token;
}

export const get: Operation = { properties, execute };
