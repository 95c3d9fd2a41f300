import { type IDataObject, jsonParse } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { dateIn, described, group, isEmpty, listOf, text } from '../../fields/kinds';
import {
	dateTimeField,
	fieldOf,
	type Refuse,
	switchField,
	textField,
} from '../../fields/parameters';
import { timeZoneField } from '../../fields/when';
import { fieldsOf } from '../../http/body';
import { isMoment } from '../../time/times';
import { userField } from '../choiceFields';

const isUsable = (value: unknown) =>
	isEmpty(value) || typeof value === 'boolean' || isMoment(value) || text.read(value) !== undefined;

/** The options in an expression's list, or in a text as people or models write one. */
function optionsIn(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const parsed = jsonParse<unknown>(value, { fallbackValue: '' });
	return Array.isArray(parsed) ? parsed : value.split(/\s*[,\n]\s*/);
}

/**
 * The values of a resource mapper as they are sent.
 *
 * @throws Error for a value that is no text, number, switch, time or list of these, whatever an expression gave
 */
function mapped(found: unknown) {
	const { value, schema } = fieldsOf(found);
	const isList = (id: string) =>
		[schema].flat().some((field) => fieldsOf(field).id === id && fieldsOf(field).type === 'array');
	return Object.entries(fieldsOf(value))
		.filter(([, each]) => !isEmpty(each))
		.map(([id, each]) => {
			if (![each].flat().every(isUsable))
				throw new Error(`The value of '${id}' is ${described(each)}, which it cannot hold.`);
			return { id, field_value: isList(id) ? optionsIn(each) : each };
		});
}

export const CUSTOM_FIELDS = fieldOf(
	{ ...group, read: (found) => group.read(found) && mapped(found) },
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: ['options.locationId.value'],
			resourceMapper: {
				resourceMapperMethod: 'getCustomFields',
				mode: 'add',
				valuesLabel: 'Custom Fields',
				fieldWords: { singular: 'custom field', plural: 'custom fields' },
				addAllFields: false,
				supportAutoMap: false,
			},
		},
	},
);

export const EMAIL = fieldOf(emailAddress, textField('Email', 'email', 'ada@example.com'));

export const PHONE = fieldOf(phoneNumber, textField('Phone', 'phone', '+12025550101'));

export const FIRST_NAME = textField('First Name', 'firstName', 'Ada');
export const LAST_NAME = textField('Last Name', 'lastName', 'Lovelace');

/** Fields that can be changed, and emptied. */
export const CHANGEABLE = [
	EMAIL,
	PHONE,
	FIRST_NAME,
	LAST_NAME,
	textField('Address', 'address1', '12 Harbor Street'),
	textField('City', 'city', 'Boston'),
	textField('Country', 'country', 'US'),
	textField('Full Name', 'name', 'Ada Lovelace'),
	textField('Postal Code', 'postalCode', '02110'),
	textField('Source', 'source', 'Trade fair'),
	textField('State', 'state', 'MA'),
	textField('Website', 'website', 'https://example.com'),
	fieldOf(
		dateIn('UTC'),
		dateTimeField('Date of Birth', 'dateOfBirth', '1990-09-25', undefined, {
			typeOptions: { dateOnly: true },
		}),
	),
	{ ...timeZoneField, hint: '', description: 'Time zone of the contact' },
	userField,
];

/** By the official schema, these take no null. */
const EMPTY_AS_TEXT = ['country', 'postalCode'];

export const TO_EMPTY = fieldOf(listOf(text, 'a list of names of fields'), {
	displayName: 'Fields to Empty',
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	options: CHANGEABLE.map(({ displayName, name }) => ({ name: displayName, value: name })).sort(
		(a, b) => a.name.localeCompare(b.name),
	),
	default: [],
	description:
		"Fields whose values to remove, whatever 'Fields' says. Of custom fields, name the IDs in an expression, separated by commas.",
});

export const DND = switchField(
	'Do Not Disturb',
	'dnd',
	true,
	'Whether to keep the platform from sending messages to the contact',
);

/** The values to send. A name of no field in 'Fields to Empty' is the ID of a custom one. */
export function changesOf({ fieldsToEmpty = [], customFields, ...values }: IDataObject) {
	const custom = [customFields ?? []].flat();
	for (const typed of [fieldsToEmpty].flat().map(String)) {
		const { name } =
			CHANGEABLE.find((field) => [field.name, field.displayName].includes(typed)) ?? {};
		if (name) values[name] = EMPTY_AS_TEXT.includes(name) ? '' : null;
		else custom.push({ id: typed, field_value: '' });
	}
	return custom.length > 0 ? { ...values, customFields: custom } : values;
}

const TAG_LIST = listOf(text, 'a list of tags');

export const TAGS = fieldOf(TAG_LIST, {
	displayName: 'Tag Names or IDs',
	name: 'tags',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTags', loadOptionsDependsOn: ['options.locationId.value'] },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

export const NEW_TAGS = fieldOf(
	TAG_LIST,
	textField(
		'New Tags',
		'newTags',
		'lead, newsletter',
		'Tags that the location may not have yet, separated by commas',
	),
);

export const ALL_TAGS = fieldOf(
	TAG_LIST,
	textField(
		'Tags',
		'tags',
		'lead, newsletter',
		'Tags, separated by commas. They replace all tags that the contact has.',
	),
);

export function tagsOf({ contactId, tags = [], newTags = [] }: IDataObject, refuse: Refuse) {
	const named = [tags, newTags].flat();
	if (named.length === 0) throw refuse("'Tag Names or IDs' is empty", 'Name at least one tag.');
	return { contactId, tags: named };
}
