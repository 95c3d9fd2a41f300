import { id } from './kinds';
import type { IExecuteFunctions, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { PlatformClient } from '../platformApi/client';
import {
	type Authentication,
	chooseLocation,
	isAgencyLevel,
	mintsTokens,
} from '../platformApi/credential';
import { PAGE_SIZE } from '../platformApi/endpoint';
import { listInstalledLocations } from '../platformApi/locations';
import { choicesOf } from '../platformApi/pickLists';
import { currentText, entriesOf, filtered, matching } from './lists';
import { choiceOf, fieldOf, KIND, type ParameterContext, valuesAt } from './parameters';

export const authenticationField = choiceOf({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	// Most people have a token, and n8n opens the dialog of the credential that this value shows.
	default: 'accessToken',
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Private Integration Token', value: 'accessToken' },
	],
	noDataExpression: true,
});

/** The choice in 'Authentication', one for all items since the field takes no expression. */
export function authenticationOf(context: Pick<ParameterContext, 'getNode'>): Authentication {
	const { name, displayName, [KIND]: kind } = authenticationField;
	// Without items, n8n's function has no index, so it takes the 0 for the fallback.
	// An operation without a credential hides the field.
	const chosen: unknown = (context as IExecuteFunctions).getNodeParameter(name, 0, '');
	return (
		valuesAt(context.getNode()).readValue(kind, chosen === 0 ? '' : chosen, displayName) ??
		'accessToken'
	);
}

/** The location of a call, an entry of 'Options'. Empty means the credential's own. */
export const locationField = fieldOf(id, {
	displayName: 'Location (Sub-Account)',
	name: 'locationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"The account to work in. A credential works only for its own location; that of a HighLevel agency, for all of the agency's.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Harbor Dental',
			typeOptions: { searchListMethod: 'searchLocations', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. C2QujeCh8ZnC7al2InWR' },
	],
	hint: "Leave empty to use the credential's location",
});

export const calendarField = fieldOf(id, {
	displayName: 'Calendar',
	name: 'calendarId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The calendar to use. A calendar ID is not a location ID.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Onboarding call',
			typeOptions: { searchListMethod: 'searchCalendars', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. BVTAy2iyHpoKSqTdXbC7' },
	],
	required: true,
});

/** The client for a list of the editor: for the location chosen in the node, else for the credential's. */
export async function clientOf(context: ILoadOptionsFunctions): Promise<PlatformClient> {
	return await new PlatformClient(context, authenticationOf(context)).at(
		currentText(context, 'options.locationId'),
	);
}

/** The same client with the ID of that location, for a list of what a location has. */
export async function chosenLocation(context: ILoadOptionsFunctions) {
	const client = await clientOf(context);
	return {
		client,
		locationId: await client.locationFor(currentText(context, 'options.locationId')),
	};
}

export const searchCalendars = filtered(async (context) => {
	const { client, locationId } = await chosenLocation(context);
	return entriesOf(await choicesOf(client, 'calendarId', locationId));
});

/**
 * A credential works only for its own location, so only that one is offered, under its name if the platform tells it.
 * Where a private token's location is unknown, and for an agency, the installed locations are offered.
 *
 * @throws NodeOperationError for an agency's credential of which no token of a location can be made
 */
export async function searchLocations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = new PlatformClient(this, authenticationOf(this));
	const credential = await client.account.credential();
	const { locationId } = credential;
	if (isAgencyLevel(credential) && !mintsTokens(credential))
		chooseLocation(client.node, credential);
	const skip = Number(paginationToken ?? 0);
	// An agency may have thousands, so the platform searches.
	const search = { query: filter?.trim() || undefined, skip };
	// A form without pages sends the whole list, of which nothing is cut.
	const max = credential.dialect.installedLocations ? PAGE_SIZE : Infinity;
	const installed = async () => await listInstalledLocations(client, max, search);
	if (locationId === undefined) {
		const { locations, isEnd } = await installed();
		const results = entriesOf(locations, 'locationId');
		if (!isEnd) return { results, paginationToken: String(skip + locations.length) };
		return { results: mintsTokens(credential) ? results : matching(results, filter) };
	}
	// Without the scope locations.readonly, the ID stands for the name.
	const { locations } = await installed().catch(() => ({ locations: [] }));
	const own = entriesOf(locations, 'locationId').find(({ value }) => value === locationId);
	const entry = own ?? { name: `${locationId} (location of the credential)`, value: locationId };
	return { results: matching([entry], filter) };
}
