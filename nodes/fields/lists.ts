import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { readText } from '../http/body';
import { tried } from '../utils/attempt';
import { withoutLocator } from './parameters';

type Entered = { displayName?: string; placeholder: string; hint?: string };

/**
 * A field with a searchable list, beside which the value itself can be entered.
 *
 * @param list the placeholder, and the method of `listSearch` that fills it
 * @param entered what is entered instead; an ID unless named otherwise
 */
export function listField(
	field: Omit<INodeProperties, 'default' | 'modes' | 'type'>,
	list: { method: string; placeholder: string },
	entered: Entered,
): INodeProperties {
	const { method, placeholder } = list;
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', ...entered },
		],
	};
}

/** Keeps the entries whose name, which shows all that can be searched, contains what was typed. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/**
 * Records as list entries "Name (id)", by name; those without an id cannot be chosen.
 *
 * @param idNames where else than under `id` these records have theirs
 */
export function entriesOf(records: IDataObject[], ...idNames: string[]): INodeListSearchItems[] {
	const entries = records.flatMap((record) => {
		const id = readText(record, 'id', '_id', ...idNames);
		const name = readText(record, 'name', 'title');
		return id === undefined ? [] : [{ name: name ? `${name} (${id})` : id, value: id }];
	});
	return entries.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The text of another parameter while a list is being loaded; empty where it is not filled in, or
 * holds an expression that needs the data of a run.
 */
export function currentText(context: ILoadOptionsFunctions, name: string): string {
	const raw = withoutLocator(context.getCurrentNodeParameter(name));
	if (typeof raw !== 'string') return '';
	if (!raw.startsWith('=')) return raw.trim();
	// A Luxon DateTime, as `$today` gives, writes itself in ISO 8601.
	return tried(() => String(withoutLocator(context.getNodeParameter(name, '')) ?? '').trim(), '');
}
