import { NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import type { PlatformClient } from './client';
import type { PlatformCredential } from './credential';

/** Whether the token is an agency's: its token response names no location. */
export function isAgencyLevel({ authentication, locationId }: PlatformCredential): boolean {
	return authentication === 'oAuth2' && locationId === undefined;
}

/**
 * Decides which location a call is for, before anything is sent. A token is never used for a
 * location other than its own, and an agency-level token gets a 401 whichever location is asked for.
 *
 * @param asked ID of the location; empty means "the credential's"
 * @throws NodeOperationError for a location other than the credential's, for the token of an agency,
 * and where neither a private token's credential nor `asked` names a location
 */
export function chooseLocation(node: INode, credential: PlatformCredential, asked = ''): string {
	const { label, locationId: own } = credential;
	const refuse = (message: string, description: string) =>
		new NodeOperationError(node, message, { description: `Nothing was sent. ${description}` });
	if (isAgencyLevel(credential)) {
		throw refuse(
			asked === ''
				? `No location is known: the ${label} credential was connected for an agency, not for one location`
				: `The ${label} credential was connected for an agency, so it has no token of the location '${asked}'`,
			'Create a new credential, and choose a location on the consent page.',
		);
	}
	if (own !== undefined && asked !== '' && asked !== own) {
		const error = refuse(
			`The ${label} credential belongs to the location '${own}', so it cannot be used for the location '${asked}'`,
			`Leave the location empty to use '${own}', or select a credential of the location '${asked}'.`,
		);
		error.context.forModel = `Nothing was sent. Use the location '${own}'.`;
		throw error;
	}
	const chosen = own ?? asked;
	if (chosen !== '') return chosen;
	throw refuse(
		`No location is known: 'Location ID' of the ${label} credential is empty`,
		"Open the credential and enter the ID of the location that the token belongs to, or fill in 'Location'.",
	);
}

/** The ID of the location that a call is for; see {@link chooseLocation}. */
export async function resolveLocation(client: PlatformClient, asked = ''): Promise<string> {
	return chooseLocation(client.node, await client.account.known(), asked);
}

/** GET /oauth/installedLocations (sandbox/openapi.yaml, list_installed_locations). */
export async function listInstalledLocations(client: PlatformClient): Promise<IDataObject[]> {
	const request = { method: 'GET', path: '/oauth/installedLocations', scope: 'locations.readonly' } as const;
	return await client.requestList(request, 'locations', 'installedLocations');
}
