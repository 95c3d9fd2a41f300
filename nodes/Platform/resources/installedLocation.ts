import type { IDataObject } from 'n8n-workflow';

import { onOrOff } from '../../fields/valueKinds';
import { locationField } from '../../fields/accountFields';
import { fieldOf, isOnByPerson } from '../../fields/parameters';
import { limitFields, limitOf } from '../../fields/limitFields';
import { readText } from '../../http/body';
import { Listed } from '../../items/operation';
import { tokenExpiresAt } from '../../n8n/storedToken';
import {
	chooseLocation,
	isAgencyLevel,
	type PlatformCredential,
} from '../../platformApi/credential';
import { listInstalledLocations } from '../../platformApi/locations';
import { formatUtc } from '../../time/times';
import type { PlatformOperation, PlatformResource } from '../platformOperation';

/** The record with its ID first. HighLevel documents `_id`; the contract shows no body, so the usual names are read. */
function withLocationId(record: IDataObject): IDataObject {
	const locationId = readText(record, 'locationId', 'id', '_id');
	const item: IDataObject = { locationId, ...record };
	item.locationId = locationId;
	return item;
}

// The list is what tells the locations, so it has no field for one.
const getAll: PlatformOperation = {
	name: 'Get Many',
	description: 'Get the locations where the app is installed',
	action: 'Get many installed locations',
	hint: 'Returns one item per location with locationId. Other operations take the location from the credential, so it is rarely needed before them.',
	properties: limitFields,
	isRead: true,
	async execute(call) {
		const limit = limitOf(call);
		const { locations, hidden } = await call.client.readOnce(
			`locations ${limit}`,
			async () => await listInstalledLocations(call.client, limit),
		);
		const items = locations.map(withLocationId);
		return new Listed(items, 'The app is installed in no location.', hidden);
	},
};

export const installedLocation: PlatformResource = {
	name: 'Installed Location',
	operations: { getAll },
};

const INCLUDE_TOKEN = fieldOf(onOrOff, {
	displayName: 'Include Access Token',
	name: 'includeToken',
	type: 'boolean',
	default: false,
	description:
		'Whether to include the token in the output, for every node after this one. Anyone who sees it can act for the location.',
	noDataExpression: true,
});

/** The requested scopes, since the response with the token need not name the granted ones. */
function requestedScopesOf({
	authentication,
	tokenData,
	decrypted,
}: PlatformCredential): string[] | null {
	// No endpoint shows the scopes of a private integration token.
	if (authentication === 'accessToken') return null;
	const text = String(tokenData.scope ?? decrypted.scope ?? '');
	return text.split(/[\s,]/).filter((scope) => scope !== '');
}

// The location chooses the token, so it is a field of its own.
const get: PlatformOperation = {
	name: 'Get',
	description: 'Get the location, expiry and requested scopes of the access token',
	action: 'Get access token details',
	hint: "Returns location, level, requested scopes and expiry of the credential's token. Leave 'Include Access Token' off unless the token itself is needed.",
	properties: [locationField, INCLUDE_TOKEN],
	// This sends at most the request for a token.
	async execute(call) {
		const chosen = call.read(locationField);
		const client = await call.client.at(chosen);
		const stored = await client.account.credential();
		// An agency's token belongs to no location. `at` refuses one that was chosen, unless its token can be made.
		const locationId = isAgencyLevel(stored) ? null : chooseLocation(client.node, stored, chosen);
		// A token that is about to expire is refreshed first, so that the details are those of the new one.
		const credential = await client.account.lastingCredential();
		const { authentication, tokenData, apiVersion } = credential;
		const expiresAt = tokenExpiresAt(tokenData);
		const details: IDataObject = {
			locationId,
			userId: tokenData.userId ?? null,
			level: isAgencyLevel(credential) ? 'agency' : 'location',
			authentication,
			requestedScopes: requestedScopesOf(credential),
			expiresAt: expiresAt === undefined ? null : formatUtc(expiresAt),
			expiresInSeconds:
				expiresAt === undefined ? null : Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)),
			apiVersion,
		};
		if (isOnByPerson(call, INCLUDE_TOKEN)) details.accessToken = credential.token;
		return details;
	},
};

export const accessToken: PlatformResource = { name: 'Access Token', operations: { get } };
