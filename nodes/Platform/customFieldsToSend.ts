import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { describeValue, isEmpty } from '../fields/valueKinds';
import { fieldsOf, readId, readText } from '../http/body';
import type { PlatformClient } from '../platformApi/client';
import { locationZone } from '../platformApi/locations';
import { choicesOf } from '../platformApi/pickLists';
import { isInstantOfDay, parseCalendarDay } from '../time/times';
import {
	type CustomFieldList,
	type CustomValue,
	FIELDS_BY_NAME,
	NOT_WRITABLE,
	optionsIn,
	optionsOf,
	refuseUnusable,
} from './customFields';

/** HighLevel's kinds that hold several options. */
export const SEVERAL_OPTIONS = ['MULTIPLE_OPTIONS', 'CHECKBOX'];

/** A name as names are compared: in lower case, and without the braces that HighLevel shows around keys. */
function comparable(name: string): string {
	return name.toLowerCase().replace('{{', '').replace('}}', '').trim();
}

/** True where a name is a field's key (`contact.size`, or `size` alone) or its label. */
function hasName(field: IDataObject, name: string): boolean {
	const key = comparable(readText(field, 'fieldKey') ?? '');
	const names = [key, key.slice(key.indexOf('.') + 1), comparable(readText(field, 'name') ?? '')];
	return names.includes(comparable(name));
}

/** More would hide what the message says. */
const MAX_NAMED = 20;

const nameWithKey = (field: IDataObject): string =>
	`${readText(field, 'name') ?? ''} (${readText(field, 'fieldKey') ?? readId(field) ?? ''})`;

/** Makes n8n's error for a custom field that cannot be used, of sentences. */
export type RefuseField = (message: string, whatToDo: string) => NodeOperationError;

/** Makes the errors for custom fields that cannot be written. */
function refusalsOfWrite({ node }: PlatformClient): RefuseField {
	return (message, whatToDo) =>
		new NodeOperationError(node, message, { description: `Nothing was changed. ${whatToDo}` });
}

/** The only field of the location with a name. @throws NodeOperationError for none, and for several */
export function findField(refuse: RefuseField, defined: IDataObject[], name: string): IDataObject {
	const byId = defined.find((field) => readId(field) === name);
	if (byId) return byId;
	const [field, ...others] = defined.filter((each) => hasName(each, name));
	if (!field)
		throw refuse(
			`The location has no custom field '${name}'`,
			`Use the key, ID or label of one of these: ${defined.slice(0, MAX_NAMED).map(nameWithKey).join(', ')}.`,
		);
	if (others.length > 0)
		throw refuse(
			`${others.length + 1} custom fields are named '${name}'`,
			`Use the key or ID of one of these: ${[field, ...others].map(nameWithKey).join(', ')}.`,
		);
	return field;
}

/** The field of the location with a name, if it can be written. @throws NodeOperationError for none, for several, and for one that cannot */
function findWritableField(refuse: RefuseField, defined: IDataObject[], name: string): IDataObject {
	const field = findField(refuse, defined, name);
	const content = NOT_WRITABLE[String(field.dataType)];
	if (content)
		throw refuse(
			`The custom field '${name}' holds ${content}, which this node cannot write`,
			'Leave it out, and enter it on the platform.',
		);
	return field;
}

/** What is sent of a value that is named by key, ID or label. @throws NodeOperationError for a value that no custom field can hold */
function valueToSend(
	refuse: RefuseField,
	field: IDataObject,
	name: string,
	value: unknown,
): unknown {
	try {
		refuseUnusable(name, value);
	} catch (error) {
		const message = `'${FIELDS_BY_NAME.displayName}' cannot be used`;
		throw refuse(message, (error as Error).message);
	}
	if (isEmpty(value)) return '';
	const holdsSeveral = SEVERAL_OPTIONS.includes(String(field.dataType));
	return holdsSeveral ? optionsIn(value, optionsOf(field)) : value;
}

/**
 * Custom fields as they are sent: those of the mapper, and those that are named by key, ID or label.
 *
 * @param list whose custom fields
 * @param chosen the values of the mapper
 * @param byName values by keys, IDs or labels; they go before those of the mapper
 * @throws NodeOperationError for a name that is none of the location's, and for a value that no custom field can hold
 */
export async function customFieldsToSend(
	client: PlatformClient,
	list: CustomFieldList,
	locationId: string,
	chosen: unknown,
	byName: IDataObject,
): Promise<unknown[]> {
	const defined = await choicesOf(client, list, locationId);
	const refuse = refusalsOfWrite(client);
	const values: CustomValue[] = [];
	for (const [name, value] of Object.entries(byName)) {
		if (value === undefined) continue;
		const field = findWritableField(refuse, defined, name);
		values.push({
			id: readId(field) ?? name,
			field_value: valueToSend(refuse, field, name, value),
		});
	}
	const ids = values.map(({ id }) => id);
	const others = [chosen ?? []].flat().filter((field) => !ids.includes(String(fieldsOf(field).id)));
	return [...others, ...values];
}

/** HighLevel's kinds that hold one of the field's options. */
const ONE_OPTION = ['SINGLE_OPTIONS', 'RADIO'];

/**
 * Custom fields as the location defines them: the values of HighLevel's kind DATE are days as `YYYY-MM-DD`, an instant the day
 * that it has in the location's zone; an option has the spelling of the field.
 *
 * @param values as {@link customFieldsToSend} returns them
 * @throws NodeOperationError for a value of such a field that is no date, and for one that is none of its options
 */
export async function withDefinedValues(
	client: PlatformClient,
	list: CustomFieldList,
	locationId: string,
	values: unknown[],
): Promise<unknown[]> {
	// Without the scope to read the list, it is not known what the fields hold. A record with custom fields is put out with it.
	const defined = await choicesOf(client, list, locationId).catch(() => []);
	const sent: unknown[] = [];
	for (const each of values) {
		const { id, field_value: value } = fieldsOf(each);
		const field = defined.find((one) => readId(one) === id);
		const isKnown = field !== undefined && !isEmpty(value);
		sent.push(isKnown ? { id, field_value: await valueOf(client, field, value) } : each);
	}
	return sent;
}

/** A value as a field of the location holds it. @throws NodeOperationError for one that it cannot hold */
async function valueOf(
	client: PlatformClient,
	field: IDataObject,
	value: unknown,
): Promise<unknown> {
	const { dataType } = field;
	if (dataType === 'DATE') return await dayOf(client, field, value);
	const kind = String(dataType);
	const refuse = refusalsOfWrite(client);
	if (ONE_OPTION.includes(kind)) return optionOf(refuse, field, value);
	if (!SEVERAL_OPTIONS.includes(kind)) return value;
	return [value].flat().map((option) => optionOf(refuse, field, option));
}

/** An option in the spelling of its field. @throws NodeOperationError for what is none of its options: its list would show nothing */
export function optionOf(refuse: RefuseField, field: IDataObject, value: unknown): unknown {
	const options = optionsOf(field);
	if (options.length === 0 || field.allowCustomOption === true) return value;
	const option = options.find((each) => comparable(each) === comparable(String(value)));
	if (option !== undefined) return option;
	throw refuse(
		`${describeValue(value)} is no option of the custom field ${nameWithKey(field)}`,
		`Use one of these: ${options.slice(0, MAX_NAMED).join('; ')}.`,
	);
}

/** The day of a value, as `YYYY-MM-DD`. @throws NodeOperationError for a value that is no date */
async function dayOf(client: PlatformClient, field: IDataObject, value: unknown): Promise<unknown> {
	// As a record has it, in milliseconds.
	if (typeof value === 'number') return value;
	const zone = isInstantOfDay(value) ? await locationZone(client) : undefined;
	try {
		return parseCalendarDay(value, zone ?? 'UTC');
	} catch (error) {
		const refuse = refusalsOfWrite(client);
		throw refuse(`The custom field ${nameWithKey(field)} holds a date`, (error as Error).message);
	}
}
