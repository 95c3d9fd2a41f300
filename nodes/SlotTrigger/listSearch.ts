import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toAuthentication } from '../fields/authentication';
import { entriesOf, matching, matchingTimeZones } from '../fields/listEntries';
import { listCalendars } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { resolveLocation } from '../platformApi/location';

/** The calendars of the credential's location. */
export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = this.getNodeParameter('authentication', 'oAuth2');
	const client = new PlatformClient(this, toAuthentication(chosen));
	const calendars = await listCalendars(client, await resolveLocation(client));
	return matching(entriesOf(calendars), filter);
}

/** All IANA zones with their present offset. */
export async function searchTimeZones(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return matchingTimeZones(this.getTimezone(), filter);
}
