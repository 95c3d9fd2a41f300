import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

/** What a field says beside its label, its name in workflows, its type and its default. */
type More = Omit<Partial<INodeProperties>, 'displayName' | 'name' | 'type'>;

const emptyField = (type: NodePropertyTypes) =>
	(displayName: string, name: string, more: More): INodeProperties => ({ displayName, name, type, default: '', ...more });

const filledField = <T extends boolean | number | string>(type: NodePropertyTypes) =>
	(displayName: string, name: string, byDefault: T, more: More): INodeProperties =>
		emptyField(type)(displayName, name, { default: byDefault, ...more });

/** Declares a field for a text, empty at first. */
export const textField = emptyField('string');

/** Declares a field for a date and time, empty at first. */
export const dateTimeField = emptyField('dateTime');

/** Declares a field for a number. */
export const numberField = filledField<number>('number');

/** Declares a switch. */
export const switchField = filledField<boolean>('boolean');

/** Declares a list to choose one value from. */
export const choiceField = filledField<string>('options');

/** Declares a text between the fields, which has no value. */
export const noticeField = (text: string, name: string, more: More = {}): INodeProperties =>
	emptyField('notice')(text, name, more);
