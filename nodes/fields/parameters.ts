import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	isResourceLocatorValue,
	NodeOperationError,
} from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import { runsAsTool } from '../n8n/execution';
import { LacksCountryError } from '../platformApi/contactAddress';
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

/** What a person is to enter, as a sentence; empty where the kind's name says it. */
const whatToEnter = ({ enter }: Kind<unknown>) => (enter === undefined ? '' : `Enter ${enter}.`);

/** Makes n8n's error for a field that cannot be used. `forModel` replaces `whatToDo` for a language model. */
export type Refuse = (message: string, whatToDo: string, forModel?: string) => NodeOperationError;

/** Readers of values that stand in no field of the item, such as the time zone of the workflow. */
export interface ValueReaders {
	node: INode;
	/** True where a language model may have written the values. */
	isTool: boolean;
	/** Makes the error for a value that cannot be used. It says that nothing was sent. */
	refuse: Refuse;
	/** A value as its kind reads it, of a language model's as it means it; undefined where it is empty. */
	readValue: <T>(kind: Kind<T>, parameter: unknown, label: string) => T | undefined;
}

/** Readers of values, of an item where there are items. Their refusals name the field, before anything is sent. */
export function valuesAt(node: INode, itemIndex?: number): ValueReaders {
	const isTool = runsAsTool(node);

	function refuse(message: string, whatToDo: string, forModel = whatToDo): NodeOperationError {
		const description = `Nothing was sent. ${whatToDo}`.trim();
		const error = new NodeOperationError(node, message, { description, itemIndex });
		if (forModel !== whatToDo) error.context.forModel = `Nothing was sent. ${forModel}`;
		return error;
	}

	function readValue<T>(kind: Kind<T>, parameter: unknown, label: string): T | undefined {
		let value = withoutLocator(parameter);
		if (isTooLong(value, kind)) {
			const { maxLength = MAX_TEXT } = kind;
			throw refuse(
				`'${label}' must be ${kind.what}, not ${described(value)}`,
				`${whatToEnter(kind)} It may have at most ${maxLength} characters.`.trim(),
			);
		}
		let message = '';
		let whatToDo = whatToEnter(kind);
		let numberAtHome: string | undefined;
		try {
			if (isTool) value = (kind.meant ?? unmarked)(value);
			if ((kind.isEmpty ?? isEmpty)(value)) return undefined;
			const read = kind.read(value, isTool);
			if (read !== undefined) return read;
			message = `'${label}' must be ${kind.what}, not ${described(value)}`;
		} catch (error) {
			message = `'${label}' cannot be used. ${(error as Error).message}`;
			// The message of a time says what to enter.
			if (error instanceof TimeFormatError) whatToDo = '';
			if (error instanceof LacksCountryError) ({ numberAtHome } = error);
		}
		const refusal = refuse(message, whatToDo, `${whatToDo} ${kind.now?.() ?? ''}`.trim());
		if (numberAtHome !== undefined) refusal.context.numberAtHome = numberAtHome;
		throw refusal;
	}

	return { node, isTool, refuse, readValue };
}

/**
 * The fields of an item, and their readers, which need nothing else: an operation, a page and a trigger hand this on. Their
 * refusals name the field, before anything is sent. Where a field stands in a collection, `within` is that collection.
 */
export interface Fields extends ValueReaders {
	/** A field's value, or all values of a collection, as entered. */
	entered: (field: Pick<Field, 'name'>, within?: Field) => unknown;
	/** The values of a collection by the names of its fields. */
	collection: (field: Field) => IDataObject;
	/** A field's value as its kind reads it; undefined where the field is empty. */
	read: <T>(field: FieldOf<T>, within?: Field) => T | undefined;
	/** The same, but refuses an empty field. */
	required: <T>(field: FieldOf<T>, within?: Field) => T;
	/**
	 * Undefined, which stands for all, only where the stored field is empty: an expression or a model that gives nothing is
	 * refused.
	 */
	readOrAll: <T>(field: FieldOf<T>, within?: Field) => T | undefined;
	/**
	 * Refuses a field in which an expression stands, or a model's value, and gives nothing: what was meant would be left out.
	 *
	 * @param stored what stands in the workflow
	 * @param onPurpose how to leave it out
	 */
	refuseLost: (label: string, stored: unknown, onPurpose: string, forModel: string) => void;
	/** The workflow's time zone. */
	timezone: () => string;
}

/** The readers of the fields of an item. */
export function fieldsAt(context: ParameterContext, itemIndex: number): Fields {
	const values = valuesAt(context.getNode(), itemIndex);
	const { node, readValue, refuse } = values;

	function entered({ name }: Pick<Field, 'name'>, within?: Field): unknown {
		if (within) return collection(within)[name];
		return context.getNodeParameter(name, itemIndex, '');
	}

	function collection(field: Field): IDataObject {
		return readValue(group, entered(field), field.displayName) ?? {};
	}

	function read<T>(field: FieldOf<T>, within?: Field): T | undefined {
		return readValue(field[KIND], entered(field, within), field.displayName);
	}

	function required<T>(field: FieldOf<T>, within?: Field): T {
		const value = read(field, within);
		if (value !== undefined) return value;
		const whatToDo =
			whatToEnter(field[KIND]) || `Fill in '${field.displayName}': the platform requires it.`;
		throw refuse(`'${field.displayName}' is empty`, whatToDo);
	}

	function refuseLost(label: string, stored: unknown, onPurpose: string, forModel: string): void {
		if (/^=?\s*$/.test(String(withoutLocator(stored) ?? ''))) return;
		throw refuse(`'${label}' is empty`, `Its expression gives nothing, ${onPurpose}`, forModel);
	}

	function readOrAll<T>(field: FieldOf<T>, within?: Field): T | undefined {
		const value = read(field, within);
		if (value !== undefined) return value;
		const { name, displayName } = field;
		const stored = within ? fieldsOf(node.parameters[within.name]) : node.parameters;
		const onPurpose = `which does not stand for all. To get all, empty '${displayName}' itself.`;
		refuseLost(displayName, stored[name], onPurpose, `Fill in '${displayName}'.`);
		return undefined;
	}

	const timezone = () => context.getTimezone();

	return {
		...values,
		entered,
		collection,
		read,
		required,
		readOrAll,
		refuseLost,
		timezone,
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
