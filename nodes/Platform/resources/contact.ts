import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { onOrOff, text } from '../../fields/valueKinds';
import { wordsOrAddress } from '../../fields/addresses';
import { fieldOf } from '../../fields/parameters';
import { WHAT_TO_CORRECT } from '../../http/explain';
import type { Endpoint } from '../../platformApi/endpoint';
import { contactField } from '../contactField';
import { CUSTOM_FIELDS, FIELDS_BY_NAME } from '../customFields';
import { workflowField } from '../choiceFields';
import { resourceOf } from '../rows/resourceOf';
import {
	ALL_TAGS,
	CHANGEABLE,
	changesOf,
	DND,
	DND_BY_CHANNEL,
	EMAIL,
	FIRST_NAME,
	INBOUND_DND,
	LAST_NAME,
	NEW_TAGS,
	ONLY_IN_UPSERT,
	PHONE,
	TAGS,
	tagsOf,
	TO_EMPTY,
} from './contactFields';
import { CONTACT_FILTERS, findContacts, refuseWideSearch, refuseWrongTimes } from './contactSearch';
import {
	findCreatedContact,
	findExistingContact,
	refuseAddressOfOther,
	REPLACE_ADDRESS,
	shownToModel,
	WHEN_EXISTS,
} from './existingContact';

const FIRST = [
	'name',
	'firstName',
	'lastName',
	'email',
	'phone',
	'tags',
	'companyName',
	'source',
	'assignedTo',
	'dateAdded',
];

const SEARCH = fieldOf(wordsOrAddress, {
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description:
		'A whole email address or phone number, which the contact must have, or other words to search for. Leave empty to get all contacts.',
});

const NOTE = fieldOf(text, {
	displayName: 'Note',
	name: 'body',
	type: 'string',
	default: '',
	placeholder: 'e.g. Prefers mornings',
	description: 'Text of the note',
	required: true,
	typeOptions: { rows: 4 },
});

const NOTE_TITLE = fieldOf(text, {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Call of today',
	description: 'Title of the note',
});

const EVENT_START: INodeProperties = {
	displayName: 'Event Start',
	name: 'eventStartTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: 'Time from which the waits of the workflow count, such as that of an appointment',
};

const WORKFLOW = { ...workflowField, required: true };

/** What a contact's record shows of the values that are sent. */
function inRecord(values: IDataObject): IDataObject {
	const shown = { ...values };
	delete shown.createNewIfDuplicateAllowed;
	// A record has the settings of all channels.
	delete shown.dndSettings;
	delete shown.inboundDndSettings;
	return shown;
}

/** The tags of a contact, as the platform keeps them. */
const tagsIn = ({ tags }: IDataObject) =>
	[tags ?? []].flat().map((tag) => String(tag).toLowerCase());

/** Those of Update that are not at the top, and those that Update lacks. */
const MORE_OF_NEW = [
	...CHANGEABLE.filter((field) => ![EMAIL, PHONE, FIRST_NAME, LAST_NAME].includes(field as never)),
	...ONLY_IN_UPSERT,
	DND,
	...DND_BY_CHANNEL,
	INBOUND_DND,
];

const ONLY_CREATE = fieldOf(onOrOff, {
	displayName: 'Only Create',
	name: 'createNewIfDuplicateAllowed',
	type: 'boolean',
	default: true,
	description:
		'Whether to create a new contact even where one has the email or phone. The platform does so only where the location allows duplicates; otherwise, it updates the one that it finds.',
});

const NOTES: Endpoint = { method: 'GET', path: '/contacts/{contactId}/notes', list: 'notes' };

export const contact = resourceOf(
	'Contact',
	{
		toRead: 'readContacts',
		toWrite: 'writeContacts',
		lists: ['tags'],
		customFields: 'customFields',
	},
	{
		upsert: {
			name: 'Create or Update',
			description: 'Create a contact, or update the one that has the email or phone',
			action: 'Create or update contact',
			hint: 'Needs an email or a phone number. Returns the contact with its contactId, which Appointment > Book takes, and whether it was created.',
			method: 'POST',
			path: '/contacts/upsert',
			locationIn: 'body',
			howToCheck:
				'Before you send it again, look for the contact with Contact > Get Many, after some seconds: where the location allows duplicates, a repeat can create a second contact.',
			statuses: {
				// Reported of HighLevel.
				422: {
					message: 'A field is missing, or has a value that the platform cannot read',
					whatToDo: `${WHAT_TO_CORRECT} The contact may have been created all the same: look for it with Contact > Get Many.`,
					forModel: `${WHAT_TO_CORRECT} The contact may have been created all the same: look for it before you send it again.`,
				},
			},
			fields: [
				{
					...EMAIL,
					description: "Email address of the contact. 'Email' or 'Phone' is required.",
				},
				{ ...PHONE, description: 'Phone number of the contact, with the code of its country' },
				FIRST_NAME,
				LAST_NAME,
				CUSTOM_FIELDS,
			],
			more: [...MORE_OF_NEW, FIELDS_BY_NAME],
			options: [ALL_TAGS, ONLY_CREATE],
			settings: [WHEN_EXISTS, REPLACE_ADDRESS],
			lookFirst: findExistingContact,
			shownToModel,
			once: { repeatedAs: 'alreadyCreated', findRecord: findCreatedContact },
			expects: inRecord,
			shape(values, refuse) {
				if (!values.email && !values.phone)
					throw refuse(
						"'Email' and 'Phone' are empty",
						'Fill in one of them: by it, the platform finds the contact or creates it.',
						'Ask the person for one of them. Never make one up.',
					);
				return changesOf(values);
			},
			first: FIRST,
		},
		getAll: {
			name: 'Get Many',
			description: 'Find contacts by email, phone, tags or other words',
			action: 'Get many contacts',
			hint: 'Returns one item per contact with contactId, name, email and phone. What has just been created is found after some seconds.',
			method: 'POST',
			path: '/contacts/search',
			locationIn: 'body',
			isRead: true,
			list: 'contacts',
			shape: refuseWrongTimes,
			check: refuseWideSearch,
			load: findContacts,
			fields: [SEARCH],
			more: CONTACT_FILTERS,
			first: FIRST,
			nothing: 'No contact was found. Check the spelling, or create the contact.',
		},
		get: {
			name: 'Get',
			description: 'Get one contact',
			hint: 'Needs the ID of a contact, or its email or phone.',
			method: 'GET',
			path: '/contacts/{contactId}',
			fields: [contactField],
			first: FIRST,
		},
		update: {
			name: 'Update',
			description:
				'Change or empty fields of a contact. The platform takes no company name and no gender here.',
			hint: 'Needs the contact. Only what is filled in changes; to remove a value, name its field in Fields to Empty. For tags, use Add Tags and Remove Tags.',
			method: 'PUT',
			path: '/contacts/{contactId}',
			updates: true,
			fields: [contactField, CUSTOM_FIELDS],
			more: [...CHANGEABLE, DND, ...DND_BY_CHANNEL, INBOUND_DND, FIELDS_BY_NAME],
			below: [TO_EMPTY],
			shape: changesOf,
			check: refuseAddressOfOther,
			expects: inRecord,
			first: FIRST,
		},
		delete: {
			name: 'Delete',
			description: 'Delete a contact for good',
			hint: 'Only when somebody asked to delete the contact: it cannot be undone.',
			method: 'DELETE',
			path: '/contacts/{contactId}',
			deletes: true,
			fields: [contactField],
		},
		addTags: {
			name: 'Add Tags',
			description: 'Add tags to a contact, which keeps its others',
			action: 'Add tags to contact',
			hint: 'Use it to mark a contact, such as a no-show. Tags can start workflows on the platform.',
			method: 'POST',
			path: '/contacts/{contactId}/tags',
			fields: [contactField, TAGS, NEW_TAGS],
			shape: tagsOf,
			expects: (values, record) => ({
				...values,
				tags: [...new Set([...tagsIn(record), ...tagsIn(values)])],
			}),
		},
		removeTags: {
			name: 'Remove Tags',
			description: 'Remove tags from a contact, which keeps its others',
			action: 'Remove tags from contact',
			hint: 'Use it when a tag no longer holds. Name only the tags to remove.',
			method: 'DELETE',
			path: '/contacts/{contactId}/tags',
			fields: [contactField, TAGS],
			shape: tagsOf,
			// Which ones are left, the record alone says.
			expects: (values, record) => ({
				...values,
				tags: record.tags && tagsIn(record).filter((tag) => !tagsIn(values).includes(tag)),
			}),
		},
		addNote: {
			name: 'Add Note',
			description: 'Add a note to a contact, for the team',
			action: 'Add note to contact',
			hint: 'Use it to keep what the team should know, such as what a contact said. The contact does not see it.',
			method: 'POST',
			path: '/contacts/{contactId}/notes',
			record: 'note',
			once: { repeatedAs: 'alreadyCreated', lookIn: NOTES, knownBy: ['body', 'title'] },
			fields: [contactField, NOTE],
			more: [NOTE_TITLE],
		},
		addToWorkflow: {
			name: 'Add to Workflow',
			description: 'Start a workflow of the platform for a contact',
			action: 'Add contact to workflow',
			hint: 'Use it to start what the team has set up on the platform, such as a follow-up. Needs the ID of a workflow.',
			method: 'POST',
			path: '/contacts/{contactId}/workflow/{workflowId}',
			sendsEmptyBody: true,
			fields: [contactField, WORKFLOW],
			more: [EVENT_START],
		},
		removeFromWorkflow: {
			name: 'Remove from Workflow',
			description: 'Take a contact out of a workflow of the platform',
			action: 'Remove contact from workflow',
			hint: 'Use it to stop a follow-up, such as when the contact has booked. Needs the ID of a workflow.',
			method: 'DELETE',
			path: '/contacts/{contactId}/workflow/{workflowId}',
			sendsEmptyBody: true,
			fields: [contactField, WORKFLOW],
			more: [EVENT_START],
		},
	},
);
