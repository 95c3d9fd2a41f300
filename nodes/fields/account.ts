import type { INodeProperties } from 'n8n-workflow';

import type { PlatformClient } from '../platformApi/client';
import type { Authentication } from '../platformApi/credential';
import { choiceField } from './declare';
import { listField } from './lists';
import { fieldsAt, KIND, OPTIONS, readAs, refuserFor, type ParameterContext } from './parameters';

/** Which of the platform's credentials a node uses. */
export const authenticationField = choiceField('Authentication', 'authentication', 'oAuth2', {
	noDataExpression: true,
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Private Integration Token', value: 'accessToken' },
	],
});

/** What is chosen in 'Authentication', which cannot hold an expression and so is one for all items. */
export function authenticationOf(context: Pick<ParameterContext, 'getNode'>): Authentication {
	const { getNodeParameter } = context as unknown as { getNodeParameter: (...given: unknown[]) => unknown };
	// Where there are no items, n8n takes the 0 for the fallback.
	const chosen = getNodeParameter.call(context, authenticationField.name, 0, '');
	return readAs(authenticationField[KIND], chosen === 0 ? '' : chosen, authenticationField.displayName, refuserFor(context)) ?? 'oAuth2';
}

/** The location of a call, an entry of 'Options': empty means the credential's own, which is the only one it can use. */
export const locationField = listField(
	{
		displayName: 'Location',
		name: 'locationId',
		hint: "Leave empty to use the credential's location",
		description: "The location (sub-account). A credential works only for its own location; that of a HighLevel agency, for all of the agency's.",
	},
	{ method: 'searchLocations', placeholder: 'e.g. Harbor Dental' },
	{ placeholder: 'e.g. C2QujeCh8ZnC7al2InWR' },
);

/** 'Options', the last field of an operation, its entries in the order of the alphabet. */
export function optionsField(...entries: INodeProperties[]): INodeProperties {
	const options = entries.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return { ...OPTIONS, type: 'collection', placeholder: 'Add option', default: {}, options };
}

/** The ID of the location in 'Options'; undefined where none is chosen. @throws NodeOperationError for what is none */
export function locationAsked(context: ParameterContext, itemIndex: number): string | undefined {
	return fieldsAt(context, itemIndex).read(locationField, OPTIONS);
}

/** The ID of the location in 'Options'. @throws NodeOperationError for one that the credential cannot be used for */
export async function locationOf(context: ParameterContext, client: PlatformClient, itemIndex: number): Promise<string> {
	return await client.locationFor(locationAsked(context, itemIndex));
}
