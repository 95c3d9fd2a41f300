import type { IDataObject } from 'n8n-workflow';

import { onOrOff } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS } from '../../fields/parameters';
import { readId } from '../../http/body';
import {
	type ContactAddress,
	contactAddressIn,
	isSameAddress,
} from '../../platformApi/contactAddress';
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

/** An address of the call, and the contact that has it. */
interface OwnedAddress {
	address: ContactAddress;
	/** Undefined where nobody has the address. */
	owner?: IDataObject;
	/** True where another contact has the address, too, and the platform would find that one by it. */
	isShared?: boolean;
}

/** Looks for the contacts that have the email and the phone of the call. */
async function findOwners(
	{ client, locationId }: PlatformCall,
	{ email, phone }: IDataObject,
): Promise<OwnedAddress[]> {
	const found: OwnedAddress[] = [];
	for (const value of [email, phone]) {
		const address = typeof value === 'string' ? contactAddressIn(value) : undefined;
		if (!address) continue;
		const owner = await contactWithAddress(client, await locationId(), address);
		found.push({ address, owner });
	}
	return withSharedOwner(found);
}

/** A family may share a phone number, by which the platform finds one of them: the contact that has both addresses is meant. */
function withSharedOwner(found: OwnedAddress[]): OwnedAddress[] {
	const ofBoth = found.find(
		({ owner }) => owner && found.every(({ address }) => hasAddress(owner, address)),
	);
	const ownerOfBoth = ofBoth?.owner;
	if (!ownerOfBoth) return found;
	return found.map(({ address, owner }) => ({
		address,
		owner: ownerOfBoth,
		isShared: owner !== undefined && readId(owner) !== readId(ownerOfBoth),
	}));
}

/** Says which address of somebody the write would replace; undefined where it would replace none. A single address replaces none. */
function replacementText([email, phone]: OwnedAddress[]): string | undefined {
	if (!phone) return undefined;
	const idByEmail = email.owner && readId(email.owner);
	const idByPhone = phone.owner && readId(phone.owner);
	if (email.owner && phone.owner && idByEmail !== idByPhone)
		return `The ${email.address.field} belongs to the contact '${idByEmail}', the ${phone.address.field} to the contact '${idByPhone}'`;
	// HighLevel takes the contact of either address, and puts the other one in the place of what that contact has.
	const known = email.owner ? email : phone;
	const { address: otherAddress } = email.owner ? phone : email;
	if (!known.owner || hasAddress(known.owner, otherAddress)) return undefined;
	const hasAnother = Boolean(known.owner[otherAddress.field]);
	if (!hasAnother) return undefined;
	return `The ${known.address.field} belongs to the contact '${readId(known.owner)}', who has another ${otherAddress.field}`;
}

/**
 * The values to send for a contact: HighLevel would put a second address of the contact in the place of the first. By an
 * address that is shared, it could take another contact; this one has the address already.
 */
function withFirstAddresses(values: IDataObject, addresses: OwnedAddress[]): IDataObject {
	const sent = { ...values };
	for (const { address, owner, isShared } of addresses) {
		const first = owner?.[address.field];
		if (owner && hasAddress(owner, address) && first) sent[address.field] = first;
		if (isShared && !values.createNewIfDuplicateAllowed) delete sent[address.field];
	}
	return sent;
}

/** True where the contact was found by its email, and no address of the call belongs to another contact. It may have another phone. */
function isFoundByEmail(
	{ address }: OwnedAddress,
	contactId: string,
	addresses: OwnedAddress[],
): boolean {
	if (address.field !== 'email') return false;
	return addresses.every(({ owner }) => owner === undefined || readId(owner) === contactId);
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
	// By its digits alone, a number could be somebody else's in another country. The platform knows which country is meant.
	const lacksCountry = values.email === undefined && !String(values.phone).startsWith('+');
	const isLeftToPlatform = mayReplace || (lacksCountry && !isTool);
	if (whenExists === 'update' && isLeftToPlatform) return { values };

	const addresses = await findOwners(call, values);
	const known = addresses.find(({ owner }) => owner !== undefined);
	if (!known?.owner) return { values };
	const contactId = readId(known.owner) ?? '';
	if (whenExists === 'stop')
		throw refuse(
			`A contact with this ${known.address.field} exists: '${contactId}'`,
			"Use that contact, or choose what to do in 'When Contact Exists'.",
			`Use the contact '${contactId}' if it is the same person. Else ask for another address.`,
		);
	const isKept = whenExists === 'keep';
	const replacement = mayReplace ? undefined : replacementText(addresses);
	// Nothing is written to a contact that is kept, so it may have another phone.
	const isHarmless = isKept && isFoundByEmail(known, contactId, addresses);
	if (replacement && !isHarmless)
		throw refuse(
			`${replacement}: it may be somebody else`,
			"Fill in only the address by which the right contact is known, or enter the ID in Contact > Update. To replace the other one all the same, add the option 'Replace Email or Phone'.",
			'Ask the person which contact is meant, and send only the address that belongs to it. Never use the data of another contact.',
		);
	if (isKept) return { values, kept: known.owner };
	return { values: withFirstAddresses(values, addresses) };
}

/** @throws NodeOperationError where a language model would give a contact the address of another one */
export async function refuseAddressOfOther(values: IDataObject, call: PlatformCall): Promise<void> {
	if (!call.isTool) return;
	for (const { address, owner } of await findOwners(call, values)) {
		const id = owner && readId(owner);
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
		if (!isSame) continue;
		// Of a second address, the contact's own field would tell the first one.
		const isFirst = !address || isSameAddress(address, String(contact[name]));
		shown[name] = isFirst ? contact[name] : value;
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
