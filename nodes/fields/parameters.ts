import {
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	isResourceLocatorValue,
	NodeOperationError,
} from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import { runsAsTool } from '../n8n/execution';
import { TimeFormatError } from '../time/times';
import {
	described,
	group,
	isEmpty,
	isTooLong,
	type Kind,
	MAX_TEXT,
	onOrOff,
	oneOf,
	text,
	wholeNumber,
} from './kinds';
import { unmarked } from './modelMarks';

/** The part of a context with which fields are read; `n8n/waitingExecution` adapts those of triggers and webhooks. */
export type ParameterContext = Pick<
	IExecuteFunctions,
	'getNode' | 'getNodeParameter' | 'getTimezone'
>;

/** A field, by its name in the workflow and its label in the editor. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** A symbol, so that n8n sees nothing of it. */
export const KIND = Symbol('kind');

export type FieldOf<T> = INodeProperties & { [KIND]: Kind<T> };

/** Adds the kind of its value to n8n's property, or replaces it. */
export const fieldOf = <T>(kind: Kind<T>, property: INodeProperties): FieldOf<T> => ({
	...property,
	[KIND]: kind,
});

/** A symbol, so that n8n sees nothing of it. */
export const KIND_IN_ZONE = Symbol('kind in a time zone');

/** A field whose value is a time or a day, which hangs on a time zone. */
export type ZonedField<T> = INodeProperties & { [KIND_IN_ZONE]: (zone: string) => Kind<T> };

/** Adds the kind of its value to n8n's property, where that hangs on the time zone. */
export const zonedFieldOf = <T>(
	kindIn: (zone: string) => Kind<T>,
	property: INodeProperties,
): ZonedField<T> => ({ ...property, [KIND_IN_ZONE]: kindIn });

/** For a field that only a tool has, or only a person sees. */
export const shownTo = (isTool: boolean) => ({ displayOptions: { show: { '@tool': [isTool] } } });

/** One entry of a list to choose from: its label, the value that is stored and, where the label needs one, a description. */
export interface Choice<Value extends string> {
	name: string;
	value: Value;
	description?: string;
}

/** n8n's property of a list to choose one value from. */
export interface ChoiceProperty<Value extends string> extends INodeProperties {
	options: Array<Choice<Value>>;
}

/** Gives a list its kind: one of the values of its options, as they or their labels are written. */
export function choiceOf<const Value extends string>(
	property: ChoiceProperty<Value>,
): FieldOf<Value> {
	const values = property.options.map(({ value }) => value);
	const labels = property.options.map(({ name }) => name);
	return fieldOf(oneOf(values, labels), property);
}

/** The same field for a platform that may know more than its choices: any other text is taken as it is. */
export function orOther(choice: FieldOf<string>): FieldOf<string> {
	const { maxLength, meant, read } = choice[KIND];
	return fieldOf(
		{ ...text, maxLength, meant, read: (value) => read(value) ?? text.read(value) },
		choice,
	);
}

/** Declares fields that a person adds one by one, in the order of the alphabet. */
export function collectionField(
	field: Field,
	placeholder: string,
	entries: INodeProperties[],
): INodeProperties {
	const options = entries.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return { ...field, type: 'collection', placeholder, default: {}, options };
}

export const OPTIONS: Field = { displayName: 'Options', name: 'options' };

/** 'Options', the last field of an operation. */
export const optionsField = (...entries: INodeProperties[]) =>
	collectionField(OPTIONS, 'Add option', entries);

/** The value in a resource locator. n8n's own `extractValue` throws for a field that the chosen operation does not have. */
export function withoutLocator(parameter: unknown): unknown {
	return isResourceLocatorValue(parameter) ? parameter.value : parameter;
}

const whatToEnter = ({ enter }: Kind<unknown>) => (enter === undefined ? '' : `Enter ${enter}.`);

/** Readers of values, of an item where there are items. Their refusals name the field, before anything is sent. */
export function valuesAt(node: INode, itemIndex?: number) {
	const isTool = runsAsTool(node);
	/** Makes n8n's error for a field that cannot be used. `forModel` replaces `whatToDo` for a language model. */
	const refuse = (message: string, whatToDo: string, forModel = whatToDo): NodeOperationError => {
		const description = `Nothing was sent. ${whatToDo}`.trim();
		const error = new NodeOperationError(node, message, { description, itemIndex });
		if (forModel !== whatToDo) error.context.forModel = `Nothing was sent. ${forModel}`;
		return error;
	};
	/** A value as its kind reads it, of a language model's as it means it; undefined where it is empty. */
	const readValue = <T>(kind: Kind<T>, parameter: unknown, label: string): T | undefined => {
		let value = withoutLocator(parameter);
		if (isTooLong(value, kind)) {
			const { maxLength = MAX_TEXT } = kind;
			throw refuse(
				`'${label}' must be ${kind.what}, not ${described(value)}`,
				`${whatToEnter(kind)} It may have at most ${maxLength} characters.`.trim(),
			);
		}
		let message: string | undefined;
		let whatToDo = whatToEnter(kind);
		try {
			if (isTool) value = (kind.meant ?? unmarked)(value);
			if ((kind.isEmpty ?? isEmpty)(value)) return undefined;
			const read = kind.read(value, isTool);
			if (read !== undefined) return read;
		} catch (error) {
			message = `'${label}' cannot be used. ${(error as Error).message}`;
			// The message of a time says what to enter.
			if (error instanceof TimeFormatError) whatToDo = '';
		}
		message ??= `'${label}' must be ${kind.what}, not ${described(value)}`;
		throw refuse(message, whatToDo, `${whatToDo} ${kind.now?.() ?? ''}`.trim());
	};
	return { node, isTool, refuse, readValue };
}

export type Refuse = ReturnType<typeof valuesAt>['refuse'];

/**
 * The fields of an item, and their readers, which need nothing else: an operation, a page and a trigger hand this on. Their
 * refusals name the field, before anything is sent.
 */
export type Fields = ReturnType<typeof fieldsAt>;

export function fieldsAt(context: ParameterContext, itemIndex: number) {
	const values = valuesAt(context.getNode(), itemIndex);
	const { node, readValue, refuse } = values;

	/** A field's value, or all values of a collection, as entered. @param within the collection that the field stands in */
	const entered = ({ name }: Pick<Field, 'name'>, within?: Field): unknown =>
		within ? collection(within)[name] : context.getNodeParameter(name, itemIndex, '');
	const collection = (field: Field) => readValue(group, entered(field), field.displayName) ?? {};
	/** Undefined where the field is empty. */
	const read = <T>(field: FieldOf<T>, within?: Field): T | undefined =>
		readValue(field[KIND], entered(field, within), field.displayName);
	const required = <T>(field: FieldOf<T>, within?: Field): T => {
		const value = read(field, within);
		if (value !== undefined) return value;
		const whatToDo =
			whatToEnter(field[KIND]) || `Fill in '${field.displayName}': the platform requires it.`;
		throw refuse(`'${field.displayName}' is empty`, whatToDo);
	};
	/** Refuses a field in which an expression stands, or a model's value, and gives nothing: what was meant would be left out. @param onPurpose how to leave it out */
	const refuseLost = (label: string, stored: unknown, onPurpose: string, forModel: string) => {
		if (/^=?\s*$/.test(String(withoutLocator(stored) ?? ''))) return;
		throw refuse(`'${label}' is empty`, `Its expression gives nothing, ${onPurpose}`, forModel);
	};
	/** Undefined, which stands for all, only where the stored field is empty: not for an expression or a model that gives nothing. */
	const readOrAll = <T>(field: FieldOf<T>, within?: Field): T | undefined => {
		const { name, displayName } = field;
		const value = read(field, within);
		const { parameters } = node;
		const fields = within ? fieldsOf(parameters[within.name]) : parameters;
		const onPurpose = `which does not stand for all. To get all, empty '${displayName}' itself.`;
		if (value === undefined)
			refuseLost(displayName, fields[name], onPurpose, `Fill in '${displayName}'.`);
		return value;
	};
	return {
		...values,
		...{ collection, entered, read, readOrAll, refuseLost, required },
		/** The workflow's time zone. */
		timezone: () => context.getTimezone(),
	};
}

/**
 * A switch that only a person can turn on, in the editor. The stored value counts: an expression, and so a
 * language model, evaluates to another one, whatever `noDataExpression` says.
 */
export const isOnByPerson = ({ node }: Fields, { name }: Field) => node.parameters[name] === true;

const ALL = fieldOf(onOrOff, {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const LIMIT = fieldOf(wholeNumber(1), {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

export const limitFields: INodeProperties[] = [ALL, LIMIT];

/** How many results 'Return All' and 'Limit' let through. @throws NodeOperationError where one cannot be used */
export const limitOf = ({ read }: Fields): number =>
	read(ALL) ? Infinity : (read(LIMIT) ?? Number(LIMIT.default));
