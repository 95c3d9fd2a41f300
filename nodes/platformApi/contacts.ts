import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readId, readList, readObject, readOptionalObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { highLevelOnly, notFound } from './highLevelOnly';

/** The values of an upsert. Undefined ones are not sent, and stay as they are on the platform. */
export interface ContactValues {
	email?: string;
	phone?: string;
	firstName?: string;
	lastName?: string;
	/** Replace all tags of the contact. */
	tags?: string[];
	customFields?: Array<{ id: string; field_value: unknown }>;
}

/** An address under which a contact can be reached, as it was entered. */
export interface ContactAddress {
	field: 'email' | 'phone';
	/** As it is sent, and as the platform stores it where `isWhole`. */
	sent: string;
	/** False for a phone number without its country. */
	isWhole: boolean;
}

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
const PHONE = /^(\+|00)?[\d\s()./-]+$/;
/** Shorter numbers are extensions, or parts of a number. */
const MIN_DIGITS = 7;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The email address or phone number that a text is; undefined for anything else. */
export function contactAddressIn(text: string): ContactAddress | undefined {
	if (EMAIL.test(text)) return { field: 'email', sent: text.toLowerCase(), isWhole: true };
	const [isPhone, prefix] = PHONE.exec(text) ?? [];
	// In `+44 (0)20` the zero is dialed without the country only, but for Italy's.
	const digits = digitsOf(text.replace(/(?<!^(\+|00)\s*39\s*)\(0\)/, '')).replace(/^0+/, '');
	if (isPhone === undefined || digits.length < MIN_DIGITS) return undefined;
	return { field: 'phone', sent: prefix ? `+${digits}` : digits, isWhole: prefix !== undefined };
}

/** True where a contact has the address, as its first or another one. */
function hasAddress(contact: IDataObject, { field, sent, isWhole }: ContactAddress): boolean {
	const others = field === 'email' ? contact.additionalEmails : contact.additionalPhones;
	// Other addresses come as texts, or as objects that hold one.
	const texts = [...JSON.stringify([contact[field], others ?? []]).matchAll(/"([^"]*)"/g)].map(
		([, text]) => text.toLowerCase(),
	);
	if (field === 'email') return texts.includes(sent);
	return texts.some((text) =>
		isWhole ? `+${digitsOf(text)}` === sent : digitsOf(text).endsWith(sent),
	);
}

/** GET /contacts/{contactId} (sandbox/highLevel.yaml, get-contact). */
export async function getContact(client: PlatformClient, contactId: string): Promise<IDataObject> {
	const path = `/contacts/${pathSegment(contactId)}`;
	const request = {
		method: 'GET',
		path,
		right: 'readContacts',
		statuses: notFound('contact', contactId),
	} as const;
	return readObject(await (await highLevelOnly(client)).request(request), 'contact');
}

/**
 * POST /contacts/upsert (sandbox/highLevel.yaml, upsert-contact). The location's setting for duplicates decides which
 * contact it is.
 */
export async function upsertContact(
	client: PlatformClient,
	locationId: string,
	values: ContactValues,
) {
	const body = await (
		await highLevelOnly(client)
	).request({
		method: 'POST',
		path: '/contacts/upsert',
		body: { locationId, ...values },
		right: 'writeContacts',
		howToCheck:
			'Before you send it again, look for the contact with Contact > Get Many, after some seconds: where the location allows duplicates, a repeat can create a second contact.',
	});
	return { contact: readOptionalObject(body, 'contact'), isNew: fieldsOf(body).new === true };
}

/** As many as other clients of the platform ask for. */
const PAGE_SIZE = 100;
/** Page by page, the platform lists 10,000 contacts at most. */
const MAX_PAGES = 100;

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced), page by page. What it finds may be some
 * seconds old.
 *
 * @param query words to search for, or an address, which a contact must then have
 * @returns at most `max` contacts, and how many there are in total, where the platform says so
 */
export async function searchContacts(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	max = Infinity,
) {
	const address = typeof query === 'string' ? undefined : query;
	// The platform stores numbers with their country.
	const isStored = address?.isWhole === true;
	// Others may be found with an address, and are left out.
	const pageLimit = address ? PAGE_SIZE : Math.min(PAGE_SIZE, max);
	const filter = isStored
		? { filters: [{ field: address.field, operator: 'eq', value: address.sent }] }
		: { query: address?.sent ?? (query || undefined) };
	const found = new Map<string, IDataObject>();
	const fitting = () =>
		[...found.values()].filter((contact) => !address || hasAddress(contact, address));
	let total: number | undefined;
	for (
		let page = 1;
		page <= MAX_PAGES && found.size < (total ?? Infinity) && fitting().length < max;
		page++
	) {
		const body = await (
			await highLevelOnly(client)
		).request({
			method: 'POST',
			path: '/contacts/search',
			body: { locationId, page, pageLimit, ...filter },
			isRead: true,
			right: 'readContacts',
		});
		const before = found.size;
		for (const contact of readList(body, 'contacts'))
			found.set(readId(contact) ?? JSON.stringify(contact), contact);
		total = Number(fieldsOf(body).total) || undefined;
		// A page that brings nothing new is the last one, also of a platform that repeats it.
		if (found.size === before) break;
	}
	return { contacts: fitting().slice(0, max), total };
}

/** GET /locations/{locationId}/customFields (sandbox/highLevel.yaml, get-custom-fields), those of contacts. */
export async function listCustomFields(
	client: PlatformClient,
	locationId: string,
): Promise<IDataObject[]> {
	const path = `/locations/${pathSegment(locationId)}/customFields`;
	const query = { model: 'contact' };
	return await (
		await highLevelOnly(client)
	).requestList({ method: 'GET', path, query, right: 'readCustomFields' }, 'customFields');
}

/** A contact as a person recognizes it: `Ada Lovelace, ada@example.com, +12025550101`. */
export function contactText(contact: IDataObject): string {
	const parts = ['first', 'last'].map((part) =>
		readText(contact, `${part}Name`, `${part}NameLowerCase`),
	);
	const name = readText(contact, 'name', 'contactName') ?? parts.filter(Boolean).join(' ');
	return (
		[name, readText(contact, 'email'), readText(contact, 'phone')].filter(Boolean).join(', ') ||
		'No name'
	);
}
