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

/** Whose custom fields: the list that defines them. */
export type CustomFieldList = Extract<Choice, 'customFields' | 'opportunityFields'>;

/** A custom field as it is sent. */
interface CustomValue {
	id: string;
	field_value: unknown;
}

/** HighLevel's kinds whose values are no texts or options: nothing can be written to them here. */
export const NOT_WRITABLE: Record<string, string> = {
	FILE_UPLOAD: 'a file',
	SIGNATURE: 'a signature',
	TEXTBOX_LIST: 'a list of texts',
};

/** HighLevel's kinds that hold several options. */
export const SEVERAL_OPTIONS = ['MULTIPLE_OPTIONS', 'CHECKBOX'];

const isUsable = (value: unknown) =>
	isEmpty(value) || typeof value === 'boolean' || isMoment(value) || text.read(value) !== undefined;

/** @throws Error for a value that is no text, number, switch, time or list of these, whatever an expression gave */
function checkUsable(name: string, value: unknown): void {
	const entries = Array.isArray(value) ? value.flat() : [value];
	if (!entries.every(isUsable))
		throw new Error(`The value of '${name}' is ${describeValue(value)}, which it cannot hold.`);
}

/** The known option with which a text begins, up to a comma or its end; the longest, since one can begin another. */
function optionAtStart(text: string, known: string[]): string | undefined {
	const beginning = text.toLowerCase();
	return known
		.filter((option) => option !== '' && beginning.startsWith(option.toLowerCase()))
		.filter((option) => /^\s*([,\n]|$)/.test(text.slice(option.length)))
		.sort((a, b) => b.length - a.length)[0];
}

/** The options in a text as people or models write a list. One that has a comma itself is known by the platform's list. */
function typedOptions(typed: string, known: string[]): unknown[] {
	if (trimText(typed).startsWith('[')) return typedEntries(typed);
	const options: string[] = [];
	let rest = trimText(typed);
	while (rest !== '' && options.length < MAX_OPTIONS) {
		const separator = rest.search(/[,\n]/);
		const option = optionAtStart(rest, known);
		const end = option?.length ?? (separator === -1 ? rest.length : separator);
		const words = option ?? trimText(rest.slice(0, end));
		if (words !== '') options.push(words);
		rest = trimText(rest.slice(end)).replace(/^,/, '');
		rest = trimText(rest);
	}
	return options;
}

/** More options than a field has. */
const MAX_OPTIONS = 200;

/** The options in a list, each of which is one, or in a text. */
function optionsIn(value: unknown, known: string[]): unknown {
	return typeof value === 'string' ? typedOptions(value, known) : value;
}

const optionsOf = (field: unknown): string[] => {
	const { options, picklistOptions } = fieldsOf(field);
	return [options ?? picklistOptions ?? []]
		.flat()
		.map((option) => String(isRecord(option) ? (option.value ?? option.name) : option));
};

/** The values of a resource mapper as they are sent. @throws Error for a value that none can hold */
function mappedValues(found: unknown): CustomValue[] {
	const { value, schema } = fieldsOf(found);
	const fields = [schema].flat().map(fieldsOf);
	const values: CustomValue[] = [];
	for (const [id, each] of Object.entries(fieldsOf(value))) {
		if (isEmpty(each)) continue;
		checkUsable(id, each);
		const field = fields.find((one) => one.id === id);
		const isList = field?.type === 'array';
		values.push({ id, field_value: isList ? optionsIn(each, optionsOf(field)) : each });
	}
	return values;
}

/** The mapper of custom fields. @param method fills it */
const mapperField = (method: string): FieldOf<unknown> =>
	fieldOf(
		{ ...group, read: (found) => group.read(found) && mappedValues(found) },
		{
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
		},
	);

export const CUSTOM_FIELDS = mapperField('getCustomFields');

export const OPPORTUNITY_CUSTOM_FIELDS = mapperField('getOpportunityFields');

const valuesByName: Kind<IDataObject> = {
	what: 'an object in JSON',
	enter: 'the values by key, ID or label, such as {"contact.size": "L"}',
	read(value) {
		const parsed: unknown =
			typeof value === 'string' ? jsonParse(value, { fallbackValue: undefined }) : value;
		return isRecord(parsed) && !isMoment(parsed) ? parsed : undefined;
	},
};

/** The same values from one expression: locations have other IDs for one field. */
export const FIELDS_BY_NAME = fieldOf(valuesByName, {
	displayName: 'Custom Fields by Key or Label',
	name: 'customFieldsByKey',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"contact.size": "L"}',
	description:
		'Custom fields as one JSON object: their values by key, ID or label. They go before those chosen above.',
} satisfies INodeProperties);

/** Names as they are compared: without case, and without the braces that HighLevel shows around keys. */
function comparable(name: string): string {
	return name.toLowerCase().replace('{{', '').replace('}}', '').trim();
}

/** True for a field's ID, its key with or without whose it is (`contact.size`, `size`), or its label. */
function hasName(field: IDataObject, name: string): boolean {
	const key = comparable(readText(field, 'fieldKey') ?? '');
	const names = [key, key.slice(key.indexOf('.') + 1), comparable(readText(field, 'name') ?? '')];
	return readId(field) === name || names.includes(comparable(name));
}

/** More would hide what the message says. */
const MAX_NAMED = 20;

const nameWithKey = (field: IDataObject): string =>
	`${readText(field, 'name') ?? ''} (${readText(field, 'fieldKey') ?? readId(field) ?? ''})`;

/** The field of this name. @throws NodeOperationError for none, for several, and for one that cannot be written */
function fieldNamed(client: PlatformClient, defined: IDataObject[], name: string): IDataObject {
	const matching = defined.filter((field) => hasName(field, name));
	const byId = matching.find((field) => readId(field) === name);
	const [field] = byId ? [byId] : matching;
	const refuse = (message: string, whatToDo: string) =>
		new NodeOperationError(client.node, message, {
			description: `Nothing was changed. ${whatToDo}`,
		});
	if (!field)
		throw refuse(
			`The location has no custom field '${name}'`,
			`Use the key, ID or label of one of these: ${defined.slice(0, MAX_NAMED).map(nameWithKey).join(', ')}.`,
		);
	if (!byId && matching.length > 1)
		throw refuse(
			`${matching.length} custom fields are named '${name}'`,
			`Use the key or ID of one of these: ${matching.map(nameWithKey).join(', ')}.`,
		);
	const kind = NOT_WRITABLE[String(field.dataType)];
	if (kind)
		throw refuse(
			`The custom field '${name}' holds ${kind}, which this node cannot write`,
			'Leave it out, and enter it on the platform.',
		);
	return field;
}

/**
 * Custom fields as they are sent: those of the mapper, and those that are named by key, ID or label.
 *
 * @throws NodeOperationError for a name that is none of the location's, and for a value that none can hold
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
		const field = fieldNamed(client, defined, name);
		const isList = SEVERAL_OPTIONS.includes(String(field.dataType));
		try {
			checkUsable(name, value);
		} catch (error) {
			const { message } = error as Error;
			throw new NodeOperationError(client.node, `'${FIELDS_BY_NAME.displayName}' cannot be used`, {
				description: `Nothing was changed. ${message}`,
			});
		}
		const sent = isEmpty(value) ? '' : isList ? optionsIn(value, optionsOf(field)) : value;
		values.push({ id: readId(field) ?? name, field_value: sent });
	}
	const ids = values.map(({ id }) => id);
	const others = [chosen ?? []].flat().filter((field) => !ids.includes(String(fieldsOf(field).id)));
	return [...others, ...values];
}

const looksLikeDay = (value: unknown): boolean =>
	isMoment(value) ||
	(typeof value === 'string' && /^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(value.slice(0, 40)));

/**
 * Custom fields as they are sent, of which those of HighLevel's kind DATE are days: an instant is the day that it is in the
 * location.
 *
 * @throws NodeOperationError for a value of such a field that is no date
 */
export async function withDaysAsDates(
	client: PlatformClient,
	list: CustomFieldList,
	locationId: string,
	values: unknown[],
): Promise<unknown[]> {
	if (!values.some((each) => looksLikeDay(fieldsOf(each).field_value))) return values;
	// Without the scope to read the list, it is not known which fields are days.
	const defined = await choicesOf(client, list, locationId).catch(() => []);
	const dates = defined.filter(({ dataType }) => dataType === 'DATE').map(readId);
	const sent: unknown[] = [];
	for (const each of values) {
		const { id, field_value: value } = fieldsOf(each);
		const isDay = dates.includes(String(id)) && value !== '' && value !== null;
		sent.push(isDay ? { id, field_value: await dayOf(client, String(id), value) } : each);
	}
	return sent;
}

async function dayOf(client: PlatformClient, id: string, value: unknown): Promise<string> {
	const zone = isInstantOfDay(value) ? await locationZone(client) : undefined;
	try {
		return parseCalendarDay(value, zone ?? 'UTC');
	} catch (error) {
		throw new NodeOperationError(client.node, `The custom field '${id}' holds a date`, {
			description: `Nothing was changed. ${(error as Error).message}`,
		});
	}
}

/** The value of a custom field in a record, under whichever name the platform has it. */
export function customValueOf(field: IDataObject): unknown {
	const names = ['value', 'field_value', 'fieldValue'];
	names.push('fieldValueString', 'fieldValueNumber', 'fieldValueArray', 'fieldValueDate');
	const name = names.find((each) => field[each] !== undefined);
	return name && field[name];
}

const filledIn = ({ customFields }: IDataObject): IDataObject[] =>
	Array.isArray(customFields) ? customFields.filter(isRecord) : [];

/** Adds `customFieldsByKey` to records that have custom fields. Their keys are read once a run, and only for such records. */
export async function withFieldsByKey(
	client: PlatformClient,
	list: CustomFieldList,
	locationId: string | undefined,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const first = records.find((record) => filledIn(record).length > 0);
	const location = locationId ?? (first && readText(first, 'locationId'));
	if (!first || location === undefined) return records;
	// Without the scope, the array alone has them.
	const defined = await choicesOf(client, list, location).catch(() => []);
	if (defined.length === 0) return records;
	return records.map((record) => {
		const fields = filledIn(record);
		if (fields.length === 0) return record;
		const customFieldsByKey: IDataObject = {};
		for (const field of fields) {
			const definition = defined.find((one) => readId(one) === readId(field));
			const key = (definition && readText(definition, 'fieldKey')) ?? readText(field, 'fieldKey');
			if (key) customFieldsByKey[key] = customValueOf(field) as IDataObject[string];
		}
		return { ...record, customFieldsByKey };
	});
}
