import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, readId, readList, readOptionalObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { type ContactAddress, isSameAddress } from './contactAddress';
import { isOf, PAGE_SIZE, readPages } from './endpoint';

/** True where a contact has the address, as its first or another one. */
export function hasAddress(contact: IDataObject, address: ContactAddress): boolean {
	const { field } = address;
	const others = field === 'email' ? contact.additionalEmails : contact.additionalPhones;
	// Other addresses come as texts, or as objects that hold one.
	return [...JSON.stringify([contact[field], others ?? []]).matchAll(/"([^"]*)"/g)].some(
		([, written]) => isSameAddress(address, written),
	);
}

/** An address is on one of the first pages. */
const MAX_PAGES_OF_ADDRESS = 10;
const MAX_PAGES = 1_000;

/**
 * POST /contacts/search (sandbox/highLevel.yaml, search-contacts-advanced). What it finds may be some seconds old.
 *
 * @param query words to search for, or an address, which a contact must then have
 * @param isWanted of contacts that are found by words: others are left out
 * @returns at most `max` contacts, and how many there are beside them, where the platform says so
 */
export async function searchContacts(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	max = Infinity,
	isWanted?: (contact: IDataObject) => boolean,
) {
	const address = typeof query === 'string' ? undefined : query;
	const words = address?.sent.replace(/^0+/, '') ?? (query || undefined);
	const how = address
		? {
				maxPages: MAX_PAGES_OF_ADDRESS,
				isWanted: (contact: IDataObject) => hasAddress(contact, address),
			}
		: isWanted
			? { maxPages: MAX_PAGES_OF_ADDRESS, isWanted }
			: { maxPages: MAX_PAGES, pageSize: Math.min(PAGE_SIZE, max) };
	const search = async (what: IDataObject) =>
		await readPages(
			client,
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
			{ ...how, locationId },
		);
	// The platform stores numbers with their country. By a filter, it does not find second addresses.
	const found = address?.isWhole
		? await search({ filters: [{ field: address.field, operator: 'eq', value: address.sent }] })
		: undefined;
	return found?.records.length ? found : await search({ query: words });
}

/**
 * Contacts that have one of at most two addresses.
 *
 * One address: GET /contacts/search/duplicate (get-duplicate-contact), which shows what was just created. Two: one search for
 * both (search-contacts-advanced), which lags by some seconds.
 */
export async function contactsWithAddresses(
	client: PlatformClient,
	locationId: string,
	addresses: ContactAddress[],
): Promise<IDataObject[]> {
	const [address, other] = addresses;
	if (!address) return [];
	// The platform completes a number without its country, so it is searched as words.
	if (!addresses.every(({ isWhole }) => isWhole)) {
		const found: IDataObject[] = [];
		for (const each of addresses)
			found.push(...(await searchContacts(client, locationId, each, 1)).records);
		return found;
	}
	if (!other) {
		const name = address.field === 'email' ? 'email' : 'number';
		const body = await client.request({
			method: 'GET',
			path: '/contacts/search/duplicate',
			query: { locationId, [name]: address.sent },
			right: 'readContacts',
		});
		const contact = readOptionalObject(body, 'contact');
		return readId(contact) === undefined ? [] : [contact];
	}
	const filters = addresses.map(({ field, sent }) => ({ field, operator: 'eq', value: sent }));
	const body = await client.request({
		method: 'POST',
		path: '/contacts/search',
		body: { locationId, page: 1, pageLimit: PAGE_SIZE, filters: [{ group: 'OR', filters }] },
		isRead: true,
		right: 'readContacts',
	});
	return readList(body, 'contacts').filter(isOf(locationId));
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
