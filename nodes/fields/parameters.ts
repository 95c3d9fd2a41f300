import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseDate, parseInstant, parseMoment } from '../time/times';

/**
 * What parameters are read from: a run of the node, or a request to a webhook of a waiting execution
 * through `n8n/waitingExecution`.
 */
export type ParameterContext = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/** A field, by its name in the workflow and its label in the editor. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** Makes n8n's error from what is wrong with a field and what to do, for a language model in other words. */
export type Refuse = (message: string, whatToDo: string, forModel?: string) => NodeOperationError;

/*
 * n8n converts no types, whatever the parameter's own type: an expression or a language model can give text for
 * a switch, and a word such as `null` for no text.
 */

/**
 * A switch. The text 'false', which JavaScript takes for true, is off; 0 and 1 count as they do where
 * n8n converts by itself.
 *
 * @param fallback for any other value
 */
export function toBoolean(value: unknown, fallback: boolean): boolean {
	const text = String(value).trim().toLowerCase();
	if (text === 'true' || text === '1') return true;
	return text === 'false' || text === '0' ? false : fallback;
}

/** A model must fill in each field of a tool, and writes these for an empty value. */
const WORDS_FOR_NOTHING = ['null', 'undefined'];

/**
 * A text without surrounding white space, or the digits of a number; empty where nothing was meant.
 * Only for fields in which exactly `null` or `undefined` can be nothing else: ids, names, zones and
 * titles. A search word or a signed body can be just that.
 */
export function toFilledInText(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return '';
	const text = value.trim();
	return WORDS_FOR_NOTHING.includes(text) ? '' : text;
}

/** For an item with a field that cannot be used, before anything is sent. */
export function refuserFor(context: Pick<ParameterContext, 'getNode'>, itemIndex: number): Refuse {
	return (message, whatToDo, forModel = whatToDo) => {
		const description = `Nothing was sent. ${whatToDo}`;
		const error = new NodeOperationError(context.getNode(), message, { description, itemIndex });
		if (forModel !== whatToDo) error.context.forModel = `Nothing was sent. ${forModel}`;
		return error;
	};
}

/**
 * The text of a parameter, empty where it is not filled in, which a model may say by the word `null`.
 * Of a resource locator it is the value; of a number, which an expression may give, the digits.
 *
 * @throws NodeOperationError for a list or an object
 */
export function optionalText(
	context: ParameterContext,
	name: string,
	itemIndex: number,
	label = name,
): string {
	const value = context.getNodeParameter(name, itemIndex, '', { extractValue: true }) as unknown;
	if (typeof value !== 'object' || value === null) return toFilledInText(value);
	const kind = Array.isArray(value) ? 'a list' : 'an object';
	throw refuserFor(context, itemIndex)(`'${label}' is not a text`, `Enter a text in '${label}', not ${kind}.`);
}

/** A switch, also one that an expression fills with text. */
export function isOn(
	context: ParameterContext,
	name: string,
	itemIndex: number,
	fallback: boolean,
): boolean {
	return toBoolean(context.getNodeParameter(name, itemIndex, fallback), fallback);
}

/**
 * A switch that only a person can turn on, in the editor. The stored value counts: an expression, and so a
 * language model, evaluates to another one, whatever `noDataExpression` says.
 */
export function isOnByPerson(context: Pick<ParameterContext, 'getNode'>, name: string): boolean {
	return context.getNode().parameters[name] === true;
}

function isEmpty(context: ParameterContext, label: string, itemIndex: number): NodeOperationError {
	return refuserFor(context, itemIndex)(
		`'${label}' is empty`,
		`Fill in '${label}': the platform requires it.`,
	);
}

/** @throws NodeOperationError that names the field where it is empty, or no text */
export function requiredText(
	context: ParameterContext,
	{ name, displayName }: Field,
	itemIndex: number,
): string {
	const value = optionalText(context, name, itemIndex, displayName);
	if (value !== '') return value;
	throw isEmpty(context, displayName, itemIndex);
}

function readTime<T>(
	context: ParameterContext,
	{ name, displayName }: Field,
	itemIndex: number,
	read: (value: unknown) => T,
): T {
	const value = context.getNodeParameter(name, itemIndex, '') as unknown;
	if (value === '' || value === null || value === undefined) throw isEmpty(context, displayName, itemIndex);
	try {
		return read(value);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), `'${displayName}' cannot be used. ${(error as Error).message}`, {
			description: 'Nothing was sent.',
			itemIndex,
		});
	}
}

/** Epoch milliseconds of a date-time field. @throws NodeOperationError that names the field */
export function instantOf(
	context: ParameterContext,
	field: Field,
	itemIndex: number,
	zone: string,
): number {
	return readTime(context, field, itemIndex, (value) => parseInstant(value, zone));
}

/** `YYYY-MM-DD` of a date field. @throws NodeOperationError that names the field */
export function dateOf(
	context: ParameterContext,
	field: Field,
	itemIndex: number,
	zone: string,
): string {
	return readTime(context, field, itemIndex, (value) => parseDate(value, zone));
}

/** Epoch milliseconds of a date field that was given with a time of day; undefined for a date alone. */
export function momentOf(
	context: ParameterContext,
	{ name }: Field,
	itemIndex: number,
	zone: string,
): number | undefined {
	return parseMoment(context.getNodeParameter(name, itemIndex, '') as unknown, zone);
}
