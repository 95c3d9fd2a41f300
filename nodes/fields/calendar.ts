import type { INodeProperties } from 'n8n-workflow';

import { listField } from './listField';
import type { ParameterContext } from './parameters';
import { requiredText } from './parameters';

const CALENDAR = { name: 'calendarId', label: 'Calendar' };

/** The calendar of an operation: from a searchable list, or by its id. */
export function calendarField(overrides: Partial<INodeProperties> = {}): INodeProperties {
	return listField(
		{
			displayName: CALENDAR.label,
			name: CALENDAR.name,
			required: true,
			description: 'The calendar to use. A calendar ID is not a location ID.',
			...overrides,
		},
		{ method: 'searchCalendars', placeholder: 'e.g. Onboarding call' },
		{ placeholder: 'e.g. BVTAy2iyHpoKSqTdXbC7' },
	);
}

/** The ID of the calendar. @throws NodeOperationError where it is empty */
export function calendarOf(context: ParameterContext, itemIndex: number): string {
	return requiredText(context, CALENDAR, itemIndex);
}
