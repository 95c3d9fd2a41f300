import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toAuthentication } from '../fields/authentication';
import { toBoolean, toFilledInText } from '../items/looseValues';
import type { Authentication } from '../platformApi/credential';
import { parseDate, parseInstant } from '../time/times';
import { isTimeZone } from '../time/zones';

/** Reads in flight at once: enough to hide latency, few enough to spare the platform. */
export const CONCURRENT_READS = 5;

/** The parameter `authentication`, which cannot hold an expression and so is one for all items. */
export function authenticationOf(context: ParameterContext | ILoadOptionsFunctions): Authentication {
	const chosen = (context as ParameterContext).getNodeParameter('authentication', 0, 'oAuth2');
	return toAuthentication(chosen);
}

/**
 * What parameters are read from: a run of the node, or a request to a webhook of a waiting execution
 * through `n8n/waitingExecution`.
 */
export type ParameterContext = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/** A parameter: its name in the workflow, its label in the editor. */
export interface ParameterName {
	name: string;
	label: string;
}

/**
 * The text of a parameter, empty where it is not filled in, which a model may say by the word `null`.
 * Of a resource locator it is the value; of a number, which an expression may give, the digits.
 */
export function optionalText(
	this: ParameterContext,
	name: string,
	itemIndex: number,
): string {
	return toFilledInText(this.getNodeParameter(name, itemIndex, '', { extractValue: true }));
}

/** A switch, also one that an expression fills with text. */
export function isOn(
	this: ParameterContext,
	name: string,
	itemIndex: number,
	fallback: boolean,
): boolean {
	return toBoolean(this.getNodeParameter(name, itemIndex, fallback), fallback);
}

/**
 * A switch that only a person can turn on, in the editor. The stored value counts: an expression, and so a
 * language model, evaluates to another one, whatever `noDataExpression` says.
 */
export function isOnByPerson(this: IExecuteFunctions, name: string): boolean {
	return this.getNode().parameters[name] === true;
}

function isEmpty(this: ParameterContext, label: string, itemIndex: number): NodeOperationError {
	return new NodeOperationError(this.getNode(), `'${label}' is empty`, {
		description: `Nothing was sent. Fill in '${label}': the platform requires it.`,
		itemIndex,
	});
}

/** @throws NodeOperationError that names the field where it is empty */
export function requiredText(
	this: ParameterContext,
	{ name, label }: ParameterName,
	itemIndex: number,
): string {
	const value = optionalText.call(this, name, itemIndex);
	if (value !== '') return value;
	throw isEmpty.call(this, label, itemIndex);
}

/** The zone of 'Time Zone', else the workflow's. @throws NodeOperationError for an unknown name */
export function timeZoneOf(this: ParameterContext, itemIndex: number): string {
	const zone = optionalText.call(this, 'timezone', itemIndex) || this.getTimezone();
	if (isTimeZone(zone)) return zone;
	throw new NodeOperationError(this.getNode(), `'Time Zone' is '${zone}', which is not a time zone`, {
		description: 'Choose one from the list, or enter an IANA name such as America/New_York.',
		itemIndex,
	});
}

function readTime<T>(
	this: ParameterContext,
	{ name, label }: ParameterName,
	itemIndex: number,
	read: (value: unknown) => T,
): T {
	const value = this.getNodeParameter(name, itemIndex, '') as unknown;
	if (value === '' || value === null || value === undefined) throw isEmpty.call(this, label, itemIndex);
	try {
		return read(value);
	} catch (error) {
		throw new NodeOperationError(this.getNode(), `'${label}' cannot be used. ${(error as Error).message}`, {
			description: 'Nothing was sent.',
			itemIndex,
		});
	}
}

/** Epoch milliseconds of a date-time field. @throws NodeOperationError that names the field */
export function instantOf(
	this: ParameterContext,
	parameter: ParameterName,
	itemIndex: number,
	zone: string,
): number {
	return readTime.call(this, parameter, itemIndex, (value) => parseInstant(value, zone)) as number;
}

/** `YYYY-MM-DD` of a date field. @throws NodeOperationError that names the field */
export function dateOf(
	this: ParameterContext,
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
