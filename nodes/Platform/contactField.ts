import { isResourceLocatorValue, NodeOperationError } from 'n8n-workflow';

import { emailOrPhone } from '../fields/addresses';
import { type Field, type FieldOf, fieldOf } from '../fields/parameters';
import { id, type Kind } from '../fields/valueKinds';
import { readId, readText } from '../http/body';
import type { ContactAddress } from '../platformApi/contactAddress';
import { contactText, searchContacts } from '../platformApi/contacts';
import { onlyIn } from './apiForms';
import type { LocatedFields } from './platformOperation';

const BY_ADDRESS = 'emailOrPhone';

/** Stands before the ID in the address of a contact's page in HighLevel, also under a domain of one's own. */
const PAGE_OF_CONTACT = '/contacts/detail/';

/** The ID in the address of a contact's page; another value as it is. */
function withoutAddress(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*https?:\/\//i.test(value)) return value;
	const index = value.indexOf(PAGE_OF_CONTACT);
	if (index === -1) return value;
	const [contactId] = value.slice(index + PAGE_OF_CONTACT.length).split(/[/?#\s]/);
	return contactId === '' ? value : contactId;
}

/** The ID of a contact, which a person may copy with the address of its page. */
const contactId: Kind<string> = {
	...id,
	read: (value, isTool) => id.read(withoutAddress(value), isTool),
};

/** The contact of an operation: from a searchable list, by email or phone, or by its ID. */
export const contactField = fieldOf(contactId, {
	displayName: 'Contact',
	name: 'contactId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: "The contact. The list and 'By Email or Phone' work with HighLevel only.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Ada Lovelace',
			typeOptions: { searchListMethod: 'searchContacts', searchable: true },
		},
		{
			displayName: 'By Email or Phone',
			name: BY_ADDRESS,
			type: 'string',
			placeholder: 'e.g. ada@example.com or +12025550101',
			hint: 'Exactly one contact must have it. No contact is created.',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
			hint: 'Such as the contactId of an event, or of the output of Contact > Create or Update. The address of the contact in HighLevel works, too.',
		},
	],
	required: true,
});

/** An entry of 'Options' of what changes an appointment. */
export const ONLY_OF_CONTACT: FieldOf<string> = onlyIn('highLevel', {
	...contactField,
	displayName: 'Only of Contact',
	name: 'onlyOfContact',
	default: { mode: 'id', value: '={{ $json.contactId }}' },
	required: false,
	description: "The contact to whom the appointment must belong. Another contact's is refused.",
});

/** How many contacts a message names. */
const MAX_IN_MESSAGE = 5;

/** No platform says how its IDs look. None has blanks, quotes or brackets, what separates several, or a path. */
const ONE_ID = /^[\w.~=:+!$*-]{1,200}$/;

/** `2027-03-08T09:00:00-05:00`, `9:30` or `+12025550101`, which models write where an ID belongs. */
const TIME_OR_PHONE = /^(\d{4}-\d\d-\d\d|\d{1,2}:\d\d|\+\d)/;

/** True for a text that can be one ID: several in one text, a name of several words, a time or a phone number are none. */
export function isOneId(typed: string): boolean {
	return ONE_ID.test(typed) && !TIME_OR_PHONE.test(typed);
}

/** The ID of the contact in 'Contact', or in another such field. @throws NodeOperationError where not exactly one is meant */
export async function contactIdOf(
	call: LocatedFields,
	field: FieldOf<string> = contactField,
	within?: Field,
): Promise<string> {
	const { client, entered, locationId, refuse, required } = call;
	const locator = entered(field, within);
	const isAddress = isResourceLocatorValue(locator) && locator.mode === BY_ADDRESS;
	if (isAddress) {
		const address = required(fieldOf(emailOrPhone, field), within);
		const location = await locationId();
		return await client.readOnce(
			`contact ${location} ${address.sent}`,
			async () => await findContactId(call, location, address, field.displayName),
		);
	}
	const contactId = required(field, within);
	if (contactId.includes('@'))
		throw refuse(
			`'${field.displayName}' is an email address where an ID belongs: '${contactId}'`,
			"Choose 'By Email or Phone' for it, or enter the ID of the contact.",
			'Where a tool finds contacts, look it up by its email, and use the ID of the result. Else ask for the ID.',
		);
	if (!isOneId(contactId))
		throw refuse(
			`'${field.displayName}' must be the ID of one contact, not '${contactId}'`,
			'Enter the contactId as an event, or the output of Contact > Create or Update, has it.',
			'Where a tool finds contacts, look it up, and use the ID of the result. Else ask for the ID.',
		);
	return contactId;
}

/** The ID of the one contact with an address. @throws NodeOperationError where none or several have it */
async function findContactId(
	{ client, isRead, isTool }: LocatedFields,
	location: string,
	address: ContactAddress,
	label: string,
): Promise<string> {
	const { records: contacts } = await searchContacts(client, location, address);
	const ids = contacts.flatMap((contact) => readId(contact) ?? []);
	if (ids.length === 1) return ids[0];
	const refuse = (message: string, whatToDo: string) =>
		new NodeOperationError(client.node, message, {
			description: isRead ? whatToDo : `Nothing was changed. ${whatToDo}`,
		});
	if (contacts.length === 0)
		throw refuse(
			`No contact has the ${address.field} of '${label}', ${address.sent}`,
			whatToDoWithoutContact(address),
		);
	const names = contacts.slice(0, MAX_IN_MESSAGE).map((contact) => {
		// The other addresses of several contacts are no business of a model.
		const text = isTool ? (readText(contact, 'firstName') ?? 'No name') : contactText(contact);
		return `${text} (${readId(contact)})`;
	});
	throw refuse(
		`${ids.length} contacts have the ${address.field} of '${label}', ${address.sent}: ${names.join('; ')}`,
		"Enter the right one's ID with 'By ID'.",
	);
}

function whatToDoWithoutContact({ isWhole }: ContactAddress): string {
	return isWhole
		? 'Check it, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.'
		: 'It has no country: enter the number with the code of its country, such as +12025550101, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.';
}
