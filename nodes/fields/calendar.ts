import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listCalendars } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { authenticationOf } from './account';
import { currentText, entriesOf, listField, matching } from './lists';

/** The calendar of an operation: from a searchable list, or by its id. */
export const calendarField = listField(
	{
		displayName: 'Calendar',
		name: 'calendarId',
		required: true,
		description: 'The calendar to use. A calendar ID is not a location ID.',
	},
	{ method: 'searchCalendars', placeholder: 'e.g. Onboarding call' },
	{ placeholder: 'e.g. BVTAy2iyHpoKSqTdXbC7' },
);

/** The client for a list of the editor: for the location chosen in the node, else for the credential's. */
export async function clientOf(context: ILoadOptionsFunctions): Promise<PlatformClient> {
	return await new PlatformClient(context, authenticationOf(context)).at(currentText(context, 'options.locationId'));
}

/** The calendars of the location chosen in the node, else of the credential's. */
export async function searchCalendars(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	return matching(entriesOf(await listCalendars(client, locationId)), filter);
}
