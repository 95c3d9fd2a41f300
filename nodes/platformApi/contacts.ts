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

/** The values that the platform has in place of those that were sent, in words. Where its record is silent, nothing is known. */
export function differencesOf(
	{ customFields = [], ...sent }: ContactValues,
	record: IDataObject,
): string[] {
	const isKept = (name: string, value: unknown, kept: unknown) => {
		const address = /^(email|phone)$/.test(name) ? contactAddressIn(String(value)) : undefined;
		return address ? hasAddress(record, address) : keyOf(value) === keyOf(kept);
	};
	const fields = Array.isArray(record.customFields) ? record.customFields.filter(isRecord) : [];
	const ofField = ({ value, field_value, fieldValue }: IDataObject) =>
		value ?? field_value ?? fieldValue;
	const values: Array<[name: string, sent: unknown, kept: unknown]> = [
		...Object.entries(sent).map(([name, value]): [string, unknown, unknown] => [
			name,
			value,
			record[name],
		]),
		...customFields.map(({ id, field_value }): [string, unknown, unknown] => [
			`custom field ${id}`,
			field_value,
			record.customFields && (ofField(fields.find((each) => readId(each) === id) ?? {}) ?? null),
		]),
	];
	return values
		.filter(
			([name, value, kept]) =>
				value !== undefined && kept !== undefined && !isKept(name, value, kept),
		)
		.map(([name, value, kept]) => `${name}: ${inWords(kept)} instead of ${inWords(value)}`);
}

/** As many as other clients of the platform ask for. */
const PAGE_SIZE = 100;
/** Pages that never end must not keep a run busy forever. An address is on one of the first. */
const [MAX_PAGES, MAX_PAGES_OF_ADDRESS] = [1_000, 10];

/** One search, page by page: each page begins after the last contact of the one before, so that none is hidden by a deletion. */
async function readPages(
	client: PlatformClient,
	query: IDataObject,
	{ address, max }: { address?: ContactAddress; max: number },
) {
	const pageLimit = address ? PAGE_SIZE : Math.min(PAGE_SIZE, max);
	const maxPages = address ? MAX_PAGES_OF_ADDRESS : MAX_PAGES;
	const seen = new Set<string>();
	const contacts: IDataObject[] = [];
	let total = Number.NaN;
	let place: IDataObject = { page: 1 };
	for (let page = 1; page <= maxPages && contacts.length < max; page++) {
		const body = await client.request({
			method: 'POST',
			path: '/contacts/search',
			body: { ...query, ...place, pageLimit },
			isRead: true,
			right: 'readContacts',
		});
		const records = readList(body, 'contacts');
		const before = seen.size;
		for (const contact of records) {
			const key = readId(contact) ?? JSON.stringify(contact);
			if (!seen.has(key) && (!address || hasAddress(contact, address))) contacts.push(contact);
			seen.add(key);
		}
		total = Number(fieldsOf(body).total);
		// A page that brings nothing new is the last one, also of a platform that repeats it.
		if (seen.size === before || (records.length < pageLimit && seen.size >= total)) break;
		const { searchAfter } = records[records.length - 1];
		place = searchAfter ? { searchAfter } : { page: page + 1 };
	}
	return { contacts, total, unread: contacts.length < max ? Math.max(0, total - seen.size) : 0 };
}

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced). What it finds may be some seconds old.
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
	const words = address?.sent.replace(/^0+/, '') ?? (query || undefined);
	const read = async (how: IDataObject) =>
		await readPages(client, { locationId, ...how }, { address, max });
	const filters = [{ field: address?.field, operator: 'eq', value: address?.sent }];
	// The platform stores numbers with their country. By a filter, it does not find second addresses.
	let found = address?.isWhole ? await read({ filters }) : undefined;
	if (!found?.contacts.length) found = await read({ query: words });
	if (found.unread > 0)
		client.hint(
			`The platform says that ${found.total} contacts match, and ${found.unread} of them were not read. Search for less.`,
		);
	return { contacts: found.contacts.slice(0, max), total: found.total };
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
