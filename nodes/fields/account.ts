import type { INodeProperties } from 'n8n-workflow';

import type { PlatformClient } from '../platformApi/client';
import type { Authentication } from '../platformApi/credential';
import { resolveLocation } from '../platformApi/location';
import { listField } from './lists';
import type { ParameterContext } from './parameters';
import { optionalText } from './parameters';

/** Which of the platform's credentials a node uses. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Private Integration Token', value: 'accessToken' },
	],
	default: 'oAuth2',
};

/** What is chosen in 'Authentication'. */
export function toAuthentication(chosen: unknown): Authentication {
	return chosen === 'accessToken' ? 'accessToken' : 'oAuth2';
}

/** The parameter `authentication`, which cannot hold an expression and so is one for all items. */
export function authenticationOf(context: object): Authentication {
	const { getNodeParameter } = context as { getNodeParameter: (...given: unknown[]) => unknown };
	return toAuthentication(getNodeParameter.call(context, 'authentication', 0, 'oAuth2'));
}

/** The location of a call: empty means the credential's own, which is the only one it can use. */
export const locationField = listField(
	{
		displayName: 'Location',
		name: 'locationId',
		hint: "Leave empty to use the credential's location",
		description: 'The location (sub-account). A credential works only for its own location.',
	},
	{ method: 'searchLocations', placeholder: 'e.g. Harbor Dental' },
	{ placeholder: 'e.g. C2QujeCh8ZnC7al2InWR' },
);

/** The ID of the location. @throws NodeOperationError for one that the credential cannot be used for */
export async function locationOf(
	context: ParameterContext,
	client: PlatformClient,
	itemIndex: number,
): Promise<string> {
	return await resolveLocation(client, optionalText(context, 'locationId', itemIndex, 'Location'));
}
