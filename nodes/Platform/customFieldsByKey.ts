import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId, readText } from '../http/body';
import type { PlatformClient } from '../platformApi/client';
import { choicesOf } from '../platformApi/pickLists';
import type { CustomFieldList } from './customFields';

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
