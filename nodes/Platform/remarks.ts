import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId } from '../http/body';
import { contactAddressIn, isSameAddress } from '../platformApi/contactAddress';
import { hasAddress } from '../platformApi/contacts';
import { isMoment } from '../time/times';
import { tried } from '../utils/attempt';
import { customValueOf } from './customFields';
import type { PlatformCall } from './platformOperation';

/** One value as a text: of a time, ISO 8601; of an object, JSON. */
function textOf(value: unknown): string {
	if (isMoment(value)) return String(value.toJSON());
	return isRecord(value) ? JSON.stringify(value) : String(value).trim();
}

/** The texts of a value, or of the entries of a list; none for no value. */
function textsIn(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.flat() : [value];
	return entries
		.filter((entry) => entry !== undefined && entry !== null)
		.map(textOf)
		.filter(Boolean);
}

const inWords = (value: unknown) => textsIn(value).join(', ') || 'empty';

const DAY = /^\d{4}-\d\d-\d\d/;
const EPOCH_MS = /^\d{12,14}$/;

/** The instant of a text in ISO 8601, or in milliseconds; NaN for another one. */
function instantOf(text: string): number {
	if (EPOCH_MS.test(text)) return Number(text);
	return DAY.test(text) ? Date.parse(text) : Number.NaN;
}

/** True for one instant in any zone, and for a time on a day that is kept without its time. */
function isSameTime(sent: string, kept: string): boolean {
	if (instantOf(sent) === instantOf(kept)) return true;
	return DAY.test(sent) && kept.length === 'YYYY-MM-DD'.length && sent.startsWith(kept);
}

/** True for `1500.00` and `1,500`. */
function isSameNumber(sent: string, kept: string): boolean {
	const numbers = [sent, kept].map((text) =>
		/^[-+]?\d[\d,]*(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN,
	);
	return numbers[0] === numbers[1];
}

/** True for a web address with and without `https://`, and a slash at its end. */
function isSameWebAddress(sent: string, kept: string): boolean {
	const [one, other] = [sent, kept].map((text) =>
		text
			.toLowerCase()
			.replace(/^https?:\/\//, '')
			.replace(/\/$/, ''),
	);
	return one === other;
}

/** True for a phone number as the platform completes it. */
function isSamePhone(sent: string, kept: string): boolean {
	if (!kept.startsWith('+')) return false;
	const address = tried(() => contactAddressIn(sent), undefined);
	return address?.field === 'phone' && isSameAddress(address, kept);
}

const isSameText = (sent: string, kept: string): boolean =>
	isSameWebAddress(sent, kept) ||
	isSameTime(sent, kept) ||
	isSameNumber(sent, kept) ||
	isSamePhone(sent, kept);

/** True for what the platform keeps of a value: by its kind, in any case of letters, lists in any order. */
export function isKeptAs(sent: unknown, kept: unknown): boolean {
	const rest = textsIn(kept);
	for (const text of textsIn(sent)) {
		const at = rest.findIndex((each) => isSameText(text, each));
		if (at === -1) return false;
		rest.splice(at, 1);
	}
	return rest.length === 0;
}

/** Custom fields by a name for a person; null for one without a value. */
function customFieldsByName(fields: unknown): IDataObject {
	const byName: IDataObject = {};
	for (const field of [fields ?? []].flat().filter(isRecord)) {
		const value = customValueOf(field) ?? null;
		byName[`Custom Field ${readId(field)}`] = value as IDataObject[string];
	}
	return byName;
}

/** What a record has otherwise than what was sent. */
export interface Comparison {
	/** The values that it has otherwise, each as `Phone is +1, not +44`, by the names of the fields. */
	otherwise: Record<string, string>;
	/** The labels of fields of which it shows nothing, although a value was sent. */
	notShown: string[];
}

/**
 * Compares the platform's record with what was sent.
 *
 * @param labels of fields, by their names
 */
export function compareWithRecord(
	{ customFields, ...sent }: IDataObject,
	record: IDataObject,
	labels: Record<string, string>,
): Comparison {
	const wanted: IDataObject = { ...sent, ...customFieldsByName(customFields) };
	const kept: IDataObject = { ...record };
	if (record.customFields !== undefined) {
		// A record leaves out custom fields without a value.
		for (const name of Object.keys(customFieldsByName(customFields))) kept[name] = null;
		Object.assign(kept, customFieldsByName(record.customFields));
	}
	const comparison: Comparison = { otherwise: {}, notShown: [] };
	for (const [name, value] of Object.entries(wanted)) {
		if (value === undefined) continue;
		const label = labels[name] ?? name;
		if (kept[name] === undefined) {
			// A field that was emptied, or a switch that is off, may be left out of the record.
			if (textsIn(value).length > 0 && value !== false) comparison.notShown.push(label);
			continue;
		}
		const isAddress = name === 'email' || name === 'phone';
		const address = isAddress ? tried(() => contactAddressIn(String(value)), undefined) : undefined;
		const isKept = address ? hasAddress(record, address) : isKeptAs(value, kept[name]);
		if (!isKept)
			comparison.otherwise[name] = `${label} is ${inWords(kept[name])}, not ${inWords(value)}`;
	}
	return comparison;
}

/** The values that the platform has in place of those that were sent, as a sentence; empty where nothing differs. */
export function differenceText({ otherwise }: Comparison): string {
	const texts = Object.values(otherwise);
	return texts.length === 0
		? ''
		: `The platform has other values than expected: ${texts.join('; ')}.`;
}

/** The same of values and a record of which silence says nothing. */
export const unlikeText = (
	sent: IDataObject,
	record: IDataObject,
	labels: Record<string, string>,
): string => differenceText(compareWithRecord(sent, record, labels));

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
