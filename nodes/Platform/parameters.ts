import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toBoolean, toFilledInText } from '../shared/looseValues';
import { parseDate, parseInstant, TimeFormatError } from '../shared/times';
import { isTimeZone } from '../shared/timeZones';

/** A parameter: its name in the workflow, its label in the editor. */
export interface ParameterName {
	name: string;
	label: string;
}

/**
 * The text of a parameter, empty where it is not filled in, which a model may say by the word `null`.
 * Resource locators give their value, and a number, as an expression may bring it, its digits.
 */
export function optionalText(
	this: IExecuteFunctions,
	name: string,
	itemIndex: number,
): string {
	return toFilledInText(this.getNodeParameter(name, itemIndex, '', { extractValue: true }));
}

/** A switch, also one that an expression fills with text. */
export function isOn(
	this: IExecuteFunctions,
	name: string,
	itemIndex: number,
	usual: boolean,
): boolean {
	return toBoolean(this.getNodeParameter(name, itemIndex, usual), usual);
}

/** @throws NodeOperationError that names the field where it is empty */
export function requiredText(
	this: IExecuteFunctions,
	{ name, label }: ParameterName,
	itemIndex: number,
): string {
	const value = optionalText.call(this, name, itemIndex);
	if (value !== '') return value;
	throw new NodeOperationError(this.getNode(), `'${label}' is empty`, {
		description: `Nothing was sent. Fill in '${label}': the platform requires it.`,
		itemIndex,
	});
}

/** The zone of 'Time Zone', else the workflow's. @throws NodeOperationError for an unknown name */
export function timeZoneOf(this: IExecuteFunctions, itemIndex: number): string {
	const zone = optionalText.call(this, 'timezone', itemIndex) || this.getTimezone();
	if (isTimeZone(zone)) return zone;
	throw new NodeOperationError(this.getNode(), `'Time Zone' is '${zone}', which is not a time zone`, {
		description: 'Choose one from the list, or give an IANA name such as America/New_York.',
		itemIndex,
	});
}

function readTime<T>(
	this: IExecuteFunctions,
	{ name, label }: ParameterName,
	itemIndex: number,
	read: (value: unknown) => T,
): T {
	const value = this.getNodeParameter(name, itemIndex, '') as unknown;
	if (value === '' || value === null || value === undefined) {
		throw new NodeOperationError(this.getNode(), `'${label}' is empty`, {
			description: `Nothing was sent. Fill in '${label}': the platform requires it.`,
			itemIndex,
		});
	}
	try {
		return read(value);
	} catch (error) {
		const why = error instanceof TimeFormatError ? error.message : 'The value cannot be read.';
		throw new NodeOperationError(this.getNode(), `'${label}' cannot be used. ${why}`, {
			description: 'Nothing was sent.',
			itemIndex,
		});
	}
}

/** Epoch milliseconds of a date-time field. @throws NodeOperationError that names the field */
export function instantOf(
	this: IExecuteFunctions,
	parameter: ParameterName,
	itemIndex: number,
	zone: string,
): number {
	return readTime.call(this, parameter, itemIndex, (value) => parseInstant(value, zone)) as number;
}

/** `YYYY-MM-DD` of a date field. @throws NodeOperationError that names the field */
export function dateOf(
	this: IExecuteFunctions,
	parameter: ParameterName,
	itemIndex: number,
	zone: string,
): string {
	return readTime.call(this, parameter, itemIndex, (value) => parseDate(value, zone)) as string;
}

/**
 * The text of another parameter while a list is being loaded; empty where it is not filled in, or
 * holds an expression that needs the data of a run.
 */
export function currentText(this: ILoadOptionsFunctions, name: string): string {
	const raw = withoutLocator(this.getCurrentNodeParameter(name));
	if (typeof raw !== 'string') return '';
	if (!raw.startsWith('=')) return raw.trim();
	try {
		const value = withoutLocator(this.getNodeParameter(name, ''));
		// A Luxon DateTime, as `$today` gives, writes itself in ISO 8601.
		return value === null || value === undefined ? '' : String(value).trim();
	} catch {
		return '';
	}
}

/** What n8n's `extractValue` does, which throws for a field that the chosen operation does not have. */
function withoutLocator(parameter: unknown): unknown {
	const isLocator = typeof parameter === 'object' && parameter !== null && '__rl' in parameter;
	return isLocator ? (parameter as { value?: unknown }).value : parameter;
}
