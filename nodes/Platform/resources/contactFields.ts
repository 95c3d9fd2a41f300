import { type IDataObject, jsonParse } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { dateIn, described, group, isEmpty, listOf, onOrOff, text } from '../../fields/kinds';
import { fieldOf, type Refuse } from '../../fields/parameters';
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

export const EMAIL = fieldOf(emailAddress, {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
});

export const PHONE = fieldOf(phoneNumber, {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550101',
});

export const FIRST_NAME = fieldOf(text, {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ada',
});
export const LAST_NAME = fieldOf(text, {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lovelace',
});

/** Fields that can be changed, and emptied. */
export const CHANGEABLE = [
	EMAIL,
	PHONE,
	FIRST_NAME,
	LAST_NAME,
	fieldOf(text, {
		displayName: 'Address',
		name: 'address1',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Harbor Street',
	}),
	fieldOf(text, {
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. Boston',
	}),
	fieldOf(text, {
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. US',
	}),
	fieldOf(text, {
		displayName: 'Full Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ada Lovelace',
	}),
	fieldOf(text, {
		displayName: 'Postal Code',
		name: 'postalCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 02110',
	}),
	fieldOf(text, {
		displayName: 'Source',
		name: 'source',
		type: 'string',
		default: '',
		placeholder: 'e.g. Trade fair',
	}),
	fieldOf(text, {
		displayName: 'State',
		name: 'state',
		type: 'string',
		default: '',
		placeholder: 'e.g. MA',
	}),
	fieldOf(text, {
		displayName: 'Website',
		name: 'website',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
	}),
	fieldOf(dateIn('UTC'), {
		displayName: 'Date of Birth',
		name: 'dateOfBirth',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 1990-09-25',
		typeOptions: { dateOnly: true },
	}),
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

export const DND = fieldOf(onOrOff, {
	displayName: 'Do Not Disturb',
	name: 'dnd',
	type: 'boolean',
	default: true,
	description: 'Whether to keep the platform from sending messages to the contact',
});

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

export const NEW_TAGS = fieldOf(TAG_LIST, {
	displayName: 'New Tags',
	name: 'newTags',
	type: 'string',
	default: '',
	placeholder: 'e.g. lead, newsletter',
	description: 'Tags that the location may not have yet, separated by commas',
});

export const ALL_TAGS = fieldOf(TAG_LIST, {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. lead, newsletter',
	description: 'Tags, separated by commas. They replace all tags that the contact has.',
});

export function tagsOf({ contactId, tags = [], newTags = [] }: IDataObject, refuse: Refuse) {
	const named = [tags, newTags].flat();
	if (named.length === 0) throw refuse("'Tag Names or IDs' is empty", 'Name at least one tag.');
	return { contactId, tags: named };
}
