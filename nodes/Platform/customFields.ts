import {
	type IDataObject,
	type INodeProperties,
	jsonParse,
	NodeOperationError,
} from 'n8n-workflow';

import { describeValue, group, isEmpty, type Kind, text, typedEntries } from '../fields/valueKinds';
import { trimText } from '../fields/modelMarks';
import { fieldOf, type FieldOf } from '../fields/parameters';
import { fieldsOf, isRecord, readId, readText } from '../http/body';
import type { PlatformClient } from '../platformApi/client';
import { type Choice, choicesOf } from '../platformApi/pickLists';
import { locationZone } from '../platformApi/locations';
import { isInstantOfDay, isMoment, parseCalendarDay } from '../time/times';
import { tryOr } from '../utils/attempt';

/** The list that defines custom fields: those of contacts, or of opportunities. */
export type CustomFieldList = Extract<Choice, 'customFields' | 'opportunityFields'>;

/** A custom field as it is sent. */
interface CustomValue {
	id: string;
	field_value: unknown;
}

/** HighLevel's kinds of fields that nothing can be written to here, and what they hold, in words. */
export const NOT_WRITABLE: Record<string, string> = {
	FILE_UPLOAD: 'a file',
	SIGNATURE: 'a signature',
	TEXTBOX_LIST: 'a list of texts',
};

/** HighLevel's kinds that hold several options. */
export const SEVERAL_OPTIONS = ['MULTIPLE_OPTIONS', 'CHECKBOX'];

/** True for a text, a number, a switch, a time and no value. */
function canBeHeld(value: unknown): boolean {
	if (isEmpty(value) || typeof value === 'boolean' || isMoment(value)) return true;
	return text.read(value) !== undefined;
}

/** @throws Error for a value that no custom field can hold, such as an object that an expression gave */
function refuseUnusable(name: string, value: unknown): void {
	const entries = Array.isArray(value) ? value.flat() : [value];
	if (!entries.every(canBeHeld))
		throw new Error(`The value of '${name}' is ${describeValue(value)}, which it cannot hold.`);
}

/** True where a list of options goes on behind an option, or ends. */
const endsOption = (rest: string) => /^\s*([,\n]|$)/.test(rest);

/** The known option that stands at the beginning of a list; the longest one, since one option can begin another. */
function optionAtStart(list: string, known: string[]): string | undefined {
	const lowerCase = list.toLowerCase();
	let longest: string | undefined;
	for (const option of known) {
		if (!lowerCase.startsWith(option.toLowerCase())) continue;
		if (!endsOption(list.slice(option.length))) continue;
		if (longest === undefined || option.length > longest.length) longest = option;
	}
	return longest;
}

/** The options in a text, as people or models write a list. An option that has a comma itself is known from the platform's list. */
function typedOptions(typed: string, known: string[]): unknown[] {
	let rest = trimText(typed);
	if (rest.startsWith('[')) return typedEntries(typed);
	const options: string[] = [];
	while (rest !== '') {
		const separator = rest.search(/[,\n]/);
		const knownOption = optionAtStart(rest, known);
		const wordsEnd = separator === -1 ? rest.length : separator;
		const end = knownOption?.length ?? wordsEnd;
		const option = knownOption ?? trimText(rest.slice(0, end));
		if (option !== '') options.push(option);
		rest = trimText(rest.slice(end));
		if (rest.startsWith(',')) rest = trimText(rest.slice(1));
	}
	return options;
}

/** What is sent of the value of a field with several options: of a text, the options in it. An entry of a list is one option. */
function optionsIn(value: unknown, known: string[]): unknown {
	return typeof value === 'string' ? typedOptions(value, known) : value;
}

/** The options of a field, in the platform's record or in n8n's resource mapper. */
function optionsOf(field: unknown): string[] {
	const { options, picklistOptions } = fieldsOf(field);
	const names: string[] = [];
	for (const option of [options ?? picklistOptions ?? []].flat())
		names.push(String(isRecord(option) ? (option.value ?? option.name) : option));
	return names;
}

/** The values of a resource mapper as they are sent. @throws Error for a value that no custom field can hold */
function mappedValues(mapper: unknown): CustomValue[] {
	const { value: valuesById, schema } = fieldsOf(mapper);
	const fields = [schema].flat().map(fieldsOf);
	const values: CustomValue[] = [];
	for (const [id, value] of Object.entries(fieldsOf(valuesById))) {
		if (isEmpty(value)) continue;
		refuseUnusable(id, value);
		const field = fields.find((each) => each.id === id);
		const holdsSeveral = field?.type === 'array';
		values.push({ id, field_value: holdsSeveral ? optionsIn(value, optionsOf(field)) : value });
	}
	return values;
}

/** The value of a resource mapper. */
const mappedFields: Kind<CustomValue[]> = {
	...group,
	read: (value) => (group.read(value) === undefined ? undefined : mappedValues(value)),
};

/** Makes the resource mapper of custom fields. @param method of the node, which fills it */
function mapperField(method: string): FieldOf<unknown> {
	return fieldOf<unknown>(mappedFields, {
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: ['options.locationId.value'],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: 'Custom Fields',
				fieldWords: { singular: 'custom field', plural: 'custom fields' },
				addAllFields: false,
				supportAutoMap: false,
			},
		},
	});
}

/** 'Custom Fields' of a contact. */
export const CUSTOM_FIELDS = mapperField('getCustomFields');

/** 'Custom Fields' of an opportunity. */
export const OPPORTUNITY_CUSTOM_FIELDS = mapperField('getOpportunityFields');

const valuesByName: Kind<IDataObject> = {
	what: 'an object in JSON',
	enter: 'the values by key, ID or label, such as {"contact.size": "L"}',
	read(value) {
		const isText = typeof value === 'string';
		const parsed: unknown = isText ? tryOr(() => jsonParse(value), undefined) : value;
		return isRecord(parsed) && !isMoment(parsed) ? parsed : undefined;
	},
};

/** The values of custom fields from one expression, by names that are the same in each location; their IDs are not. */
export const FIELDS_BY_NAME = fieldOf(valuesByName, {
	displayName: 'Custom Fields by Key or Label',
	name: 'customFieldsByKey',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"contact.size": "L"}',
	description:
		'Custom fields as one JSON object: their values by key, ID or label. They override those chosen above.',
} satisfies INodeProperties);

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

/** n8n's error for a custom field that cannot be written. */
function refuseField(
	{ node }: PlatformClient,
	message: string,
	whatToDo: string,
): NodeOperationError {
	return new NodeOperationError(node, message, { description: `Nothing was changed. ${whatToDo}` });
}

/** The only field of the location with a name. @throws NodeOperationError for none, and for several */
function findField(client: PlatformClient, defined: IDataObject[], name: string): IDataObject {
	const byId = defined.find((field) => readId(field) === name);
	if (byId) return byId;
	const [field, ...others] = defined.filter((each) => hasName(each, name));
	if (!field)
		throw refuseField(
			client,
			`The location has no custom field '${name}'`,
			`Use the key, ID or label of one of these: ${defined.slice(0, MAX_NAMED).map(nameWithKey).join(', ')}.`,
		);
	if (others.length > 0)
		throw refuseField(
			client,
			`${others.length + 1} custom fields are named '${name}'`,
			`Use the key or ID of one of these: ${[field, ...others].map(nameWithKey).join(', ')}.`,
		);
	return field;
}

/** The field of the location with a name, if it can be written. @throws NodeOperationError for none, for several, and for one that cannot */
function findWritableField(
	client: PlatformClient,
	defined: IDataObject[],
	name: string,
): IDataObject {
	const field = findField(client, defined, name);
	const content = NOT_WRITABLE[String(field.dataType)];
	if (content)
		throw refuseField(
			client,
			`The custom field '${name}' holds ${content}, which this node cannot write`,
			'Leave it out, and enter it on the platform.',
		);
	return field;
}

/** What is sent of a value that is named by key, ID or label. @throws NodeOperationError for a value that no custom field can hold */
function valueToSend(
	client: PlatformClient,
	field: IDataObject,
	name: string,
	value: unknown,
): unknown {
	try {
		refuseUnusable(name, value);
	} catch (error) {
		const message = `'${FIELDS_BY_NAME.displayName}' cannot be used`;
		throw refuseField(client, message, (error as Error).message);
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
	const values: CustomValue[] = [];
	for (const [name, value] of Object.entries(byName)) {
		if (value === undefined) continue;
		const field = findWritableField(client, defined, name);
		values.push({
			id: readId(field) ?? name,
			field_value: valueToSend(client, field, name, value),
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
	if (ONE_OPTION.includes(kind)) return optionOf(client, field, value);
	if (!SEVERAL_OPTIONS.includes(kind)) return value;
	return [value].flat().map((option) => optionOf(client, field, option));
}

/** An option in the spelling of its field. @throws NodeOperationError for what is none of its options: its list would show nothing */
function optionOf(client: PlatformClient, field: IDataObject, value: unknown): unknown {
	const options = optionsOf(field);
	if (options.length === 0 || field.allowCustomOption === true) return value;
	const option = options.find((each) => comparable(each) === comparable(String(value)));
	if (option !== undefined) return option;
	throw refuseField(
		client,
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
		const message = `The custom field ${nameWithKey(field)} holds a date`;
		throw refuseField(client, message, (error as Error).message);
	}
}

/** The names under which the platform's records have the value of a custom field. */
const VALUE_NAMES = [
	'value',
	'field_value',
	'fieldValue',
	'fieldValueString',
	'fieldValueNumber',
	'fieldValueArray',
	'fieldValueDate',
];

/** The value of a custom field in a record, under whichever name the platform has it. */
export function customValueOf(field: IDataObject): unknown {
	const name = VALUE_NAMES.find((each) => field[each] !== undefined);
	return name && field[name];
}

/** The custom fields of a record that have a value. */
const customFieldsIn = ({ customFields }: IDataObject): IDataObject[] =>
	Array.isArray(customFields) ? customFields.filter(isRecord) : [];

/** The values of a record's custom fields by their keys. @param defined the fields of the location */
function valuesByKey(fields: IDataObject[], defined: IDataObject[]): IDataObject {
	const values: IDataObject = {};
	for (const field of fields) {
		const definition = defined.find((each) => readId(each) === readId(field));
		const key = (definition && readText(definition, 'fieldKey')) ?? readText(field, 'fieldKey');
		if (key) values[key] = customValueOf(field) as IDataObject[string];
	}
	return values;
}

/** Adds `customFieldsByKey` to records that have custom fields. Their keys are read once a run, and only for such records. */
export async function withFieldsByKey(
	client: PlatformClient,
	list: CustomFieldList,
	locationId: string | undefined,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const first = records.find((record) => customFieldsIn(record).length > 0);
	const location = locationId ?? (first && readText(first, 'locationId'));
	if (!first || location === undefined) return records;
	// Without the scope to read the list, records stay as they are.
	const defined = await choicesOf(client, list, location).catch(() => []);
	if (defined.length === 0) return records;
	return records.map((record) => {
		const fields = customFieldsIn(record);
		if (fields.length === 0) return record;
		return { ...record, customFieldsByKey: valuesByKey(fields, defined) };
	});
}
