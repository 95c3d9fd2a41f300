import type { INodeProperties } from 'n8n-workflow';

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
