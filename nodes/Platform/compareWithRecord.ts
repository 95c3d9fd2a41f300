import type { IDataObject } from 'n8n-workflow';

import { OTHER_VALUES } from '../fields/textsForModel';
import { isRecord, readId } from '../http/body';
import { contactAddressIn, isSameAddress } from '../platformApi/contactAddress';
import { hasAddress } from '../platformApi/contacts';
import { isMoment } from '../time/times';
import { tryOr } from '../utils/tryOr';
import { customValueOf } from './customFieldsByKey';

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

/** Longer values are cut: two long texts would hide which field differs. */
const MAX_QUOTED = 120;

/** A value as a message names it. */
function inWords(value: unknown): string {
	const words = textsIn(value).join(', ') || 'empty';
	return words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED)}…` : words;
}

/** The beginning of a date, and of a date-time in ISO 8601. */
const DAY = /^\d{4}-\d\d-\d\d/;

/** Epoch milliseconds of this century. */
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

/** The number that a text writes, also with commas between thousands; NaN for another text. */
function numberOf(text: string): number {
	return /^[-+]?\d[\d,]*(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** True for `1500.00` and `1,500`. */
const isSameNumber = (sent: string, kept: string) => numberOf(sent) === numberOf(kept);

/** A text in lower case; of a web address, what stands between `https://` and a slash at its end. */
function withoutScheme(text: string): string {
	return text
		.toLowerCase()
		.replace(/^https?:\/\//, '')
		.replace(/\/$/, '');
}

/** True for the same text in any case, and for a web address with and without `https://`, or a slash at its end. */
const isSameWebAddress = (sent: string, kept: string) =>
	withoutScheme(sent) === withoutScheme(kept);

/** True for a phone number as the platform completes it. */
function isSamePhone(sent: string, kept: string): boolean {
	if (!kept.startsWith('+')) return false;
	const address = tryOr(() => contactAddressIn(sent), undefined);
	return address?.field === 'phone' && isSameAddress(address, kept);
}

const isSameText = (sent: string, kept: string): boolean =>
	isSameWebAddress(sent, kept) ||
	isSameTime(sent, kept) ||
	isSameNumber(sent, kept) ||
	isSamePhone(sent, kept);

/** True where the platform keeps the value that was sent, perhaps in another spelling. The order of a list does not matter. */
export function isKeptAs(sent: unknown, kept: unknown): boolean {
	const unmatched = textsIn(kept);
	for (const text of textsIn(sent)) {
		const index = unmatched.findIndex((each) => isSameText(text, each));
		if (index === -1) return false;
		unmatched.splice(index, 1);
	}
	return unmatched.length === 0;
}

/** The values of custom fields, each by a name for messages; null for a field without a value. */
function customFieldsByName(fields: unknown): IDataObject {
	const byName: IDataObject = {};
	for (const field of [fields ?? []].flat().filter(isRecord)) {
		const value = customValueOf(field) ?? null;
		byName[`Custom Field ${readId(field)}`] = value as IDataObject[string];
	}
	return byName;
}

/** How the platform's record differs from what was sent. */
export interface Comparison {
	/** By the names of the fields, each value that the record has in place of the one that was sent: `Phone is +1, not +44`. */
	differences: Record<string, string>;
	/** The labels of fields that the record does not have, although a value was sent. */
	notShown: string[];
}

/** The values of a record by the names under which {@link valuesSent} has what was sent. */
function valuesKept(record: IDataObject, sent: IDataObject): IDataObject {
	const values: IDataObject = { ...record };
	if (record.customFields === undefined) return values;
	// A record leaves out custom fields without a value.
	for (const name of Object.keys(customFieldsByName(sent.customFields))) values[name] = null;
	return { ...values, ...customFieldsByName(record.customFields) };
}

/** What was sent, each custom field by its own name. */
function valuesSent({ customFields, ...values }: IDataObject): IDataObject {
	return { ...values, ...customFieldsByName(customFields) };
}

/** True where a record has the address among all addresses of the contact, or else the value under the name. */
function hasValue(record: IDataObject, name: string, value: unknown, kept: unknown): boolean {
	if (name === 'email' || name === 'phone') {
		const address = tryOr(() => contactAddressIn(String(value)), undefined);
		if (address) return hasAddress(record, address);
	}
	return isKeptAs(value, kept);
}

/**
 * Compares the platform's record with what was sent. A value in another spelling, such as a phone number that the platform
 * has completed, is no difference.
 *
 * @param labels of fields, by their names
 */
export function compareWithRecord(
	sent: IDataObject,
	record: IDataObject,
	labels: Record<string, string>,
): Comparison {
	const keptValues = valuesKept(record, sent);
	const comparison: Comparison = { differences: {}, notShown: [] };
	for (const [name, value] of Object.entries(valuesSent(sent))) {
		if (value === undefined) continue;
		const label = labels[name] ?? name;
		const kept = keptValues[name];
		if (kept === undefined) {
			// A field that was emptied, or a switch that is off, may be left out of the record.
			if (textsIn(value).length > 0 && value !== false) comparison.notShown.push(label);
			continue;
		}
		if (!hasValue(record, name, value, kept))
			comparison.differences[name] = `${label} is ${inWords(kept)}, not ${inWords(value)}`;
	}
	return comparison;
}

/** The values that the platform has in place of those that were sent, as a sentence; empty where nothing differs. */
export function differenceText({ differences }: Comparison): string {
	const texts = Object.values(differences);
	if (texts.length === 0) return '';
	return `${OTHER_VALUES} ${texts.join('; ')}.`;
}

/** The same sentence for a record that need not show every field: what it does not show is no difference. */
export function textOfDifferences(
	sent: IDataObject,
	record: IDataObject,
	labels: Record<string, string>,
): string {
	return differenceText(compareWithRecord(sent, record, labels));
}
