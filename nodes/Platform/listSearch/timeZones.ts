import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { formatInZone } from '../../shared/times';
import { timeZoneNames } from '../../shared/timeZones';
import { matching } from './results';

/** All IANA zones with their present offset; "new york" finds America/New_York. */
export async function searchTimeZones(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const now = Date.now();
	const own = this.getTimezone();
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === own) - Number(a === own))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return matching(entries, filter.trim().replaceAll(' ', '_'));
}
