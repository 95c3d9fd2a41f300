import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import {
	confirmsWrite,
	fieldsOf,
	isRecord,
	readId,
	readList,
	readObject,
	readOptionalObject,
	readText,
} from '../http/body';
import { offsetMinutesIn } from '../time/times';
import type { PlatformClient } from './client';
import { type ContactAddress, contactAddressIn, isSameAddress } from './contactAddress';
import { PAGE_SIZE, readPages } from './endpoint';
import { notFound } from './notFound';

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

/** True where a contact has the address, as its first or another one. */
export function hasAddress(contact: IDataObject, address: ContactAddress): boolean {
	const { field } = address;
	const others = field === 'email' ? contact.additionalEmails : contact.additionalPhones;
	// Other addresses come as texts, or as objects that hold one.
	return [...JSON.stringify([contact[field], others ?? []]).matchAll(/"([^"]*)"/g)].some(
		([, written]) => isSameAddress(address, written),
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
	return readObject(await client.request(request), 'contact');
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
	const contactIn = (body: unknown) => readOptionalObject(body, 'contact');
	const body = await client.request({
		method: 'POST',
		path: '/contacts/upsert',
		body: { locationId, ...values },
		right: 'writeContacts',
		// Without an ID, nobody knows which contact it is.
		accepts: (found) => confirmsWrite(found) && readId(contactIn(found)) !== undefined,
		howToCheck:
			'Before you send it again, look for the contact with Contact > Get Many, after some seconds: where the location allows duplicates, a repeat can create a second contact.',
	});
	return { contact: contactIn(body), isNew: fieldsOf(body).new as boolean | undefined };
}

const textsIn = (value: unknown) =>
	[value ?? []]
		.flat()
		.map((each) => String(each).trim())
		.filter(Boolean);
const inWords = (value: unknown) => textsIn(value).join(', ') || 'empty';
/** Alike for a time, however it is written. */
const keyOf = (value: unknown) =>
	JSON.stringify(
		textsIn(value)
			.map((text) => (offsetMinutesIn(text) === undefined ? text : Date.parse(text)))
			.sort(),
	).toLowerCase();

/** Custom fields by a name for a person; null for one without a value. */
const fieldsByName = (fields: unknown): IDataObject =>
	Object.fromEntries(
		[fields ?? []]
			.flat()
			.filter(isRecord)
			.map((field) => [
				`custom field ${readId(field)}`,
				field.value ?? field.field_value ?? field.fieldValue ?? null,
			]),
	);

/** The values that the platform has in place of those that were sent, in words. Where its record is silent, nothing is known. */
export function differencesOf(
	{ customFields, ...sent }: ContactValues,
	record: IDataObject,
): string[] {
	const asked: IDataObject = { ...sent, ...fieldsByName(customFields) };
	// A record leaves out custom fields without a value.
	const none = record.customFields ? fieldsByName(customFields?.map(({ id }) => ({ id }))) : {};
	const kept: IDataObject = { ...record, ...none, ...fieldsByName(record.customFields) };
	const differs = (name: string) => {
		const address = /^(email|phone)$/.test(name)
			? contactAddressIn(String(asked[name]))
			: undefined;
		return address ? !hasAddress(record, address) : keyOf(asked[name]) !== keyOf(kept[name]);
	};
	return Object.keys(asked)
		.filter((name) => asked[name] !== undefined && kept[name] !== undefined && differs(name))
		.map((name) => `${name}: ${inWords(kept[name])} instead of ${inWords(asked[name])}`);
}

/** An address is on one of the first pages. */
const MAX_PAGES_OF_ADDRESS = 10;
const MAX_PAGES = 1_000;

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced). What it finds may be some seconds old.
 *
 * @param query words to search for, or an address, which a contact must then have
 * @returns at most `max` contacts, and how many there are beside them, where the platform says so
 */
export async function searchContacts(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	max = Infinity,
) {
	const address = typeof query === 'string' ? undefined : query;
	const words = address?.sent.replace(/^0+/, '') ?? (query || undefined);
	const how = address
		? {
				maxPages: MAX_PAGES_OF_ADDRESS,
				isWanted: (contact: IDataObject) => hasAddress(contact, address),
			}
		: { maxPages: MAX_PAGES, pageSize: Math.min(PAGE_SIZE, max) };
	const search = async (what: IDataObject) =>
		await readPages(
			async (page, _count, { searchAfter }: IDataObject = {}) => {
				// Each page begins after the last contact of the one before, so that none is hidden by a deletion.
				const place = searchAfter ? { searchAfter } : { page };
				const body = await client.request({
					method: 'POST',
					path: '/contacts/search',
					body: { locationId, ...what, ...place, pageLimit: how.pageSize ?? PAGE_SIZE },
					isRead: true,
					right: 'readContacts',
				});
				return { records: readList(body, 'contacts'), total: Number(fieldsOf(body).total) };
			},
			max,
			how,
		);
	const filters = [{ field: address?.field, operator: 'eq', value: address?.sent }];
	// The platform stores numbers with their country. By a filter, it does not find second addresses.
	let found = address?.isWhole ? await search({ filters }) : undefined;
	if (!found?.records.length) found = await search({ query: words });
	const { records: contacts, unread, hidden, total } = found;
	if (unread > 0 && contacts.length < max)
		client.hint(
			`The platform says that ${total} contacts match, and ${unread} of them were not read. Search for less.`,
		);
	return { contacts, hidden };
}

/** GET /locations/{locationId}/customFields (sandbox/highLevel.yaml, get-custom-fields), those of contacts. */
export async function listCustomFields(
	client: PlatformClient,
	locationId: string,
): Promise<IDataObject[]> {
	const path = `/locations/${pathSegment(locationId)}/customFields`;
	const query = { model: 'contact' };
	return await client.requestList(
		{ method: 'GET', path, query, right: 'readCustomFields' },
		'customFields',
	);
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
