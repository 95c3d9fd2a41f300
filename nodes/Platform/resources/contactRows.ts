import { type IDataObject, jsonParse } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { dateIn, group, listOf, text } from '../../fields/kinds';
import {
	dateTimeField,
	fieldOf,
	type Refuse,
	switchField,
	textField,
} from '../../fields/parameters';
import { timeZoneField } from '../../fields/when';
import { fieldsOf } from '../../http/body';
import { contactField } from '../appointment/appointmentFields';
import { userField, workflowField } from '../choiceFields';
import { operationsOf } from './row';

export const CUSTOM_FIELDS = fieldOf(group, {
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
});

/** The options in an expression's list, or in a text as people or models write one. */
function optionsIn(value: unknown): unknown {
	if (typeof value !== 'string' || value === '') return value;
	const parsed = jsonParse<unknown>(value, { fallbackValue: '' });
	return Array.isArray(parsed) ? parsed : value.split(/\s*[,\n]\s*/);
}

/** The values in 'Custom Fields' as they are sent. */
export function customFieldsIn({ value: values, schema }: IDataObject = {}) {
	// Expressions give a list, people and models write one.
	const isList = (id: string) =>
		[schema].flat().some((field) => fieldsOf(field).id === id && fieldsOf(field).type === 'array');
	return Object.entries(fieldsOf(values)).flatMap(([id, value]) => {
		return (value ?? '') === '' ? [] : [{ id, field_value: isList(id) ? optionsIn(value) : value }];
	});
}

export const FIRST_OF_CONTACT = ['name', 'firstName', 'lastName', 'email', 'phone', 'tags'];

/** An address as it is sent. */
const asSent = (kind: typeof emailAddress) => ({
	...kind,
	read: (value: unknown) => kind.read(value)?.sent,
});

/** Fields that can be changed, and emptied. */
const CHANGEABLE = [
	fieldOf(
		asSent(emailAddress),
		textField('Email', 'email', { placeholder: 'e.g. ada@example.com' }),
	),
	fieldOf(asSent(phoneNumber), textField('Phone', 'phone', { placeholder: 'e.g. +12025550101' })),
	...[
		['Address', 'address1', '12 Harbor Street'],
		['City', 'city', 'Boston'],
		['Country', 'country', 'US'],
		['First Name', 'firstName', 'Ada'],
		['Full Name', 'name', 'Ada Lovelace'],
		['Last Name', 'lastName', 'Lovelace'],
		['Postal Code', 'postalCode', '02110'],
		['Source', 'source', 'Trade fair'],
		['State', 'state', 'MA'],
		['Website', 'website', 'https://example.com'],
	].map(([displayName, name, example]) =>
		textField(displayName, name, { placeholder: `e.g. ${example}` }),
	),
	fieldOf(
		dateIn('UTC'),
		dateTimeField('Date of Birth', 'dateOfBirth', {
			typeOptions: { dateOnly: true },
			placeholder: 'e.g. 1990-09-25',
		}),
	),
	{ ...timeZoneField, hint: '', description: 'Time zone of the contact' },
	userField,
];

/** By the official schema, these take no null. */
const EMPTY_AS_TEXT = ['country', 'postalCode'];

const TO_EMPTY = fieldOf(listOf(text, 'a list of names of fields'), {
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

const DND = switchField('Do Not Disturb', 'dnd', true, {
	description: 'Whether to keep the platform from sending messages to the contact',
});

/** The values of an update. A name of no field is the ID of a custom one. */
function changesOf({ fieldsToEmpty = [], customFields, ...values }: IDataObject): IDataObject {
	const emptied = [fieldsToEmpty].flat().map(String);
	const custom = customFieldsIn(customFields as IDataObject);
	for (const name of emptied) {
		if (CHANGEABLE.some((field) => field.name === name))
			values[name] = EMPTY_AS_TEXT.includes(name) ? '' : null;
		else custom.push({ id: name, field_value: '' });
	}
	return custom.length > 0 ? { ...values, customFields: custom } : values;
}

const TAGS = fieldOf(listOf(text, 'a list of tags'), {
	displayName: 'Tag Names or IDs',
	name: 'tags',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTags', loadOptionsDependsOn: ['options.locationId.value'] },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

const NEW_TAGS = fieldOf(
	listOf(text, 'a list of tags'),
	textField('New Tags', 'newTags', {
		placeholder: 'e.g. lead, newsletter',
		description: 'Tags that the location may not have yet, separated by commas',
	}),
);

function tagsOf({ contactId, tags = [], newTags = [] }: IDataObject, refuse: Refuse): IDataObject {
	const named = [tags, newTags].flat();
	if (named.length === 0) throw refuse("'Tag Names or IDs' is empty", 'Name at least one tag.');
	return { contactId, tags: named };
}

const NOTE = textField('Note', 'body', {
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Prefers mornings',
	description: 'Text of the note',
});

const NOTE_TITLE = textField('Title', 'title', {
	placeholder: 'e.g. Call of today',
	description: 'Title of the note',
});

const EVENT_START = dateTimeField('Event Start', 'eventStartTime', {
	placeholder: 'e.g. 2027-03-08 10:00',
	description: 'Time from which the waits of the workflow count, such as that of an appointment',
});

const WORKFLOW = { ...workflowField, required: true };

/** The operations of a contact that are data. */
export const contactRows = operationsOf(
	{ record: 'contact', toRead: 'readContacts', toWrite: 'writeContacts' },
	{
		get: {
			name: 'Get',
			description: 'Get one contact. HighLevel only.',
			action: 'Get contact',
			hint: 'Needs the ID of a contact, or its email or phone.',
			endpoint: 'GET /contacts/{contactId}',
			fields: [contactField],
			first: FIRST_OF_CONTACT,
		},
		update: {
			name: 'Update',
			description: 'Change or empty fields of a contact. HighLevel only.',
			action: 'Update contact',
			hint: 'Needs the contact. Only what is filled in changes; to remove a value, name its field in Fields to Empty. For tags, use Add Tags and Remove Tags.',
			endpoint: 'PUT /contacts/{contactId}',
			fields: [contactField, CUSTOM_FIELDS, TO_EMPTY],
			more: [...CHANGEABLE, DND],
			shape: changesOf,
			first: FIRST_OF_CONTACT,
		},
		delete: {
			name: 'Delete',
			description: 'Delete a contact for good. HighLevel only.',
			action: 'Delete contact',
			hint: 'Only when somebody asked to delete the contact: it cannot be undone.',
			endpoint: 'DELETE /contacts/{contactId}',
			fields: [contactField],
		},
		addTags: {
			name: 'Add Tags',
			description: 'Add tags to a contact, which keeps its others. HighLevel only.',
			action: 'Add tags to contact',
			hint: 'Use it to mark a contact, such as a no-show. Tags can start workflows on the platform.',
			endpoint: 'POST /contacts/{contactId}/tags',
			fields: [contactField, TAGS, NEW_TAGS],
			shape: tagsOf,
		},
		removeTags: {
			name: 'Remove Tags',
			description: 'Remove tags from a contact, which keeps its others. HighLevel only.',
			action: 'Remove tags from contact',
			hint: 'Use it when a tag no longer holds. Name only the tags to remove.',
			endpoint: 'DELETE /contacts/{contactId}/tags',
			fields: [contactField, TAGS],
			shape: tagsOf,
		},
		addNote: {
			name: 'Add Note',
			description: 'Add a note to a contact, for the team. HighLevel only.',
			action: 'Add note to contact',
			hint: 'Use it to keep what the team should know, such as what a contact said. The contact does not see it.',
			endpoint: 'POST /contacts/{contactId}/notes',
			record: 'note',
			fields: [contactField, NOTE],
			more: [NOTE_TITLE],
		},
		addToWorkflow: {
			name: 'Add to Workflow',
			description: 'Start a workflow of the platform for a contact. HighLevel only.',
			action: 'Add contact to workflow',
			hint: 'Use it to start what the team has set up on the platform, such as a follow-up. Needs the ID of a workflow.',
			endpoint: 'POST /contacts/{contactId}/workflow/{workflowId}',
			fields: [contactField, WORKFLOW],
			more: [EVENT_START],
		},
		removeFromWorkflow: {
			name: 'Remove from Workflow',
			description: 'Take a contact out of a workflow of the platform. HighLevel only.',
			action: 'Remove contact from workflow',
			hint: 'Use it to stop a follow-up, such as when the contact has booked. Needs the ID of a workflow.',
			endpoint: 'DELETE /contacts/{contactId}/workflow/{workflowId}',
			fields: [contactField, WORKFLOW],
			more: [EVENT_START],
		},
	},
);
