import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

import { type Kind, onOrOff, oneOf, text, wholeNumber } from './kinds';
import { type FieldOf, KIND } from './parameters';

/** What a field says beside its label, its name in workflows, its type and its default. */
type More = Omit<Partial<INodeProperties>, 'displayName' | 'name' | 'type'>;

/** Makes a field of n8n's property and the kind of its value. */
export const fieldOf = <T>(kind: Kind<T>, property: INodeProperties): FieldOf<T> => ({ ...property, [KIND]: kind });

const property = (type: NodePropertyTypes, displayName: string, name: string, more: More): INodeProperties =>
	({ displayName, name, type, default: '', ...more });

/** Declares a field for a text, empty at first. */
export const textField = (displayName: string, name: string, more: More) => fieldOf(text, property('string', displayName, name, more));

/** Declares a field for a date and time, empty at first. Its kind depends on the time zone. */
export const dateTimeField = (displayName: string, name: string, more: More) => property('dateTime', displayName, name, more);

/** Declares a field for a whole number within `typeOptions`. */
export function numberField(displayName: string, name: string, byDefault: number, more: More): FieldOf<number> {
	const { minValue = 0, maxValue } = more.typeOptions ?? {};
	return fieldOf(wholeNumber(minValue, maxValue), property('number', displayName, name, { default: byDefault, ...more }));
}

/** Declares a switch. */
export const switchField = (displayName: string, name: string, byDefault: boolean, more: More) =>
	fieldOf(onOrOff, property('boolean', displayName, name, { default: byDefault, ...more }));

/** Declares a list to choose one value from. */
export const choiceField = <const Value extends string>(
	displayName: string,
	name: string,
	byDefault: Value,
	more: Omit<More, 'options'> & { options: Array<INodePropertyOptions & { value: Value }> },
) => fieldOf(oneOf(...more.options.map(({ value }) => value)), property('options', displayName, name, { default: byDefault, ...more }));

/** Declares a text between the fields, which has no value. */
export const noticeField = (words: string, name: string, more: More = {}) => property('notice', words, name, more);
