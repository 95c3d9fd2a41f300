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
 * Decides which location a call is for, before anything is sent.
 * Contract: Authentication, "Tokens are stored per user and location and never reused across
 * sub-accounts".
 *
 * @throws NodeOperationError for a location other than the credential's, and where neither the
 * credential nor the parameter names one
 */
export function chooseLocation(
	this: PlatformContext,
	credential: PlatformCredential,
	{ locationId, itemIndex }: LocationRequest,
): string {
	const asked = locationId?.trim() ?? '';
	const own = credential.locationId;
	if (own !== undefined && asked !== '' && asked !== own) {
		throw new NodeOperationError(
			this.getNode(),
			`The ${credential.label} credential belongs to the location '${own}', so it cannot be used for the location '${asked}'`,
			{
				description: `Nothing was sent. Leave 'Location' empty to use '${own}', or select a credential of the location '${asked}'.`,
				itemIndex,
			},
		);
	}
	const chosen = own ?? asked;
	if (chosen === '') {
		throw new NodeOperationError(
			this.getNode(),
			credential.authentication === 'oAuth2'
				? `No location is known: the ${credential.label} credential was connected for an agency, not for one location`
				: `No location is known: 'Location ID' of the ${credential.label} credential is empty`,
			{
				description:
					credential.authentication === 'oAuth2'
						? "Connect the credential again and choose a location on the consent page, or fill in 'Location'."
						: "Open the credential and enter the ID of the location that the token belongs to, or fill in 'Location'.",
				itemIndex,
			},
		);
	}
	return chosen;
}

/** The id of the location that a call is for; see {@link chooseLocation}. */
export async function resolveLocationId(
	this: PlatformContext,
	request: LocationRequest = {},
): Promise<string> {
	return chooseLocation.call(this, await knownCredential.call(this), request);
}
