import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { chosenLocation } from '../fields/accountFields';
import { text } from '../fields/valueKinds';
import { readId, readText } from '../http/body';
import { choicesOf } from '../platformApi/pickLists';
import { type CustomFieldList, NOT_WRITABLE } from './customFields';

/** n8n's types for the platform's kinds of custom fields; all others are texts. The form of a date is not documented. */
const MAPPED_TYPES: Record<string, FieldType> = {
	NUMERICAL: 'number',
	MONETORY: 'number',
	SINGLE_OPTIONS: 'options',
	RADIO: 'options',
	MULTIPLE_OPTIONS: 'array',
	CHECKBOX: 'array',
};

/** A custom field as a resource mapper shows it; undefined for one without an ID. */
function mapperFieldOf(field: IDataObject): ResourceMapperField | undefined {
	const id = readId(field);
	if (id === undefined) return undefined;
	const kind = String(field.dataType);
	const label = readText(field, 'name') ?? id;
	const notWritable = NOT_WRITABLE[kind];
	const common = { id, required: false, defaultMatch: false, display: true };
	// It is listed, so that nobody looks for it, but a value cannot be entered.
	if (notWritable)
		return {
			...common,
			displayName: `${label} (${notWritable}: not writable here)`,
			type: 'string',
			readOnly: true,
		};
	const options: INodePropertyOptions[] = [];
	for (const option of [field.picklistOptions].flat()) {
		const name = text.read(option);
		if (name !== undefined) options.push({ name, value: name });
	}
	const mappedType = MAPPED_TYPES[kind] ?? 'string';
	// Without any option to choose, a value can be typed.
	const hasNoOptions = mappedType === 'options' && options.length === 0;
	const type = hasNoOptions ? 'string' : mappedType;
	return {
		...common,
		displayName: label,
		type,
		options: ['array', 'options'].includes(type) ? options : undefined,
	};
}

/** The fields of a resource mapper, in the order of their labels. */
async function mapperFieldsOf(
	context: ILoadOptionsFunctions,
	list: CustomFieldList,
): Promise<ResourceMapperFields> {
	const { client, locationId } = await chosenLocation(context);
	const defined = await choicesOf(client, list, locationId);
	const fields = defined.flatMap((field) => mapperFieldOf(field) ?? []);
	return { fields: fields.sort((a, b) => a.displayName.localeCompare(b.displayName)) };
}

/** The custom fields of contacts, for a resource mapper. */
export async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await mapperFieldsOf(this, 'customFields');
}

/** The same of opportunities. */
export async function getOpportunityFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	return await mapperFieldsOf(this, 'opportunityFields');
}
