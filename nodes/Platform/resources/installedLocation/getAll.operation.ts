import type { Operation } from '../../../items/operation';
import { simplify } from '../../../items/simplify';
import type { PlatformClient } from '../../../platformApi/client';
import { listInstalledLocations } from '../../../platformApi/installedLocations';
import { limited, limitFields } from '../../../items/limit';
import { simplifyField } from '../../fields/simplify';
import { isOn } from '../../parameters';

export const getAll: Operation<PlatformClient> = {
	option: {
		name: 'Get Many',
		description: 'Get the locations where the app is installed',
		action: 'Get many installed locations',
		builderHint: {
			propertyHint:
				'Returns one item per location. Other operations take the location from the credential, so it is rarely needed before them.',
		},
	},
	properties: [...limitFields, simplifyField],
	async execute(itemIndex, { api, memoize }) {
		const locations = await memoize('locations', async () => await listInstalledLocations(api));
		const chosen = limited.call(this, locations, itemIndex);
		return isOn.call(this, 'simplify', itemIndex, true)
			? chosen.map((location) => simplify(location, 'id', '_id', 'locationId', 'name'))
			: chosen;
	},
};
