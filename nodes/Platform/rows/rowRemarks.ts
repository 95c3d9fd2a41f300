import type { IDataObject } from 'n8n-workflow';

import { locationField } from '../../fields/accountFields';
import { DIFFERS_FROM_SENT } from '../../fields/textsForModel';
import { namesInPath } from '../../platformApi/endpoint';
import { type Comparison, compareWithRecord, differenceText } from '../compareWithRecord';
import { fieldsIn, idNameOf, type RowRun } from './row';
import { idIn } from './rowItems';

/* What is said beside an item: how the platform's record differs from what was sent. */

/** `blockedTime` as a person says it. */
const inWords = (record: string): string =>
	record.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isOfCustomField = (name: string): boolean => name.startsWith('Custom Field ');

/** Compares a record with what was expected, by the labels of the row's fields. */
export function compareItem(
	{ row }: RowRun,
	expected: IDataObject,
	record: IDataObject,
): Comparison {
	const labels: Record<string, string> = { ...row.expectedLabels };
	for (const { name, displayName } of [...fieldsIn(row), locationField]) labels[name] = displayName;
	return compareWithRecord(expected, { ...record, [idNameOf(row)]: idIn(row, record) }, labels);
}

/** Says which values the platform's record has in place of those that were sent. */
export function differsText({ row }: RowRun, comparison: Comparison): string | undefined {
	const text = differenceText(comparison);
	if (text === '') return undefined;
	const areCustomFields = Object.keys(comparison.differences).every(isOfCustomField);
	return areCustomFields ? text : `${text} Check whether it is the right ${inWords(row.record)}.`;
}

/** Says which values the platform's record does not show after a write: it may have thrown them away. */
export function notShownText(
	{ row, values }: RowRun,
	{ notShown }: Comparison,
): string | undefined {
	const sentInPath = namesInPath(row.path);
	const labels: string[] = [];
	for (const { name, displayName } of fieldsIn(row))
		if (notShown.includes(displayName) && !sentInPath.includes(name)) labels.push(displayName);
	labels.push(...notShown.filter(isOfCustomField));
	if (labels.length === 0 || Object.keys(values).length === 0) return undefined;
	return `The platform's record does not show what was sent in ${labels.join(', ')}: it may not have been kept.`;
}

/** Says which values of a record that existed are those of the call now. */
export function replacedText(
	{ row }: RowRun,
	expected: IDataObject,
	{ differences }: Comparison,
): string | undefined {
	const names = Object.keys(expected).filter((name) => !(name in differences));
	if (names.length === 0) return undefined;
	return `This ${inWords(row.record)} existed already, and what was sent has replaced what it had: ${names.join(', ')}.`;
}

/** Says in which fields a record differs, to a language model that may see no values of it. */
export function differsTextForModel(
	{ row }: RowRun,
	{ differences, notShown }: Comparison,
): string | undefined {
	const labels = fieldsIn(row)
		.filter(({ name, displayName }) => name in differences || notShown.includes(displayName))
		.map(({ displayName }) => displayName);
	if (labels.length === 0) return undefined;
	return `What was sent is not what it has in ${labels.join(', ')}: ask whether it is the right ${inWords(row.record)}.`;
}

/** Says that a record that existed was not changed, to a language model that may see no values of it. */
export function keptTextForModel({ row }: RowRun): string {
	return `This ${inWords(row.record)} existed already, and was kept as it is.`;
}

/** Says that a record that existed was not changed, and which values it has in place of those that were sent. */
export function keptText(run: RowRun, { differences, notShown }: Comparison): string {
	const kept = keptTextForModel(run);
	const texts = Object.values(differences);
	if (notShown.length > 0) texts.push(`it has no ${notShown.join(', ')}`);
	if (texts.length === 0) return kept;
	return `${kept} ${DIFFERS_FROM_SENT} ${texts.join('; ')}.`;
}
