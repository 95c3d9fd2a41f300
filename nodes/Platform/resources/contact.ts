import type { IDataObject } from 'n8n-workflow';

import { locationOf } from '../../fields/account';
import { anyWords, group, listOf, text } from '../../fields/kinds';
import {
	fieldOf,
	fieldsAt,
	limitFields,
	limitOf,
	OPTIONS,
	textField,
} from '../../fields/parameters';
import { fieldsOf, readId } from '../../http/body';
import { Listed } from '../../items/operation';
import {
	contactAddressIn,
	getContact,
	searchContacts,
	upsertContact,
} from '../../platformApi/contacts';
import { contactField, contactIdOf } from '../appointment/fields';
import { operation, type PlatformResource } from '../operation';
import { isSimplified, simplify, simplifyField } from '../simplify';

const EMAIL = textField('Email', 'email', {
	placeholder: 'e.g. ada@example.com',
	description: "Email address of the contact. 'Email' or 'Phone' is required.",
});
const PHONE = textField('Phone', 'phone', {
	placeholder: 'e.g. +12025550101',
	description: 'Phone number of the contact, with the code of its country',
});
const FIRST_NAME = textField('First Name', 'firstName', { placeholder: 'e.g. Ada' });
const LAST_NAME = textField('Last Name', 'lastName', { placeholder: 'e.g. Lovelace' });
const TAGS = fieldOf(
	listOf(text, 'a list of tags'),
	textField('Tags', 'tags', {
		placeholder: 'e.g. lead, newsletter',
		description: 'Tags, separated by commas. They replace all tags that the contact has.',
	}),
);

const CUSTOM_FIELDS = fieldOf(group, {
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

const FIRST = ['name', 'firstName', 'lastName', 'email', 'phone', 'tags'];

/** A contact with its ID under the name that other operations take it from. */
function itemOf(isSimple: boolean, contact: IDataObject, more: IDataObject = {}): IDataObject {
	const { id, _id, ...fields } = contact;
	const ids = { ...more, contactId: readId({ id, _id }) };
	return isSimple
		? simplify({ ...ids, ...fields }, ...Object.keys(ids), ...FIRST)
		: { ...ids, ...contact };
}

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
		const values = Object.entries(fieldsOf(read(CUSTOM_FIELDS)?.value)).filter(
			([, value]) => (value ?? '') !== '',
		);
		const customFields =
			values.length > 0 ? values.map(([id, value]) => ({ id, field_value: value })) : undefined;
		const names = { firstName: read(FIRST_NAME), lastName: read(LAST_NAME) };
		const tags = read(TAGS, OPTIONS);
		const isSimple = isSimplified(context, itemIndex);
		const locationId = await locationOf(context, api, itemIndex);
		const { contact, isNew } = await upsertContact(api, locationId, {
			email,
			phone,
			...names,
			tags,
			customFields,
		});
		return itemOf(isSimple, contact, { created: isNew });
	},
});

const get = operation({
	name: 'Get',
	description: 'Get one contact. HighLevel only.',
	action: 'Get contact',
	hint: 'Needs the ID of a contact, or its email or phone.',
	properties: [contactField],
	options: [simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const isSimple = isSimplified(context, itemIndex);
		const contactId = await contactIdOf(context, api, itemIndex);
		return itemOf(
			isSimple,
			await memoize(`contact ${contactId}`, async () => await getContact(api, contactId)),
		);
	},
});

const SEARCH = fieldOf(
	anyWords,
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
		const words = fieldsAt(context, itemIndex).read(SEARCH) ?? '';
		const max = limitOf(context, itemIndex);
		const isSimple = isSimplified(context, itemIndex);
		const locationId = await locationOf(context, api, itemIndex);
		const { contacts, total = 0 } = await searchContacts(
			api,
			locationId,
			contactAddressIn(words) ?? words,
			max,
		);
		const items = contacts.map((contact) => itemOf(isSimple, contact));
		// A search by address also counts contacts that do not have it, and leaves them out.
		const hidden = items.length === max ? total - max : 0;
		return new Listed(
			items,
			'No contact was found. Check the spelling, or create the contact.',
			hidden,
		);
	},
});

export const contact: PlatformResource = { name: 'Contact', operations: { upsert, get, getAll } };
