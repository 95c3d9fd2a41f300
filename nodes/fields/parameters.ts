import {
	type IDataObject,
	type INode,
	type INodeProperties,
	isResourceLocatorValue,
	NodeOperationError,
} from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import { runsAsTool } from '../n8n/execution';
import type { ParameterContext } from '../n8n/parameters';
import { LacksCountryError } from '../platformApi/contactAddress';
import { interpretText } from './modelMarks';
import {
	describeValue,
	group,
	isEmpty,
	isTooLong,
	type Kind,
	MAX_TEXT,
	oneOf,
	text,
} from './valueKinds';

/** A field, by its name in the workflow and its label in the editor. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** Where a field has the kind of its value: a symbol, so that n8n sees nothing of it. */
export const KIND = Symbol('kind');

/** n8n's property, with the kind that reads its value. */
export interface FieldOf<T> extends INodeProperties {
	[KIND]: Kind<T>;
}

/** Adds the kind of its value to n8n's property, or replaces it. */
export function fieldOf<T>(kind: Kind<T>, property: INodeProperties): FieldOf<T> {
	return { ...property, [KIND]: kind };
}

/** Where a field has the kind of its value in a time zone: a symbol, so that n8n sees nothing of it. */
export const KIND_IN_ZONE = Symbol('kind in a time zone');

/** n8n's property for a time or a day, with the kind that reads its value in a time zone. */
export interface ZonedField<T> extends INodeProperties {
	[KIND_IN_ZONE]: (zone: string) => Kind<T>;
}

/** Adds the kind of its value to n8n's property for a time or a day. */
export function zonedFieldOf<T>(
	kindIn: (zone: string) => Kind<T>,
	property: INodeProperties,
): ZonedField<T> {
	return { ...property, [KIND_IN_ZONE]: kindIn };
}

/** The part of a property for a field that a tool alone has, or alone lacks. */
export const shownTo = (isTool: boolean): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { '@tool': [isTool] } },
});

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

/** The same list for a platform that may know more choices than it has: any other text is sent as it is. */
export function orOther(choice: FieldOf<string>): FieldOf<string> {
	const { maxLength, interpret, read } = choice[KIND];
	const kind: Kind<string> = {
		...text,
		maxLength,
		interpret,
		read: (value) => read(value) ?? text.read(value),
	};
	return fieldOf(kind, choice);
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

/** 'Options', by which its entries are read. */
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

/** The advice, and for a kind of times the present time. */
const withNow = (whatToDo: string, { now }: Kind<unknown>) =>
	now ? `${whatToDo} ${now()}`.trim() : whatToDo;

/** Makes n8n's error for a field that cannot be used, of sentences. @param forModel replaces `whatToDo` for a language model */
export type Refuse = (message: string, whatToDo: string, forModel?: string) => NodeOperationError;

/** Readers of values that stand in no field of the item, such as the time zone of the workflow. */
export interface ValueReaders {
	node: INode;
	/** True where a language model may have written the values. */
	isTool: boolean;
	/** Makes the error for a value that cannot be used. It says that nothing was sent. */
	refuse: Refuse;
	/** A value as its kind reads it; undefined where it is empty. @param parameter as n8n gives it */
	readValue: <T>(kind: Kind<T>, parameter: unknown, label: string) => T | undefined;
}

/** Makes the readers of values. @param itemIndex where there are items: refusals then name the item */
export function valuesAt(node: INode, itemIndex?: number): ValueReaders {
	const isTool = runsAsTool(node);

	function refuse(message: string, whatToDo: string, forModel = whatToDo): NodeOperationError {
		const description = `Nothing was sent. ${whatToDo}`.trim();
		const error = new NodeOperationError(node, message, { description, itemIndex });
		if (forModel !== whatToDo) error.context.forModel = `Nothing was sent. ${forModel}`;
		return error;
	}

	/** Refuses a value of another kind. */
	function refuseKind(kind: Kind<unknown>, value: unknown, label: string, whatToDo: string) {
		const message = `'${label}' must be ${kind.what}, not ${describeValue(value)}`;
		return refuse(message, whatToDo, withNow(whatToDo, kind));
	}

	/** Refuses a value of which its kind says what is wrong with it. */
	function refuseFault(kind: Kind<unknown>, fault: Error, label: string) {
		const whatToDo = whatToEnter(kind);
		const message = `'${label}' cannot be used. ${fault.message}`;
		const refusal = refuse(message, whatToDo, withNow(whatToDo, kind));
		if (fault instanceof LacksCountryError) refusal.context.numberAtHome = fault.numberAtHome;
		return refusal;
	}

	function readValue<T>(kind: Kind<T>, parameter: unknown, label: string): T | undefined {
		const { maxLength = MAX_TEXT, interpret = interpretText } = kind;
		let value = withoutLocator(parameter);
		if (isTooLong(value, kind)) {
			const whatToDo = `${whatToEnter(kind)} It may have at most ${maxLength} characters.`.trim();
			throw refuse(`'${label}' must be ${kind.what}, not ${describeValue(value)}`, whatToDo);
		}
		let read: T | undefined;
		try {
			if (isTool) value = interpret(value);
			if ((kind.isEmpty ?? isEmpty)(value)) return undefined;
			read = kind.read(value, isTool);
		} catch (error) {
			throw refuseFault(kind, error as Error, label);
		}
		if (read === undefined) throw refuseKind(kind, value, label, whatToEnter(kind));
		return read;
	}

	return { node, isTool, refuse, readValue };
}

/**
 * The readers of an item's fields, which an operation, a page and a trigger hand on. A value that cannot be used is refused
 * with a NodeOperationError that names the field. Where a field stands in a collection, `within` is that collection.
 */
export interface Fields extends ValueReaders {
	/** A field's value, or all values of a collection, as n8n gives it. */
	entered: (field: Pick<Field, 'name'>, within?: Field) => unknown;
	/** The values of a collection by the names of its fields. */
	collection: (field: Field) => IDataObject;
	/** A field's value as its kind reads it; undefined where the field is empty. */
	read: <T>(field: FieldOf<T>, within?: Field) => T | undefined;
	/** The same, but refuses an empty field. */
	required: <T>(field: FieldOf<T>, within?: Field) => T;
	/**
	 * A field's value, where an empty field stands for all. An expression or a model that gives nothing is refused: only a field
	 * that is empty in the workflow is undefined.
	 */
	readOrAll: <T>(field: FieldOf<T>, within?: Field) => T | undefined;
	/**
	 * Refuses an empty field in which an expression stands in the workflow, or a model's value: what it should give would be
	 * left out without a word. A field that is empty in the workflow passes.
	 *
	 * @param stored what stands in the workflow
	 * @param onPurpose how to leave it out, as the rest of the sentence "Its expression gives nothing, …"
	 */
	refuseLost: (label: string, stored: unknown, onPurpose: string, forModel: string) => void;
	/** The workflow's time zone. */
	timezone: () => string;
}

/** Makes the readers of the fields of an item. */
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
		const isEmptyInWorkflow = /^=?\s*$/.test(String(withoutLocator(stored) ?? ''));
		if (isEmptyInWorkflow) return;
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
 * True for a switch that a person has turned on in the editor. The value in the workflow counts: an expression, and so a
 * language model, can evaluate to another one, whatever `noDataExpression` says.
 */
export function isOnByPerson({ node }: Fields, { name }: Field): boolean {
	return node.parameters[name] === true;
}
