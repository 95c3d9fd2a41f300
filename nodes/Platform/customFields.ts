import { type IDataObject, type INodeProperties, jsonParse } from 'n8n-workflow';

import { trimText } from '../fields/modelMarks';
import { fieldOf, type FieldOf } from '../fields/parameters';
import { describeValue, group, isEmpty, type Kind, text, typedEntries } from '../fields/valueKinds';
import { fieldsOf, isRecord } from '../http/body';
import type { Choice } from '../platformApi/pickLists';
import { isMoment } from '../time/times';
import { tryOr } from '../utils/tryOr';

/** The list that defines custom fields: those of contacts, or of opportunities. */
export type CustomFieldList = Extract<Choice, 'customFields' | 'opportunityFields'>;

/** A custom field as it is sent. */
export interface CustomValue {
	id: string;
	field_value: unknown;
}

/** HighLevel's kinds of fields that nothing can be written to here, and what they hold, in words. */
export const NOT_WRITABLE: Record<string, string> = {
	FILE_UPLOAD: 'a file',
	SIGNATURE: 'a signature',
	TEXTBOX_LIST: 'a list of texts',
};

/** True for a text, a number, a switch, a time and no value. */
function canBeHeld(value: unknown): boolean {
	if (isEmpty(value) || typeof value === 'boolean' || isMoment(value)) return true;
	return text.read(value) !== undefined;
}

/** @throws Error for a value that no custom field can hold, such as an object that an expression gave */
export function refuseUnusable(name: string, value: unknown): void {
	const entries = Array.isArray(value) ? value.flat() : [value];
	if (!entries.every(canBeHeld))
		throw new Error(`The value of '${name}' is ${describeValue(value)}, which it cannot hold.`);
}

/** True where a list of options goes on behind an option, or ends. */
const endsOption = (rest: string) => /^\s*([,\n]|$)/.test(rest);

/** The known option that stands at the beginning of a list; the longest one, since one option can begin another. */
function optionAtStart(list: string, known: string[]): string | undefined {
	let longest: string | undefined;
	for (const option of known) {
		// Only so much of the list is compared: it is looked at again for each of its entries.
		const beginning = list.slice(0, option.length);
		if (beginning.toLowerCase() !== option.toLowerCase()) continue;
		if (!endsOption(list.slice(option.length))) continue;
		if (longest === undefined || option.length > longest.length) longest = option;
	}
	return longest;
}

/** More options than a field has. Each one reads the rest of the text, so a long text would take long. */
const MAX_OPTIONS = 200;

/** The options in a text, as people or models write a list. An option that has a comma itself is known from the platform's list. */
function typedOptions(typed: string, known: string[]): unknown[] {
	let rest = trimText(typed);
	if (rest.startsWith('[')) return typedEntries(typed);
	const options: string[] = [];
	while (rest !== '' && options.length < MAX_OPTIONS) {
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
export function optionsIn(value: unknown, known: string[]): unknown {
	return typeof value === 'string' ? typedOptions(value, known) : value;
}

/** The options of a field, in the platform's record or in n8n's resource mapper. */
export function optionsOf(field: unknown): string[] {
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
