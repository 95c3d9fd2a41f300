import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { formatInZone } from '../time/times';
import { isTimeZone, timeZoneNames } from '../time/zones';
import { listField, matching } from './lists';
import type { ParameterContext, Refuse } from './parameters';
import { optionalText, refuserFor } from './parameters';

/** Zone for times without an offset and for the local times in the output. */
export const timeZoneField = listField(
	{
		displayName: 'Time Zone',
		name: 'timezone',
		hint: "Leave empty to use the workflow's time zone",
		description: 'Time zone for times without an offset and for local times in the output',
	},
	{ method: 'searchTimeZones', placeholder: 'e.g. America/New_York' },
	{ displayName: 'By Name', placeholder: 'e.g. America/New_York', hint: 'An IANA time zone name' },
);

/** All IANA zones with their present offset, the workflow's own first; "new york" finds America/New_York. */
export async function searchTimeZones(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const [now, own] = [Date.now(), this.getTimezone()];
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === own) - Number(a === own))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return matching(entries, filter.trim().replaceAll(' ', '_'));
}

/** IANA names of a fixed offset, which people use for zones whose clocks change. */
const FIXED_OFFSETS: Record<string, string> = {
	EST: 'America/New_York',
	HST: 'Pacific/Honolulu',
	MST: 'America/Denver, or America/Phoenix',
};

/** The zone, where it can be used. @throws what `refuse` makes */
export function usableZone(zone: string, refuse: Refuse): string {
	const city = FIXED_OFFSETS[zone.toUpperCase()];
	if (city !== undefined) {
		throw refuse(
			`'Time Zone' is '${zone}', which has no daylight saving time`,
			`Enter the zone of a city, such as ${city}.`,
		);
	}
	if (isTimeZone(zone)) return zone;
	throw refuse(
		`'Time Zone' is '${zone}', which is not a time zone`,
		'Enter an IANA name such as America/New_York.',
	);
}

/** The zone of 'Time Zone', else the workflow's. @throws NodeOperationError for one that cannot be used */
export function timeZoneOf(context: ParameterContext, itemIndex: number): string {
	const zone = optionalText(context, 'timezone', itemIndex, 'Time Zone') || context.getTimezone();
	return usableZone(zone, refuserFor(context, itemIndex));
}
