import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId } from '../http/body';
import { contactAddressIn } from '../platformApi/contactAddress';
import { hasAddress } from '../platformApi/contacts';
import type { PlatformCall } from './platformOperation';

const textsIn = (value: unknown) =>
	[value ?? []]
		.flat()
		.map((each) => (isRecord(each) ? JSON.stringify(each) : String(each)).trim())
		.filter(Boolean);

const inWords = (value: unknown) => textsIn(value).join(', ') || 'empty';

/** Alike for a time in any zone or in milliseconds, a date as its midnight, a list in any order, letters of any case, and an address with a slash at its end. */
const keyOf = (value: unknown) =>
	textsIn(value)
		.map(
			(text) =>
				(/^\d{4}-\d\d-\d\d/.test(text) && Date.parse(text)) ||
				text.toLowerCase().replace(/\/$/, ''),
		)
		.sort()
		.join('\n');

/** Custom fields by a name for a person; null for one without a value. */
const fieldsByName = (fields: unknown): IDataObject =>
	Object.fromEntries(
		[fields ?? []]
			.flat()
			.filter(isRecord)
			.map((field) => [
				`Custom Field ${readId(field)}`,
				field.value ?? field.field_value ?? field.fieldValue ?? null,
			]),
	);

/**
 * The values that the platform has in place of those that were sent, as a sentence; empty where nothing differs. Where its
 * record is silent, nothing is known.
 *
 * @param labels of fields, by their names
 */
export function unlikeText(
	{ customFields, ...sent }: IDataObject,
	record: IDataObject,
	labels: Record<string, string>,
): string {
	const asked: IDataObject = { ...sent, ...fieldsByName(customFields) };
	// A record leaves out custom fields without a value.
	const none = Object.keys(fieldsByName(record.customFields && customFields));
	const kept: IDataObject = {
		...record,
		...Object.fromEntries(none.map((name) => [name, null])),
		...fieldsByName(record.customFields),
	};
	const differs = (name: string) => {
		const [value, present] = [asked[name], kept[name]];
		const address = /^(email|phone)$/.test(name) ? contactAddressIn(String(value)) : undefined;
		return address ? !hasAddress(record, address) : keyOf(value) !== keyOf(present);
	};
	const differences = Object.keys(asked)
		.filter((name) => ![asked[name], kept[name]].includes(undefined) && differs(name))
		.map((name) => `${labels[name] ?? name} is ${inWords(kept[name])}, not ${inWords(asked[name])}`)
		.join('; ');
	return differences && `The platform has other values than expected: ${differences}.`;
}

/** Says what the output alone does not: to a model as `message` of the item, to a person as a hint at the node. */
export function withRemarks(
	{ context, itemIndex, isTool }: PlatformCall,
	item: IDataObject,
	remarks: Array<string | false | undefined>,
): IDataObject {
	const said = remarks.filter(Boolean).join(' ');
	if (said === '') return item;
	if (isTool) return { ...item, message: [item.message, said].filter(Boolean).join(' ') };
	const of = context.getInputData().length > 1 ? ` [Item ${itemIndex}]` : '';
	context.addExecutionHints({ message: `${said}${of}`, type: 'warning', location: 'outputPane' });
	return item;
}
