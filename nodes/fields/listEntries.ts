import type { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readId, readText } from '../http/body';
import { formatInZone } from '../time/times';
import { timeZoneNames } from '../time/zones';

/** Keeps the entries whose name, which shows all that can be searched, contains what was typed. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** Records as list entries "Name (id)", by name; those without an id cannot be chosen. */
export function entriesOf(records: IDataObject[]): INodeListSearchItems[] {
	return records
		.map((record) => ({ id: readId(record) ?? readText(record, 'locationId'), record }))
		.filter((entry): entry is { id: string; record: IDataObject } => entry.id !== undefined)
		.map(({ id, record }) => {
			const name = readText(record, 'name', 'title');
			return { name: name ? `${name} (${id})` : id, value: id };
		})
		.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * All IANA zones with their present offset; "new york" finds America/New_York.
 *
 * @param own zone of the workflow, which comes first
 */
export function matchingTimeZones(own: string, filter = ''): INodeListSearchResult {
	const now = Date.now();
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === own) - Number(a === own))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return matching(entries, filter.trim().replaceAll(' ', '_'));
}
