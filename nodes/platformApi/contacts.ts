import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readId, readList, readObject, readOptionalObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { type ContactAddress, hasAddress } from './contactAddress';
import { highLevelOnly, notFound } from './highLevelOnly';

/** What an upsert sends. What is undefined is not sent, and stays as it is on the platform. */
export interface ContactValues {
	email?: string;
	phone?: string;
	firstName?: string;
	lastName?: string;
	/** In place of all that the contact has. */
	tags?: string[];
	customFields?: Array<{ id: string; field_value: unknown }>;
}

/** The most that clients of the platform ask for in one page. */
const PAGE_SIZE = 100;
/** Page by page, the platform lists 10,000 contacts at most. */
const MAX_PAGES = 100;

/** GET /contacts/{contactId} (sandbox/highLevel.yaml, get-contact). */
export async function getContact(client: PlatformClient, contactId: string): Promise<IDataObject> {
	const path = `/contacts/${pathSegment(contactId)}`;
	const statuses = notFound('contact', contactId);
	return readObject(await (await highLevelOnly(client)).request({ method: 'GET', path, right: 'readContacts', statuses }), 'contact');
}

/**
 * POST /contacts/upsert (sandbox/highLevel.yaml, upsert-contact). The location's setting for duplicates decides which
 * contact it is.
 *
 * @returns the contact, and whether it was created, where the platform says so
 */
export async function upsertContact(
	client: PlatformClient,
	locationId: string,
	values: ContactValues,
): Promise<{ contact: IDataObject; isNew: unknown }> {
	const body = await (await highLevelOnly(client)).request({
		method: 'POST',
		path: '/contacts/upsert',
		body: { locationId, ...values },
		right: 'writeContacts',
		howToCheck:
			'Before you send it again, look for the contact with Contact > Get Many, after some seconds: where the location allows duplicates, a repeat can create a second contact.',
	});
	return { contact: readOptionalObject(body, 'contact'), isNew: fieldsOf(body).new };
}

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced), page by page. What it finds may be some
 * seconds old.
 *
 * @param query the words of a person, or an address: then only contacts count that have it
 * @param max how many are needed
 * @returns the contacts, and how many there are in total, where the platform says so
 */
export async function searchContacts(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	max = Infinity,
): Promise<{ contacts: IDataObject[]; total?: number }> {
	const pageLimit = Math.min(PAGE_SIZE, max);
	const address = typeof query === 'string' ? undefined : query;
	// A number without its country is none that the platform stores.
	const isStored = address?.isWhole === true;
	const asked = isStored ? { filters: [{ field: address.field, operator: 'eq', value: address.sent }] } : { query: address?.sent ?? (query || undefined) };
	const found = new Map<string, IDataObject>();
	let total: number | undefined;
	for (let page = 1; page <= MAX_PAGES && found.size < Math.min(max, total ?? Infinity); page++) {
		const body = await (await highLevelOnly(client)).request({
			method: 'POST',
			path: '/contacts/search',
			body: { locationId, page, pageLimit, ...asked },
			isRead: true,
			right: 'readContacts',
		});
		const before = found.size;
		for (const contact of readList(body, 'contacts')) found.set(readId(contact) ?? JSON.stringify(contact), contact);
		total = Number(fieldsOf(body).total) || undefined;
		// A page that brings nothing new is the last one, also of a platform that repeats it.
		if (found.size === before) break;
	}
	const contacts = [...found.values()].filter((contact) => !address || hasAddress(contact, address));
	return { contacts: contacts.slice(0, max), total };
}

/** GET /locations/{locationId}/customFields (sandbox/highLevel.yaml, get-custom-fields), those of contacts. */
export async function listCustomFields(client: PlatformClient, locationId: string): Promise<IDataObject[]> {
	const path = `/locations/${pathSegment(locationId)}/customFields`;
	const query = { model: 'contact' };
	return await (await highLevelOnly(client)).requestList({ method: 'GET', path, query, right: 'readCustomFields' }, 'customFields');
}

/** A contact as a person recognizes it: `Ada Lovelace, ada@example.com, +12025550101`. */
export function contactText(contact: IDataObject): string {
	const parts = ['first', 'last'].map((part) => readText(contact, `${part}Name`, `${part}NameLowerCase`));
	const name = readText(contact, 'name', 'contactName') ?? parts.filter(Boolean).join(' ');
	return [name, readText(contact, 'email'), readText(contact, 'phone')].filter(Boolean).join(', ') || 'No name';
}
