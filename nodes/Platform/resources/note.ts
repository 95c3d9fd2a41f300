import type { IDataObject } from 'n8n-workflow';

import { id, type Kind, onOrOff, text } from '../../fields/valueKinds';
import { fieldOf } from '../../fields/parameters';
import { fieldsOf, readList } from '../../http/body';
import type { PlatformClient } from '../../platformApi/client';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import { type PlaceInList, readPages, type Listing } from '../../platformApi/readPages';
import { appointmentIdField } from '../appointment/appointmentFields';
import { contactField } from '../contactField';
import { userField } from '../choiceFields';
import { resourceOf } from '../rows/resourceOf';

/** As many as HighLevel gives at once. */
const NOTES_PER_PAGE = 20;
/** As HighLevel documents for the notes of appointments. */
const MAX_LENGTH = 5_000;

const shortText: Kind<string> = {
	...text,
	read(value) {
		const words = text.read(value);
		if (words !== undefined && words.length > MAX_LENGTH)
			throw new Error(
				`It has ${words.length} characters. The platform takes ${MAX_LENGTH} at most: shorten it, or make two notes of it.`,
			);
		return words;
	},
};

const NOTE = fieldOf(text, {
	displayName: 'Note',
	name: 'body',
	type: 'string',
	default: '',
	placeholder: 'e.g. Prefers mornings',
	description: 'Text of the note',
	typeOptions: { rows: 4 },
});

const NOTE_ID = fieldOf(id, {
	displayName: 'Note ID',
	name: 'noteId',
	type: 'string',
	placeholder: 'e.g. lJpzYrWdpkC2hX6t2yue',
	description: 'ID of the note, such as the noteId from the output of Create',
	default: '={{ $json.noteId }}',
	required: true,
});

const TITLE = fieldOf(text, {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Call of today',
	description: 'Title of the note',
});

const PINNED = fieldOf(onOrOff, {
	displayName: 'Pinned',
	name: 'pinned',
	type: 'boolean',
	default: true,
	description: 'Whether the note stands above the others',
});

const COLOR = fieldOf(text, {
	displayName: 'Color',
	name: 'color',
	type: 'color',
	default: '',
	placeholder: 'e.g. #FFAA00',
	description: 'Color of the note on the platform',
});

const USER = {
	...userField,
	displayName: 'User',
	name: 'userId',
	description: 'The user who is named as its author',
};

const NOTE_OF_CONTACT = '/contacts/{contactId}/notes/{noteId}';
/** get-all-notes */
const LIST: Endpoint = { method: 'GET', path: '/contacts/{contactId}/notes', list: 'notes' };

const HOW_TO_CHECK = 'Look for the note with Get Many before you create it again.';

export const note = resourceOf(
	'Note',
	{ toRead: 'readContacts', toWrite: 'writeContacts' },
	{
		create: {
			name: 'Create',
			description: 'Add a note to a contact, for the team',
			hint: 'Use it to keep what the team should know of a contact, such as what was said in a call. The contact does not see it.',
			method: 'POST',
			path: '/contacts/{contactId}/notes',
			howToCheck: HOW_TO_CHECK,
			once: { repeatedAs: 'alreadyCreated', lookIn: LIST, knownBy: ['body', 'title'] },
			fields: [contactField, { ...NOTE, required: true }],
			more: [TITLE, COLOR, PINNED, USER],
		},
		getAll: {
			name: 'Get Many',
			description: 'Get the notes of a contact',
			action: 'Get many notes',
			hint: 'Returns one item per note with noteId, body and dateAdded. Use it to see what the team knows of a contact.',
			method: 'GET',
			path: '/contacts/{contactId}/notes',
			list: 'notes',
			fields: [contactField],
			nothing: 'The contact has no notes.',
		},
		update: {
			name: 'Update',
			description: 'Change a note of a contact',
			hint: 'Needs the contact and the noteId that Create or Get Many returned. Only what is filled in changes.',
			method: 'PUT',
			path: NOTE_OF_CONTACT,
			updates: true,
			fields: [contactField, NOTE_ID],
			more: [NOTE, TITLE, COLOR, PINNED, USER],
		},
		delete: {
			name: 'Delete',
			description: 'Delete a note of a contact for good',
			hint: 'Only when somebody asked to delete it. Needs the contact and the noteId.',
			method: 'DELETE',
			path: NOTE_OF_CONTACT,
			deletes: true,
			fields: [contactField, NOTE_ID],
		},
	},
);

const SHORT_NOTE = fieldOf(shortText, {
	...NOTE,
	description: `Text of the note, of at most ${MAX_LENGTH} characters`,
	required: true,
});

const NOTE_OF_APPOINTMENT = '/calendars/appointments/{appointmentId}/notes/{noteId}';

/** The notes of an appointment, newest first, page by page. */
async function listAppointmentNotes(
	client: PlatformClient,
	endpoint: Endpoint,
	{ appointmentId }: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const limit = Math.min(max, NOTES_PER_PAGE);
	const readPage = async ({ page }: PlaceInList) => {
		const offset = (page - 1) * limit;
		const body = await client.request(requestOf(endpoint, { appointmentId, limit, offset }));
		const records = readList(body, 'notes');
		// The platform names no total, but says whether there are more.
		const total = fieldsOf(body).hasMore === true ? Infinity : offset + records.length;
		return { records, total };
	};
	return await readPages(client, readPage, { max });
}

export const appointmentNote = resourceOf(
	'Appointment Note',
	{ toRead: 'readAppointments', toWrite: 'writeAppointmentNotes' },
	{
		create: {
			name: 'Create',
			description: 'Add a note to an appointment, for the team',
			hint: 'Use it to keep what the team should know of a visit. Needs the appointmentId that Book or Get Many returned. The contact does not see it.',
			method: 'POST',
			path: '/calendars/appointments/{appointmentId}/notes',
			record: 'note',
			howToCheck: HOW_TO_CHECK,
			once: { repeatedAs: 'alreadyCreated' },
			fields: [appointmentIdField, SHORT_NOTE],
			more: [USER],
		},
		getAll: {
			name: 'Get Many',
			description: 'Get the notes of an appointment, the newest first',
			action: 'Get many appointment notes',
			hint: 'Returns one item per note with noteId, body and dateAdded. Needs the appointmentId.',
			method: 'GET',
			path: '/calendars/appointments/{appointmentId}/notes',
			record: 'note',
			list: 'notes',
			load: listAppointmentNotes,
			fields: [appointmentIdField],
			nothing: 'The appointment has no notes.',
		},
		update: {
			name: 'Update',
			description: 'Change the text of a note of an appointment',
			hint: 'Needs the appointmentId and the noteId that Create or Get Many returned.',
			method: 'PUT',
			path: NOTE_OF_APPOINTMENT,
			record: 'note',
			fields: [appointmentIdField, NOTE_ID, SHORT_NOTE],
			more: [USER],
		},
		delete: {
			name: 'Delete',
			description: 'Delete a note of an appointment for good',
			hint: 'Only when somebody asked to delete it. Needs the appointmentId and the noteId.',
			method: 'DELETE',
			path: NOTE_OF_APPOINTMENT,
			record: 'note',
			deletes: true,
			fields: [appointmentIdField, NOTE_ID],
		},
	},
);
