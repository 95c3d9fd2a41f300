import type { IDataObject } from 'n8n-workflow';

import { onOrOff } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS } from '../../fields/parameters';
import { readId } from '../../http/body';
import { type ContactAddress, contactAddressIn } from '../../platformApi/contactAddress';
import { contactWithAddress, hasAddress } from '../../platformApi/contacts';
import { isKeptAs } from '../compareWithRecord';
import type { PlatformCall } from '../platformOperation';
import type { BeforeWrite } from '../rows/row';

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
	const owners: Owner[] = [];
	for (const value of [values.email, values.phone]) {
		const address = typeof value === 'string' ? contactAddressIn(value) : undefined;
		if (!address) continue;
		const contact = await contactWithAddress(client, await locationId(), address);
		owners.push({ address, contact });
	}
	return owners;
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

/** The values to send for a contact: HighLevel would put another address of hers in the place of the first. */
function withFirstAddresses(values: IDataObject, owners: Owner[]): IDataObject {
	const sent = { ...values };
	for (const { address, contact } of owners) {
		const first = contact?.[address.field];
		if (contact && hasAddress(contact, address) && first) sent[address.field] = first;
	}
	return sent;
}

/**
 * The contact to put out in place of writing, as 'When Contact Exists' says, or else what is to be sent. HighLevel takes the
 * contact of either address, and replaces its other one.
 *
 * @throws NodeOperationError where an address of somebody would be replaced, and where the contact is not to exist; nothing has been written
 */
export async function findExistingContact(
	values: IDataObject,
	call: PlatformCall,
): Promise<BeforeWrite> {
	const { isTool, read, refuse } = call;
	const whenExists = read(WHEN_EXISTS, OPTIONS) ?? (isTool ? 'keep' : 'update');
	const mayReplace = read(REPLACE_ADDRESS, OPTIONS) === true;
	const isSingle = values.email === undefined || values.phone === undefined;
	// A single address is nobody else's. A person knows which one it is, so that no look is worth a request for each item.
	const isKnown = isSingle && !isTool;
	if (whenExists === 'update' && (mayReplace || isKnown)) return { values };

	const owners = await ownersOf(call, values);
	const owner = owners.find(({ contact }) => contact !== undefined);
	if (!owner?.contact) return { values };
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
	if (whenExists === 'keep') return { values, kept: owner.contact };
	return { values: withFirstAddresses(values, owners) };
}

/** @throws NodeOperationError where a language model would give a contact the address of another one */
export async function refuseAddressOfOther(values: IDataObject, call: PlatformCall): Promise<void> {
	if (!call.isTool) return;
	for (const { address, contact } of await ownersOf(call, values)) {
		const id = contact && readId(contact);
		if (id === undefined || id === values.contactId) continue;
		throw call.refuse(
			`The ${address.field} belongs to another contact, '${id}'`,
			'',
			`Ask the person for an address of their own. If both are the same person, use the contact '${id}'.`,
		);
	}
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
	return address && (await contactWithAddress(client, await locationId(), address));
}

const isOfOrNobody =
	(id: string) =>
	({ contact }: Owner): boolean =>
		contact === undefined || readId(contact) === id;
