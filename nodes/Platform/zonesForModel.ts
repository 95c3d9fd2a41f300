import { locationZone } from '../platformApi/locations';
import type { LocatedFields } from './platformOperation';

/**
 * The zones whose offsets a model may give: that of times without an offset, and the location's, where 'Time Zone' names
 * another one. Empty for a person.
 */
export async function zonesForModel({ client, isTool, zone }: LocatedFields): Promise<string[]> {
	if (!isTool) return [];
	const zoneOfLocation = await locationZone(client);
	return zoneOfLocation === undefined ? [zone] : [zone, zoneOfLocation];
}
