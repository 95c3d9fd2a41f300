import { limited, limitFields } from '../../fields/limit';
import { orNothing } from '../../items/operation';
import { listInstalledLocations } from '../../platformApi/installedLocations';
import type { PlatformOperation, PlatformResource } from '../operation';

// The list itself says which locations there are.
const getAll: PlatformOperation = {
	name: 'Get Many',
	description: 'Get the locations where the app is installed',
	action: 'Get many installed locations',
	hint:
		'Returns one item per location. Other operations take the location from the credential, so it is rarely needed before them.',
	properties: limitFields,
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const locations = await memoize('locations', async () => await listInstalledLocations(api));
		const chosen = limited(context, locations, itemIndex);
		return orNothing(chosen, 'The app is installed in no location.', locations.length - chosen.length);
	},
};

export const installedLocation: PlatformResource = { name: 'Installed Location', operations: { getAll } };
