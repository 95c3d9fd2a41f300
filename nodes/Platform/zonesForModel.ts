import { OPTIONS } from '../fields/parameters';
import { timeZoneField } from '../fields/timeZoneField';
import { locationZone } from '../platformApi/locations';
import type { LocatedFields } from './platformOperation';

/**
 * The zones whose offsets a model may give: the one that is asked for, and the location's. Where neither is known, it is that
 * of the workflow, in which the model was told the times. Empty for a person.
 */
export async function zonesForModel({
	client,
	isTool,
	read,
	zone,
}: LocatedFields): Promise<string[]> {
	if (!isTool) return [];
	const zones: string[] = [];
	const chosenZone = read(timeZoneField, OPTIONS);
	if (chosenZone !== undefined) zones.push(chosenZone);
	const zoneOfLocation = await locationZone(client);
	if (zoneOfLocation !== undefined) zones.push(zoneOfLocation);
	return zones.length > 0 ? zones : [zone];
}
