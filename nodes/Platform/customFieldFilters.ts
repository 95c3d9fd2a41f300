import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { describeValue, isEmpty } from '../fields/valueKinds';
import { readId } from '../http/body';
import type { PlatformClient } from '../platformApi/client';
import type { ContactFilter } from '../platformApi/contacts';
import { choicesOf } from '../platformApi/pickLists';
import { NOT_WRITABLE } from './customFields';
import { findField, optionOf, type RefuseField } from './customFieldsToSend';

/** Kinds that a search does not compare with a single value, and what they hold, in words. */
const NOT_COMPARABLE: Record<string, string> = { ...NOT_WRITABLE, DATE: 'a date' };

/**
 * The filters of a search for contacts by custom fields. An option may be written in another case.
 *
 * @param byName the values that the contacts must have, by keys, IDs or labels
 * @throws NodeOperationError for a name that is none of the location's, for an empty value, and for a field that cannot be compared
 */
export async function customFieldFilters(
	client: PlatformClient,
	locationId: string,
	byName: IDataObject,
): Promise<ContactFilter[]> {
	// A search changes nothing in any case, so that a refusal need not say so.
	const refuse: RefuseField = (message, description) =>
		new NodeOperationError(client.node, message, { description });
	const defined = await choicesOf(client, 'customFields', locationId);
	const filters: ContactFilter[] = [];
	for (const [name, value] of Object.entries(byName)) {
		const field = findField(refuse, defined, name);
		const content = NOT_COMPARABLE[String(field.dataType)];
		if (content)
			throw refuse(
				`The custom field '${name}' holds ${content}, by which contacts cannot be searched here`,
				'Leave it out, and compare the output.',
			);
		if (isEmpty(value) || typeof value === 'object')
			throw refuse(
				`The value of '${name}' is ${isEmpty(value) ? 'empty' : describeValue(value)}`,
				'Give the one text, number or option to search for.',
			);
		const option = optionOf(refuse, field, value) as ContactFilter['value'];
		filters.push({ field: `customFields.${readId(field)}`, operator: 'eq', value: option });
	}
	return filters;
}
