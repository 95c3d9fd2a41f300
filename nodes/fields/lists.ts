import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isDeleted, readText } from '../http/body';
import { tried } from '../utils/attempt';
import { withoutLocator } from './parameters';

/** Keeps the entries whose name or value contains what was typed. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const words = filter.trim().toLowerCase();
	return entries.filter(({ name, value }) => `${name}\n${value}`.toLowerCase().includes(words));
}

/** A list of the editor, which the platform, or the loader, has searched. */
export const searched = (
	load: (context: ILoadOptionsFunctions, filter: string) => Promise<INodeListSearchItems[]>,
) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: await load(this, filter) };
	};

/** A list of the editor that shows the entries whose name contains what was typed. */
export const filtered = (
	load: (context: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>,
) => searched(async (context, filter) => matching(await load(context), filter));

/**
 * Records as list entries, in the order of names; records without an ID, and deleted ones, are left out. Where several have
 * one name, each shows its ID: `Riley Chen (user-riley)`.
 *
 * @param idNames besides `id`
 */
export function entriesOf(records: IDataObject[], ...idNames: string[]): INodeListSearchItems[] {
	const entries: Array<{ name: string; value: string }> = [];
	for (const record of records) {
		const id = readText(record, 'id', '_id', ...idNames);
		if (id === undefined || isDeleted(record)) continue;
		const name = readText(record, 'name', 'title');
		// A draft of a workflow, or a calendar that takes no bookings.
		const off = record.status === 'draft' || record.isActive === false ? ', not active' : '';
		entries.push({ name: name ? `${name}${off}` : id, value: id });
	}
	const count = new Map<string, number>();
	for (const { name } of entries) count.set(name, (count.get(name) ?? 0) + 1);
	return entries
		.map((entry) =>
			(count.get(entry.name) ?? 0) > 1 ? { ...entry, name: nameWithId(entry) } : entry,
		)
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** An entry as a message names it: `New (new)`. */
export function nameWithId({ name, value }: Pick<INodeListSearchItems, 'name' | 'value'>): string {
	const id = `(${value})`;
	return name.endsWith(id) || name === value ? name : `${name} ${id}`;
}

/** The text of another parameter while a list is being loaded; empty for an expression that needs the data of a run. */
export function currentText(context: ILoadOptionsFunctions, name: string): string {
	const raw = withoutLocator(context.getCurrentNodeParameter(name));
	if (typeof raw !== 'string') return '';
	if (!raw.startsWith('=')) return raw.trim();
	// A Luxon DateTime, as `$today` gives, writes itself in ISO 8601.
	return tried(() => String(withoutLocator(context.getNodeParameter(name, '')) ?? '').trim(), '');
}
