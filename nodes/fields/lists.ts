import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isDeleted, readText } from '../http/body';
import { tryOr } from '../utils/tryOr';
import { withoutLocator } from './parameters';

/** The entries whose name or value contains what was typed. */
export function filterEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchItems[] {
	const words = filter.trim().toLowerCase();
	return entries.filter(({ name, value }) => `${name}\n${value}`.toLowerCase().includes(words));
}

/** Searches for the entries of a list. @param filter what a person has typed into its search box */
type SearchEntries = (
	context: ILoadOptionsFunctions,
	filter: string,
) => Promise<INodeListSearchItems[]>;

/** n8n's method for a list in the editor, which n8n calls with its context as `this`. */
type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Makes n8n's method for a list in the editor of a function that searches by itself, or lets the platform search. */
export function createListSearch(search: SearchEntries): ListSearch {
	return async function (this: ILoadOptionsFunctions, filter = '') {
		return { results: await search(this, filter) };
	};
}

/** Makes n8n's method for a list in the editor of a function that loads all entries: those that contain what was typed are shown. */
export function createFilteredList(
	load: (context: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>,
): ListSearch {
	return createListSearch(async (context, filter) => filterEntries(await load(context), filter));
}

/** The name of a record in a list; its ID where it has no name. */
function nameInList(record: IDataObject, id: string): string {
	const name = readText(record, 'name', 'title');
	if (name === undefined) return id;
	// A draft of a workflow, or a calendar that takes no bookings.
	const isInactive = record.status === 'draft' || record.isActive === false;
	return isInactive ? `${name}, not active` : name;
}

/**
 * Records as entries of a list in the editor, in the order of their names. Records without an ID, and deleted ones, are left
 * out. Where several have one name, each shows its ID: `Riley Chen (user-riley)`.
 *
 * @param idNames further names of the property with the ID, beside `id` and `_id`
 */
export function entriesOf(records: IDataObject[], ...idNames: string[]): INodeListSearchItems[] {
	const entries: Array<{ name: string; value: string }> = [];
	const counts = new Map<string, number>();
	for (const record of records) {
		const id = readText(record, 'id', '_id', ...idNames);
		if (id === undefined || isDeleted(record)) continue;
		const name = nameInList(record, id);
		entries.push({ name, value: id });
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	for (const entry of entries) {
		const isAmbiguous = (counts.get(entry.name) ?? 0) > 1;
		if (isAmbiguous) entry.name = nameWithId(entry);
	}
	return entries.sort((a, b) => a.name.localeCompare(b.name));
}

/** An entry as a message names it: `New (new)`. Where the name is or shows the ID, that is enough. */
export function nameWithId({ name, value }: Pick<INodeListSearchItems, 'name' | 'value'>): string {
	const id = `(${value})`;
	return name.endsWith(id) || name === value ? name : `${name} ${id}`;
}

/** The text in another parameter while a list of the editor is loaded; empty for an expression that needs the data of a run. @param name with dots for a field in a collection: `options.timezone` */
export function currentText(context: ILoadOptionsFunctions, name: string): string {
	const raw = withoutLocator(context.getCurrentNodeParameter(name));
	if (typeof raw !== 'string') return '';
	if (!raw.startsWith('=')) return raw.trim();
	// n8n throws for an expression that needs the data of a run. A Luxon DateTime writes itself in ISO 8601.
	return tryOr(() => String(withoutLocator(context.getNodeParameter(name, '')) ?? '').trim(), '');
}
