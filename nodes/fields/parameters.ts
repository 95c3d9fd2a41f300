import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isResourceLocatorValue, NodeOperationError } from 'n8n-workflow';

import { parseMoment } from '../time/times';
import { dateIn, described, group, instantIn, isEmpty, onOrOff, text, wholeNumber, type Kind } from './kinds';

/**
 * What parameters are read from: a run of the node, or a trigger or a request to a webhook through
 * `n8n/waitingExecution`.
 */
export type ParameterContext = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>;

/** A field, by its name in the workflow and its label in the editor. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** Makes n8n's error from what is wrong with a field and what to do, for a language model in other words. */
export type Refuse = (message: string, whatToDo: string, forModel?: string) => NodeOperationError;

export const OPTIONS: Field = { displayName: 'Options', name: 'options' };

/** For an item with a field that cannot be used, before anything is sent. */
export function refuserFor(context: Pick<ParameterContext, 'getNode'>, itemIndex?: number): Refuse {
	return (message, whatToDo, forModel = whatToDo) => {
		const description = `Nothing was sent. ${whatToDo}`.trim();
		const error = new NodeOperationError(context.getNode(), message, { description, itemIndex });
		if (forModel !== whatToDo) error.context.forModel = `Nothing was sent. ${forModel}`;
		return error;
	};
}

/**
 * A parameter's value, which of a resource locator stands in it. n8n's own `extractValue` throws for a field that
 * the chosen operation does not have.
 */
export function withoutLocator(parameter: unknown): unknown {
	return isResourceLocatorValue(parameter) ? parameter.value : parameter;
}

/**
 * A value as a field of its kind reads it; undefined where nothing was meant. Of a resource locator it is the
 * value in it.
 *
 * @param label of the field
 * @throws what `refuse` makes, which names the field and what it was given
 */
export function readAs<T>(kind: Kind<T>, given: unknown, label: string, refuse: Refuse): T | undefined {
	const value = withoutLocator(given);
	if ((kind.isEmpty ?? isEmpty)(value)) return undefined;
	try {
		const read = kind.read(value);
		if (read !== undefined) return read;
	} catch (error) {
		throw refuse(`'${label}' cannot be used. ${(error as Error).message}`, '');
	}
	throw refuse(`'${label}' must be ${kind.what}, not ${described(value)}`, whatToEnter(kind, value));
}

function whatToEnter({ enter }: Kind<unknown>, value: unknown): string {
	return enter === undefined ? '' : `Enter ${typeof enter === 'string' ? enter : enter(value)}.`;
}

/**
 * What a field of a kind says; undefined where it is empty.
 *
 * @param within the collection that it stands in
 * @throws NodeOperationError that names the field
 */
export function valueOf<T>(
	context: ParameterContext,
	{ name, displayName }: Field,
	itemIndex: number,
	kind: Kind<T>,
	within?: Field,
): T | undefined {
	const value = within
		? collectionOf(context, within, itemIndex)[name]
		: (context.getNodeParameter(name, itemIndex, '') as unknown);
	return readAs(kind, value, displayName, refuserFor(context, itemIndex));
}

/** The values in a collection, as they were given. @throws NodeOperationError where it is none */
export function collectionOf(context: ParameterContext, field: Field, itemIndex: number): IDataObject {
	return valueOf(context, field, itemIndex, group) ?? {};
}

/** @throws NodeOperationError that names the field, where it is empty too */
export function requiredOf<T>(context: ParameterContext, field: Field, itemIndex: number, kind: Kind<T>, within?: Field): T {
	const value = valueOf(context, field, itemIndex, kind, within);
	if (value !== undefined) return value;
	const whatToDo = whatToEnter(kind, undefined) || `Fill in '${field.displayName}': the platform requires it.`;
	throw refuserFor(context, itemIndex)(`'${field.displayName}' is empty`, whatToDo);
}

/** The text of a parameter, empty where it is not filled in. @throws NodeOperationError for what is no text */
export function optionalText(context: ParameterContext, name: string, itemIndex: number, label = name): string {
	return valueOf(context, { name, displayName: label }, itemIndex, text) ?? '';
}

/** @throws NodeOperationError that names the field where it is empty, or no text */
export function requiredText(context: ParameterContext, field: Field, itemIndex: number): string {
	return requiredOf(context, field, itemIndex, text);
}

/** A whole number within the bounds of its field; where it is empty, the field's default. @throws as {@link valueOf} does */
export function wholeNumberOf(context: ParameterContext, field: INodeProperties, itemIndex: number, within?: Field): number {
	const { minValue = 0, maxValue } = field.typeOptions ?? {};
	return valueOf(context, field, itemIndex, wholeNumber(minValue, maxValue), within) ?? Number(field.default);
}

/** A switch. @param fallback where it is not set */
export function isOn(
	context: ParameterContext,
	field: Field,
	itemIndex: number,
	fallback: boolean,
	within?: Field,
): boolean {
	return valueOf(context, field, itemIndex, onOrOff, within) ?? fallback;
}

/**
 * A switch that only a person can turn on, in the editor. The stored value counts: an expression, and so a
 * language model, evaluates to another one, whatever `noDataExpression` says.
 */
export function isOnByPerson(context: Pick<ParameterContext, 'getNode'>, name: string): boolean {
	return context.getNode().parameters[name] === true;
}

/** Epoch milliseconds of a date-time field. @throws NodeOperationError that names the field */
export function instantOf(context: ParameterContext, field: Field, itemIndex: number, zone: string): number {
	return requiredOf(context, field, itemIndex, instantIn(zone));
}

/** `YYYY-MM-DD` of a date field. @throws NodeOperationError that names the field */
export function dateOf(context: ParameterContext, field: Field, itemIndex: number, zone: string): string {
	return requiredOf(context, field, itemIndex, dateIn(zone));
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
