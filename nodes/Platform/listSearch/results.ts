import type { IDataObject, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { readId, readText } from '../../shared/read';

/** Keeps the entries whose name or value contains the text that the person typed. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	const has = (text: unknown) => String(text).toLowerCase().includes(wanted);
	return { results: entries.filter(({ name, value }) => has(name) || has(value)) };
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
