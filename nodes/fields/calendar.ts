import type { INodeProperties } from 'n8n-workflow';

/** The calendar of an operation: from a searchable list, or by its id. */
export function calendarField(overrides: Partial<INodeProperties> = {}): INodeProperties {
	return {
		displayName: 'Calendar',
		name: 'calendarId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The calendar to use. A calendar ID is not a location ID.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'e.g. Onboarding call',
				typeOptions: { searchListMethod: 'searchCalendars', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. BVTAy2iyHpoKSqTdXbC7',
			},
		],
		...overrides,
	};
}
