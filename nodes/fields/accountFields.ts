import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { PlatformClient } from '../platformApi/client';
import {
	type Authentication,
	chooseLocation,
	isAgencyLevel,
	mintsTokens,
} from '../platformApi/credential';
import { PAGE_SIZE } from '../platformApi/readPages';
import { listInstalledLocations, type LocationSearch } from '../platformApi/locations';
import { choicesOf } from '../platformApi/pickLists';
import { currentText, entriesOf, createFilteredList, filterEntries } from './lists';
import { choiceOf, fieldOf, KIND, valuesAt } from './parameters';
import type { ParameterContext } from '../n8n/parameters';
import { id } from './valueKinds';

/** 'Authentication': which of the two credentials the node uses. */
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

/** The choice in 'Authentication', the same for all items since the field takes no expression; 'accessToken' where an operation hides the field. */
export function authenticationOf(context: Pick<ParameterContext, 'getNode'>): Authentication {
	const { name, displayName, [KIND]: kind } = authenticationField;
	const chosen: unknown = (context as IExecuteFunctions).getNodeParameter(name, 0, '');
	// Where there are no items, n8n's function has no index, and takes the 0 for the fallback.
	const entered = chosen === 0 ? '' : chosen;
	return valuesAt(context.getNode()).readValue(kind, entered, displayName) ?? 'accessToken';
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

/** 'Calendar', of all operations that work with one. */
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

/** A location, and the client that works for it. */
export interface ChosenLocation {
	client: PlatformClient;
	locationId: string;
}

/** The location of {@link clientOf} with its client, for a list of what a location has. @throws NodeOperationError where none is known */
export async function chosenLocation(context: ILoadOptionsFunctions): Promise<ChosenLocation> {
	const client = await clientOf(context);
	const locationId = await client.locationFor(currentText(context, 'options.locationId'));
	return { client, locationId };
}

/** The calendars of the chosen location. */
export const searchCalendars = createFilteredList(async (context) => {
	const { client, locationId } = await chosenLocation(context);
	return entriesOf(await choicesOf(client, 'calendarId', locationId));
});

/** The credential's own location as the one entry of the list, under its name if the platform tells it. */
async function entryOfOwnLocation(
	client: PlatformClient,
	locationId: string,
	max: number,
	search: LocationSearch,
): Promise<INodeListSearchItems> {
	const unnamed = { name: `${locationId} (location of the credential)`, value: locationId };
	// Without the scope locations.readonly, the ID stands for the name.
	const installed = await listInstalledLocations(client, max, search).catch(() => undefined);
	const entries = entriesOf(installed?.locations ?? [], 'locationId');
	return entries.find(({ value }) => value === locationId) ?? unnamed;
}

/**
 * A credential works only for its own location, so only that one is offered. Where a private token's location is unknown,
 * and for an agency, the installed locations are offered.
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
	if (isAgencyLevel(credential) && !mintsTokens(credential))
		chooseLocation(client.node, credential);
	const skip = Number(paginationToken ?? 0);
	// An agency may have thousands of locations, so the platform searches.
	const search = { query: filter?.trim() || undefined, skip };
	// A form of the API without pages sends the whole list, of which nothing is cut.
	const max = credential.dialect.installedLocations ? PAGE_SIZE : Infinity;
	if (credential.locationId !== undefined) {
		const entry = await entryOfOwnLocation(client, credential.locationId, max, search);
		return { results: filterEntries([entry], filter) };
	}
	const { locations, isEnd } = await listInstalledLocations(client, max, search);
	const results = entriesOf(locations, 'locationId');
	if (!isEnd) return { results, paginationToken: String(skip + locations.length) };
	const isSearched = mintsTokens(credential);
	return { results: isSearched ? results : filterEntries(results, filter) };
}
