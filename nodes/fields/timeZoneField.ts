import { formatInZone } from '../time/times';
import { readZoneName, timeZoneNames } from '../time/zones';
import { createListSearch, filterEntries } from './lists';
import { fieldOf, type Fields } from './parameters';
import { textAs } from './valueKinds';

/** Names are sent as IANA writes them, since other servers compare their case. EST and the like stand for several zones. */
const timeZone = textAs(
	'an IANA time zone',
	'the zone of a city, such as America/New_York',
	// Lists show `America/New_York (UTC-05:00)`.
	(typed) => readZoneName(typed.split('(')[0].trim().replaceAll(' ', '_')),
);

/** 'Time Zone', of all that reads or puts out times. */
export const timeZoneField = fieldOf(timeZone, {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Time zone for times without an offset and for local times in the output',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. America/New_York',
			typeOptions: { searchListMethod: 'searchTimeZones', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. America/New_York',
			hint: 'An IANA time zone name',
		},
	],
	hint: "Leave empty to use the location's (HighLevel), else the workflow's",
});

/** `America/New_York (UTC-05:00)`, with the offset of now. */
function nameWithOffset(zone: string): string {
	const offset = formatInZone(Date.now(), zone).slice('2026-11-25T09:00:00'.length);
	return `${zone} (UTC${offset})`;
}

/** All IANA zones with their present offset, the workflow's own first; "new york" finds America/New_York. */
export const searchTimeZones = createListSearch(async (context, filter) => {
	const zoneOfWorkflow = context.getTimezone();
	const names = timeZoneNames();
	const zones = names.includes(zoneOfWorkflow)
		? [zoneOfWorkflow, ...names.filter((name) => name !== zoneOfWorkflow)]
		: names;
	const entries = zones.map((zone) => ({ name: nameWithOffset(zone), value: zone }));
	return await Promise.resolve(filterEntries(entries, filter.trim().replaceAll(' ', '_')));
});

/**
 * The IANA zone to use.
 *
 * @param chosen the zone of 'Time Zone' or of the location, where there is one; else the workflow's is used
 * @throws NodeOperationError for a zone of the workflow that cannot be used
 */
export function usableZone(
	{ readValue, timezone }: Pick<Fields, 'readValue' | 'timezone'>,
	chosen: string | undefined,
): string {
	return chosen ?? readValue(timeZone, timezone(), timeZoneField.displayName) ?? 'UTC';
}
