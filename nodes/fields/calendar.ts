import { listField } from './listField';
import type { ParameterContext } from './parameters';
import { requiredText } from './parameters';

/** The calendar of an operation: from a searchable list, or by its id. */
export const calendarField = listField(
	{
		displayName: 'Calendar',
		name: 'calendarId',
		required: true,
		description: 'The calendar to use. A calendar ID is not a location ID.',
	},
	{ method: 'searchCalendars', placeholder: 'e.g. Onboarding call' },
	{ placeholder: 'e.g. BVTAy2iyHpoKSqTdXbC7' },
);

/** The ID of the calendar. @throws NodeOperationError where it is empty */
export function calendarOf(context: ParameterContext, itemIndex: number): string {
	return requiredText(context, calendarField, itemIndex);
}
