import { locationOf } from '../../fields/accountFields';
import { emailAddress, phoneNumber, wordsOrAddress } from '../../fields/addresses';
import { listOf, text } from '../../fields/kinds';
import {
	fieldOf,
	fieldsAt,
	limitFields,
	limitOf,
	OPTIONS,
	textField,
} from '../../fields/parameters';
import { readId } from '../../http/body';
import { Listed } from '../../items/operation';
import { runsAsTool } from '../../n8n/execution';
import { differencesOf, searchContacts, upsertContact } from '../../platformApi/contacts';
import { operation, type PlatformResource } from '../platformOperation';
import { withRemarks } from '../remarks';
import { isSimplified, simplifyField } from '../simplify';
import { contactRows, CUSTOM_FIELDS, customFieldsIn, FIRST_OF_CONTACT } from './contactRows';
import { itemOf } from './row';

const EMAIL = fieldOf(
	emailAddress,
	textField('Email', 'email', {
		placeholder: 'e.g. ada@example.com',
		description: "Email address of the contact. 'Email' or 'Phone' is required.",
	}),
);
const PHONE = fieldOf(
	phoneNumber,
	textField('Phone', 'phone', {
		placeholder: 'e.g. +12025550101',
		description: 'Phone number of the contact, with the code of its country',
	}),
);
const FIRST_NAME = textField('First Name', 'firstName', { placeholder: 'e.g. Ada' });
const LAST_NAME = textField('Last Name', 'lastName', { placeholder: 'e.g. Lovelace' });
const TAGS = fieldOf(
	listOf(text, 'a list of tags'),
	textField('Tags', 'tags', {
		placeholder: 'e.g. lead, newsletter',
		description: 'Tags, separated by commas. They replace all tags that the contact has.',
	}),
);

const upsert = operation({
	name: 'Create or Update',
	description: 'Create a contact, or update the one that has the email or phone. HighLevel only.',
	action: 'Create or update contact',
	hint: 'Needs an email or a phone number. Returns the contact with its contactId, which Appointment > Book takes, and whether it was created.',
	properties: [EMAIL, PHONE, FIRST_NAME, LAST_NAME, CUSTOM_FIELDS],
	options: [TAGS, simplifyField],
	async execute(context, itemIndex, { api }) {
		const { read, refuse } = fieldsAt(context, itemIndex);
		const [email, phone] = [read(EMAIL), read(PHONE)];
		if (email === undefined && phone === undefined) {
			throw refuse(
				"'Email' and 'Phone' are empty",
				'Fill in one of them: by it, the platform finds the contact or creates it.',
			);
		}
		const customFields = customFieldsIn(read(CUSTOM_FIELDS));
		const filledIn = {
			email: email?.sent,
			phone: phone?.sent,
			firstName: read(FIRST_NAME),
			lastName: read(LAST_NAME),
			tags: read(TAGS, OPTIONS),
		};
		const asked = Object.fromEntries(
			Object.entries(filledIn).filter(([, value]) => value !== undefined),
		);
		const first = isSimplified(context, itemIndex) ? FIRST_OF_CONTACT : undefined;
		const locationId = await locationOf(context, api, itemIndex);
		const sent = { ...asked, ...(customFields.length > 0 && { customFields }) };
		const { contact: record, isNew } = await upsertContact(api, locationId, sent);
		const differences = differencesOf(sent, record);
		const remarks = [
			// A person sees it in `created`.
			isNew === false && runsAsTool(context.getNode())
				? `This contact existed already, and what was sent has replaced what it had: ${Object.keys(asked).join(', ')}.`
				: undefined,
			differences.length > 0
				? `The platform has other values than were sent: ${differences.join('; ')}. Check whether it is the right contact.`
				: undefined,
		];
		const ids = { created: isNew, contactId: readId(record) };
		const item = itemOf({ ...asked, ...record }, ids, first);
		return withRemarks(context, itemIndex, item, remarks);
	},
});

const SEARCH = fieldOf(
	wordsOrAddress,
	textField('Search', 'query', {
		placeholder: 'e.g. ada@example.com',
		description:
			'A whole email address or phone number, which the contact must have, or other words to search for. Leave empty to get all contacts.',
	}),
);

const getAll = operation({
	name: 'Get Many',
	description: 'Find contacts by email, phone or other words. HighLevel only.',
	action: 'Get many contacts',
	hint: 'Returns one item per contact with contactId, name, email and phone. What has just been created is found after some seconds.',
	properties: [SEARCH, ...limitFields],
	options: [simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api }) {
		const words = fieldsAt(context, itemIndex).readOrAll(SEARCH) ?? '';
		const max = limitOf(context, itemIndex);
		const first = isSimplified(context, itemIndex) ? FIRST_OF_CONTACT : undefined;
		const locationId = await locationOf(context, api, itemIndex);
		const { contacts, hidden } = await searchContacts(api, locationId, words, max);
		const items = contacts.map((contact) => itemOf(contact, { contactId: readId(contact) }, first));
		// A search by address also counts contacts that do not have it, and leaves them out.
		const isAll = typeof words === 'object' && items.length < max;
		return new Listed(
			items,
			'No contact was found. Check the spelling, or create the contact.',
			isAll ? 0 : hidden,
		);
	},
});

export const contact: PlatformResource = {
	name: 'Contact',
	operations: { upsert, getAll, ...contactRows },
};
