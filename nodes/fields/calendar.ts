import type { INodeProperties } from 'n8n-workflow';

import type { ParameterContext } from './parameters';
import { requiredText } from './parameters';

const CALENDAR = { name: 'calendarId', label: 'Calendar' };

/** The calendar of an operation: from a searchable list, or by its id. */
export function calendarField(overrides: Partial<INodeProperties> = {}): INodeProperties {
	return {
		displayName: CALENDAR.label,
		name: CALENDAR.name,
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

/** The ID of the calendar. @throws NodeOperationError where it is empty */
export function calendarOf(context: ParameterContext, itemIndex: number): string {
	return requiredText(context, CALENDAR, itemIndex);
}
