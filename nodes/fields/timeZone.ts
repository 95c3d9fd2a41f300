import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { formatInZone } from '../time/times';
import { isTimeZone, timeZoneNames } from '../time/zones';
import { textAs } from './kinds';
import { listField, matching } from './lists';
import { collectionOf, OPTIONS, readAs, refuserFor, type ParameterContext, type Refuse } from './parameters';

/** In the case that IANA writes: other servers compare names as they are. */
const inItsCase = (zone: string) => timeZoneNames().find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone;

/** Short names such as EST stand for a fixed offset, or for several zones. */
const timeZone = textAs('an IANA time zone', 'the zone of a city, such as America/New_York', (zone) =>
	isTimeZone(zone) ? inItsCase(zone) : undefined,
);

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
	timeZone,
);

/** All IANA zones with their present offset, the workflow's own first; "new york" finds America/New_York. */
export async function searchTimeZones(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const [now, own] = [Date.now(), this.getTimezone()];
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === own) - Number(a === own))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return matching(entries, filter.trim().replaceAll(' ', '_'));
}

/** The zone of 'Time Zone', else the workflow's. @throws what `refuse` makes, for one that cannot be used */
export function usableZone(zone: unknown, context: Pick<ParameterContext, 'getTimezone'>, refuse: Refuse): string {
	const read = (name: unknown) => readAs(timeZone, name, timeZoneField.displayName, refuse);
	return read(zone) ?? read(context.getTimezone()) ?? 'UTC';
}

/** The zone of 'Time Zone' in 'Options', else the workflow's. @throws NodeOperationError for one that cannot be used */
export function timeZoneOf(context: ParameterContext, itemIndex: number): string {
	const { [timeZoneField.name]: zone } = collectionOf(context, OPTIONS, itemIndex);
	return usableZone(zone, context, refuserFor(context, itemIndex));
}
