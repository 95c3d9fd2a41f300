import type { IDataObject } from 'n8n-workflow';

import { onOrOff } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS } from '../../fields/parameters';
import { readId } from '../../http/body';
import { type ContactAddress, contactAddressIn } from '../../platformApi/contactAddress';
import { contactsWithAddresses, hasAddress } from '../../platformApi/contacts';
import { isKeptAs } from '../compareWithRecord';
import type { PlatformCall } from '../platformOperation';

export const WHEN_EXISTS = choiceOf({
	displayName: 'When Contact Exists',
	name: 'whenExists',
	type: 'options',
	default: 'update',
	description:
		'What to do where a contact has the email or phone already. Without this option, a tool keeps it as it is; otherwise, it is updated.',
	options: [
		{
			name: 'Keep It',
			value: 'keep',
			description: 'Return it as it is, with <code>created: false</code>',
		},
		{ name: 'Stop', value: 'stop', description: 'Stop with a message' },
		{ name: 'Update', value: 'update', description: 'Write the fields that are filled in' },
	],
});

export const REPLACE_ADDRESS = fieldOf(onOrOff, {
	displayName: 'Replace Email or Phone',
	name: 'replaceAddress',
	type: 'boolean',
	default: true,
	noDataExpression: true,
	description:
		"Whether to replace the email or phone of the contact that is found by the other one. Without this option, that is refused: it may be somebody else's contact.",
});

/** The contact that has an address of the call. */
interface Owner {
	address: ContactAddress;
	contact?: IDataObject;
}

/** Who has which address of the call. */
async function ownersOf(
	{ client, locationId }: PlatformCall,
	values: IDataObject,
): Promise<Owner[]> {
	const addresses = [values.email, values.phone].flatMap((value) =>
		value === undefined ? [] : (contactAddressIn(String(value)) ?? []),
	);
	const contacts = await contactsWithAddresses(client, await locationId(), addresses);
	return addresses.map((address) => ({
		address,
		contact: contacts.find((contact) => hasAddress(contact, address)),
	}));
}

/** Says why writing would put an address of the call in the place of somebody's; undefined where it would not. */
function replacedAddress([first, second]: Owner[]): string | undefined {
	if (!second) return undefined;
	const [one, other] = [first.contact, second.contact];
	if (one && other && readId(one) !== readId(other))
		return `The ${first.address.field} belongs to the contact '${readId(one)}', the ${second.address.field} to the contact '${readId(other)}'`;
	const owner = one ? first : second;
	const missing = one ? second : first;
	const { field } = missing.address;
	if (!owner.contact || hasAddress(owner.contact, missing.address) || !owner.contact[field])
		return undefined;
	return `The ${owner.address.field} belongs to the contact '${readId(owner.contact)}', who has another ${field}`;
}

/**
 * The contact to put out in place of writing, as 'When Contact Exists' says; undefined where the contact is to be written.
 * HighLevel takes the contact of either address, and replaces its other one.
 *
 * @throws NodeOperationError where an address of somebody would be replaced, and where the contact is not to exist; nothing has been written
 */
export async function contactToKeep(
	values: IDataObject,
	call: PlatformCall,
): Promise<IDataObject | undefined> {
	const { isTool, read, refuse } = call;
	const whenExists = read(WHEN_EXISTS, OPTIONS) ?? (isTool ? 'keep' : 'update');
	const mayReplace = read(REPLACE_ADDRESS, OPTIONS) === true;
	const hasBoth = values.email !== undefined && values.phone !== undefined;
	// Of a single address, none can be replaced.
	if (whenExists === 'update' && (mayReplace || !hasBoth)) return undefined;

	const owners = await ownersOf(call, values);
	const [owner] = owners.filter(({ contact }) => contact !== undefined);
	if (!owner?.contact) return undefined;
	const id = readId(owner.contact) ?? '';
	if (whenExists === 'stop')
		throw refuse(
			`A contact with this ${owner.address.field} exists: '${id}'`,
			"Use that contact, or choose what to do in 'When Contact Exists'.",
			`Use the contact '${id}' if it is the same person. Else ask for another address.`,
		);
	const reason = mayReplace ? undefined : replacedAddress(owners);
	// Found by its email, a contact with another phone of its own may be kept: nothing is written.
	const isKeptByEmail = owner.address.field === 'email' && owners.every(isOfOrNobody(id));
	if (reason && !(whenExists === 'keep' && isKeptByEmail))
		throw refuse(
			`${reason}: it may be somebody else`,
			"Fill in only the address by which the right contact is known, or enter the ID in Contact > Update. To replace the other one all the same, add the option 'Replace Email or Phone'.",
			'Ask the person which contact is meant, and send only the address that belongs to it. Never use the data of another contact.',
		);
	return whenExists === 'keep' ? owner.contact : undefined;
}

/**
 * What a language model may see of a contact that existed: the ID, the first name, by which a mistake can be noticed, and
 * the values that it has sent itself, where the contact has them.
 */
export function shownToModel(contact: IDataObject, values: IDataObject): IDataObject {
	const { id, firstName } = contact;
	const shown: IDataObject = { id, firstName, tags: undefined };
	for (const [name, value] of Object.entries(values)) {
		const isAddress = name === 'email' || name === 'phone';
		const address = isAddress ? contactAddressIn(String(value)) : undefined;
		const isSame = address ? hasAddress(contact, address) : isKeptAs(value, contact[name]);
		if (isSame) shown[name] = contact[name];
	}
	return shown;
}

/** The contact that a call with a lost response has created. The platform finds a new one by a single address at once. */
export async function findCreatedContact(
	values: IDataObject,
	{ client, locationId }: PlatformCall,
): Promise<IDataObject | undefined> {
	const address = contactAddressIn(String(values.email ?? values.phone));
	if (!address) return undefined;
	const [contact] = await contactsWithAddresses(client, await locationId(), [address]);
	return contact;
}

const isOfOrNobody =
	(id: string) =>
	({ contact }: Owner): boolean =>
		contact === undefined || readId(contact) === id;
