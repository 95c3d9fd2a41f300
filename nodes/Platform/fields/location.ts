import { listField } from '../../fields/lists';
import type { ParameterContext } from '../../fields/parameters';
import { optionalText } from '../../fields/parameters';
import type { PlatformClient } from '../../platformApi/client';
import { resolveLocation } from '../../platformApi/location';

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
