import type { IDataObject } from 'n8n-workflow';

import type { SlotFilters } from '../../booking/filters';
import { readSlotFilters, slotFiltersField as filtersWith } from '../../fields/slotFilters';
import type { ParameterContext } from '../../fields/parameters';
import { refuserFor } from '../../fields/parameters';

/** Which of a calendar's free slots to offer. */
export const slotFiltersField = filtersWith({
	displayName: 'Only First of Each Day',
	name: 'firstOfDay',
	type: 'boolean',
	default: true,
	description: 'Whether to keep only the first slot of each day. The other filters apply first.',
});

/** What 'Filters' says. @throws NodeOperationError that names a filter which cannot be used */
export function slotFiltersOf(context: ParameterContext, itemIndex: number): SlotFilters {
	const values = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	return readSlotFilters(values, refuserFor(context, itemIndex));
}
