import { isResourceLocatorValue, NodeOperationError } from 'n8n-workflow';

import { locationOf } from '../../fields/account';
import { textAs } from '../../fields/kinds';
import { listField } from '../../fields/lists';
import { type FieldOf, fieldsAt, type ParameterContext } from '../../fields/parameters';
import type { PlatformClient } from '../../platformApi/client';
import { readId } from '../../http/body';
import { type ContactAddress, contactAddressIn } from '../../platformApi/contactAddress';
import { contactText, searchContacts } from '../../platformApi/contacts';

const BY_ADDRESS = 'emailOrPhone';

const chosen = listField(
	{
		displayName: 'Contact',
		name: 'contactId',
		required: true,
		description: "The contact. The list and 'By Email or Phone' work with HighLevel only.",
	},
	{ method: 'searchContacts', placeholder: 'e.g. Ada Lovelace' },
	{ placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc', hint: 'Such as the contactId of an event, or of the output of Contact > Create or Update' },
);
const [list, id] = chosen.modes!;

/** The contact of an operation: from a searchable list, by email or phone, or by its ID. */
export const contactField: FieldOf<string> = {
	...chosen,
	modes: [
		list,
		{
			displayName: 'By Email or Phone',
			name: BY_ADDRESS,
			type: 'string',
			placeholder: 'e.g. ada@example.com or +12025550101',
			hint: 'Exactly one contact must have it. No contact is created.',
		},
		id,
	],
};

const emailOrPhone = textAs('an email address or a phone number', 'such as ada@example.com or +12025550101', contactAddressIn);

const MAX_IN_MESSAGE = 5;

/** The ID of the only contact that has an address. @throws NodeOperationError where none has it, or several have */
async function findContact(client: PlatformClient, locationId: string, address: ContactAddress): Promise<string> {
	const { contacts } = await searchContacts(client, locationId, address);
	const ids = contacts.flatMap((contact) => readId(contact) ?? []);
	if (ids.length === 1) return ids[0];
	const named = contacts.slice(0, MAX_IN_MESSAGE).map((contact) => `${contactText(contact)} (${readId(contact)})`).join('; ');
	const what = `${ids.length === 0 ? 'No contact has' : `${ids.length} contacts have`} the ${address.field} of 'Contact', ${address.sent}`;
	const whatToDo =
		ids.length === 0
			? 'Check it, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.'
			: "Enter the right one's ID with 'By ID'.";
	throw new NodeOperationError(client.node, named ? `${what}: ${named}` : what, { description: `Nothing was changed. ${whatToDo}` });
}

/** The ID of the contact in 'Contact'. @throws NodeOperationError where not exactly one contact is meant */
export async function contactIdOf(context: ParameterContext, client: PlatformClient, itemIndex: number): Promise<string> {
	const locator = context.getNodeParameter(contactField.name, itemIndex, '') as unknown;
	const { required, requiredBy } = fieldsAt(context, itemIndex);
	if (!isResourceLocatorValue(locator) || locator.mode !== BY_ADDRESS) return required(contactField);
	const address = requiredBy(emailOrPhone, contactField);
	const locationId = await locationOf(context, client, itemIndex);
	return await client.once(`contact ${locationId} ${address.sent}`, async () => await findContact(client, locationId, address));
}
