import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { formatInZone } from '../time/times';
import { isTimeZone, timeZoneNames } from '../time/zones';
import { textAs } from './kinds';
import { listField, matching } from './lists';
import { collectionOf, OPTIONS, readAs, refuserFor, type ParameterContext, type Refuse } from './parameters';

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

/**
 * Short names stand for a fixed offset, or for several zones of which Node takes one: Dhaka for BST. What is
 * usually meant by them.
 */
const ZONES_MEANT: Record<string, string> = {
	'AKST AKDT': 'America/Anchorage',
	BST: 'Europe/London',
	'CET CEST MET': 'Europe/Berlin',
	'CST CDT': 'America/Chicago',
	'EET EEST': 'Europe/Athens',
	'EST EDT': 'America/New_York',
	HST: 'Pacific/Honolulu',
	IST: 'Asia/Kolkata, Asia/Jerusalem or Europe/Dublin',
	JST: 'Asia/Tokyo',
	'MST MDT': 'America/Denver or America/Phoenix',
	'PST PDT': 'America/Los_Angeles',
};

function cityMeantBy(zone: unknown): string {
	const isIn = (names: string) => names.split(' ').includes(String(zone).trim().toUpperCase());
	const [, meant = 'America/New_York'] = Object.entries(ZONES_MEANT).find(([names]) => isIn(names)) ?? [];
	return `the zone of a city, such as ${meant}`;
}

/** In the case that IANA writes: other servers compare names as they are. */
const inItsCase = (zone: string) => timeZoneNames().find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone;

const timeZone = textAs('an IANA time zone', cityMeantBy, (zone) => (isTimeZone(zone) ? inItsCase(zone) : undefined));

/** The zone of 'Time Zone', else the workflow's. @throws what `refuse` makes, for one that cannot be used */
export function usableZone(given: unknown, context: Pick<ParameterContext, 'getTimezone'>, refuse: Refuse): string {
	const read = (zone: unknown) => readAs(timeZone, zone, timeZoneField.displayName, refuse);
	return read(given) ?? read(context.getTimezone()) ?? 'UTC';
}

/** The zone of 'Time Zone' in 'Options', else the workflow's. @throws NodeOperationError for one that cannot be used */
export function timeZoneOf(context: ParameterContext, itemIndex: number): string {
	const given = collectionOf(context, OPTIONS, itemIndex)[timeZoneField.name];
	return usableZone(given, context, refuserFor(context, itemIndex));
}
