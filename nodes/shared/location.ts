import { NodeOperationError } from 'n8n-workflow';

import type { PlatformContext, PlatformCredential } from './credential';
import { knownCredential } from './tokenRefresh';

/** What was given for a location, and where it belongs in messages. */
export interface LocationRequest {
	/** Text of the parameter 'Location'; empty means "the credential's". */
	locationId?: string;
	itemIndex?: number;
}

/**
 * Whether the token is an agency's. Contract: Token response, whose `locationId` names the location
 * of a location-level token.
 */
export function isAgencyLevel({ authentication, locationId }: PlatformCredential): boolean {
	return authentication === 'oAuth2' && locationId === undefined;
}

/**
 * Decides which location a call is for, before anything is sent.
 * Contract: Authentication, "Tokens are stored per user and location and never reused across
 * sub-accounts"; Errors, Interface B OAuth, where an agency-level token gets a 401, whichever
 * location is asked for.
 *
 * @throws NodeOperationError for a location other than the credential's, for the token of an agency,
 * and where neither a private token's credential nor the parameter names a location
 */
export function chooseLocation(
	this: PlatformContext,
	credential: PlatformCredential,
	{ locationId, itemIndex }: LocationRequest,
): string {
	const asked = locationId?.trim() ?? '';
	const { label, locationId: own } = credential;
	const refuse = (message: string, description: string) =>
		new NodeOperationError(this.getNode(), message, {
			description: `Nothing was sent. ${description}`,
			itemIndex,
		});
	if (isAgencyLevel(credential)) {
		throw refuse(
			asked === ''
				? `No location is known: the ${label} credential was connected for an agency, not for one location`
				: `The ${label} credential was connected for an agency, so it holds no token of the location '${asked}'`,
			'Connect the credential again and choose the location on the consent page. How the token of an agency is exchanged for one of a location is not documented.',
		);
	}
	if (own !== undefined && asked !== '' && asked !== own) {
		throw refuse(
			`The ${label} credential belongs to the location '${own}', so it cannot be used for the location '${asked}'`,
			`Leave 'Location' empty to use '${own}', or select a credential of the location '${asked}'.`,
		);
	}
	const chosen = own ?? asked;
	if (chosen !== '') return chosen;
	throw refuse(
		`No location is known: 'Location ID' of the ${label} credential is empty`,
		"Open the credential and enter the ID of the location that the token belongs to, or fill in 'Location'.",
	);
}

/** The id of the location that a call is for; see {@link chooseLocation}. */
export async function resolveLocationId(
	this: PlatformContext,
	request: LocationRequest = {},
): Promise<string> {
	return chooseLocation.call(this, await knownCredential.call(this), request);
}
