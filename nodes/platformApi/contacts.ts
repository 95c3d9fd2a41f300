import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, readId, readList, readOptionalObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { type ContactAddress, isSameAddress } from './contactAddress';
import { belongsTo } from './endpoint';
import {
	type ListOptions,
	PAGE_SIZE,
	type PlaceInList,
	readPages,
	type Listing,
} from './readPages';

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return Object.values(fieldsOf(value)).flatMap(textsIn);
}

/** True where a contact has the address, as its first or another one. */
export function hasAddress(contact: IDataObject, address: ContactAddress): boolean {
	const { field } = address;
	const others = field === 'email' ? contact.additionalEmails : contact.additionalPhones;
	// Other addresses come as texts, or as objects that hold one.
	const texts = [...textsIn(contact[field]), ...textsIn(others)];
	return texts.some((text) => isSameAddress(address, text));
}

/** Where contacts are filtered here, those that are wanted are on one of the first pages. */
const MAX_FILTERED_PAGES = 10;

const MAX_PAGES = 1_000;

/** POST /contacts/search, page by page. @param criteria the filters or the words of the request */
async function searchPages(
	client: PlatformClient,
	criteria: IDataObject,
	options: ListOptions,
): Promise<Listing> {
	const { locationId, pageSize = PAGE_SIZE } = options;
	const readPage = async ({ page, last }: PlaceInList) => {
		// Each page begins after the last contact of the one before, so that none is hidden by a deletion.
		const searchAfter = last?.searchAfter;
		const place = searchAfter ? { searchAfter } : { page };
		const body = await client.request({
			method: 'POST',
			path: '/contacts/search',
			body: { locationId, ...criteria, ...place, pageLimit: pageSize } as IDataObject,
			isRead: true,
			right: 'readContacts',
		});
		return { records: readList(body, 'contacts'), total: Number(fieldsOf(body).total) };
	};
	return await readPages(client, readPage, options);
}

/** A comparison that a contact must pass. HighLevel describes them in a document outside of its OpenAPI. */
export interface ContactFilter extends IDataObject {
	field: string;
	operator: 'eq' | 'range';
	value: boolean | number | string | { gte?: string; lte?: string };
}

/** By what contacts are put in order, as the same document has it. */
export interface ContactOrder extends IDataObject {
	field: string;
	direction: 'asc' | 'desc';
}

/** The body's words, filters and order, without those that are empty. */
function criteriaOf(query: string, { filters = [], order }: ContactSearch): IDataObject {
	const criteria: IDataObject = {};
	if (query !== '') criteria.query = query;
	if (filters.length > 0) criteria.filters = filters;
	if (order) criteria.sort = [order];
	return criteria;
}

/** Contacts that have an address. The platform finds second addresses only by words. */
async function searchByAddress(
	client: PlatformClient,
	address: ContactAddress,
	search: ContactSearch,
	options: ListOptions,
): Promise<Listing> {
	// The platform stores numbers with their country, so a filter finds only whole ones.
	if (address.isWhole) {
		const filter: ContactFilter = { field: address.field, operator: 'eq', value: address.sent };
		const filters = [filter, ...(search.filters ?? [])];
		const found = await searchPages(client, criteriaOf('', { ...search, filters }), options);
		if (found.records.length > 0) return found;
	}
	const words = address.sent.replace(/^0+/, '');
	return await searchPages(client, criteriaOf(words, search), options);
}

/** How contacts are searched, beside the words or the address. */
export interface ContactSearch {
	/** How many contacts are wanted, by default all. */
	max?: number;
	/** Each must be passed. */
	filters?: ContactFilter[];
	/** By default, the newest come first. */
	order?: ContactOrder;
	/** Of contacts that are found by words: others are left out. */
	isWanted?: (contact: IDataObject) => boolean;
}

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced). What it finds may be some seconds old.
 *
 * @param query words to search for, or an address, which a contact must then have
 */
export async function searchContacts(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	search: ContactSearch = {},
): Promise<Listing> {
	const { max = Infinity, isWanted } = search;
	const filtered = { max, locationId, maxPages: MAX_FILTERED_PAGES };
	if (typeof query !== 'string') {
		const hasQuery = (contact: IDataObject) => hasAddress(contact, query);
		return await searchByAddress(client, query, search, { ...filtered, isWanted: hasQuery });
	}
	const words = criteriaOf(query, search);
	if (isWanted) return await searchPages(client, words, { ...filtered, isWanted });
	const pageSize = Math.min(PAGE_SIZE, max);
	return await searchPages(client, words, { max, locationId, maxPages: MAX_PAGES, pageSize });
}

/** GET /contacts/search/duplicate (get-duplicate-contact). It takes one address. */
async function findDuplicate(
	client: PlatformClient,
	locationId: string,
	{ field, sent }: ContactAddress,
): Promise<IDataObject | undefined> {
	const name = field === 'email' ? 'email' : 'number';
	const body = await client.request({
		method: 'GET',
		path: '/contacts/search/duplicate',
		query: { locationId, [name]: sent },
		right: 'readContacts',
	});
	const contact = readOptionalObject(body, 'contact');
	const isFound = readId(contact) !== undefined && belongsTo(locationId)(contact);
	return isFound ? contact : undefined;
}

/**
 * The contact that has an address, as its first or another one; undefined where nobody has it. HighLevel's upsert takes the same
 * one, also where it was just created.
 */
export async function contactWithAddress(
	client: PlatformClient,
	locationId: string,
	address: ContactAddress,
): Promise<IDataObject | undefined> {
	if (address.isWhole) return await findDuplicate(client, locationId, address);
	// The platform completes a number without its country, so it is searched as words.
	const { records } = await searchContacts(client, locationId, address, { max: 1 });
	return records[0];
}

/** A contact as a person recognizes it: `Ada Lovelace, ada@example.com, +12025550101`. */
export function contactText(contact: IDataObject): string {
	const firstName = readText(contact, 'firstName', 'firstNameLowerCase');
	const lastName = readText(contact, 'lastName', 'lastNameLowerCase');
	const name =
		readText(contact, 'name', 'contactName') ?? [firstName, lastName].filter(Boolean).join(' ');
	const parts = [name, readText(contact, 'email'), readText(contact, 'phone')].filter(Boolean);
	return parts.join(', ') || 'No name';
}
