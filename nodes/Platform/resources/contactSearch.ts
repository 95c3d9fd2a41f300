import type { IDataObject } from 'n8n-workflow';

import { choiceOf, type Refuse, zonedFieldOf } from '../../fields/parameters';
import { lastMomentIn, startOfDayIn } from '../../fields/timeKinds';
import { isRecord } from '../../http/body';
import type { PlatformClient } from '../../platformApi/client';
import { type ContactAddress, isSameAddress } from '../../platformApi/contactAddress';
import {
	type ContactFilter,
	type ContactOrder,
	type ContactSearch,
	searchContacts,
} from '../../platformApi/contacts';
import type { Endpoint } from '../../platformApi/endpoint';
import type { Listing } from '../../platformApi/readPages';
import { userField } from '../choiceFields';
import { customFieldFilters } from '../customFieldFilters';
import { FIELDS_BY_NAME } from '../customFields';
import type { PlatformCall } from '../platformOperation';
import { TAGS } from './contactFields';

const CREATED_FROM = zonedFieldOf(startOfDayIn, {
	displayName: 'Created From',
	name: 'createdFrom',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-01 00:00:00',
	description: 'From when on the contact was created. A day alone means its begin.',
});

const CREATED_TO = zonedFieldOf(lastMomentIn, {
	displayName: 'Created To',
	name: 'createdTo',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-30 23:59:00',
	description: 'Until when the contact was created. A day alone means its end.',
});

const UPDATED_FROM = zonedFieldOf(startOfDayIn, {
	displayName: 'Updated From',
	name: 'updatedFrom',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-01 00:00:00',
	description: 'From when on the contact was last changed. A day alone means its begin.',
});

const UPDATED_TO = zonedFieldOf(lastMomentIn, {
	displayName: 'Updated To',
	name: 'updatedTo',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-30 23:59:00',
	description: 'Until when the contact was last changed. A day alone means its end.',
});

const CUSTOM_VALUES = {
	...FIELDS_BY_NAME,
	description:
		'Values that the contact must have, as one JSON object: by key, ID or label of the custom field',
};

/** By the values of 'Sort'. */
const ORDERS: Record<string, ContactOrder> = {
	added_desc: { field: 'dateAdded', direction: 'desc' },
	added_asc: { field: 'dateAdded', direction: 'asc' },
	first_name_asc: { field: 'firstNameLowerCase', direction: 'asc' },
	last_name_asc: { field: 'lastNameLowerCase', direction: 'asc' },
	updated_desc: { field: 'dateUpdated', direction: 'desc' },
};

const SORT = choiceOf({
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	default: 'added_desc',
	description: 'Which contacts come first. Without this filter, HighLevel decides.',
	options: [
		{ name: 'First Name (A to Z)', value: 'first_name_asc' },
		{ name: 'Last Name (A to Z)', value: 'last_name_asc' },
		{ name: 'Last Updated First', value: 'updated_desc' },
		{ name: 'Newest First', value: 'added_desc' },
		{ name: 'Oldest First', value: 'added_asc' },
	],
});

/** The filters of Get Many. */
export const CONTACT_FILTERS = [
	{ ...userField, description: 'The user who takes care of the contact' },
	CREATED_FROM,
	CREATED_TO,
	CUSTOM_VALUES,
	SORT,
	{ ...TAGS, hint: 'The contact must have each of them' },
	UPDATED_FROM,
	UPDATED_TO,
];

/** @throws what `refuse` makes for times the wrong way round */
export function refuseWrongTimes(values: IDataObject, refuse: Refuse): IDataObject {
	const { createdFrom, createdTo, updatedFrom, updatedTo } = values;
	if (Date.parse(String(createdFrom)) > Date.parse(String(createdTo)))
		throw refuse("'Created From' is after 'Created To'", 'Enter the earlier time first.');
	if (Date.parse(String(updatedFrom)) > Date.parse(String(updatedTo)))
		throw refuse("'Updated From' is after 'Updated To'", 'Enter the earlier time first.');
	return values;
}

/** As HighLevel's clients write an instant. */
function instantText(time: unknown): string | undefined {
	return time === undefined ? undefined : new Date(String(time)).toISOString();
}

/** A filter by times, both included; none where there is no time. */
function rangeFilters(field: string, from: unknown, to: unknown): ContactFilter[] {
	if (from === undefined && to === undefined) return [];
	return [{ field, operator: 'range', value: { gte: instantText(from), lte: instantText(to) } }];
}

/** The filters as they are sent. */
function filtersOf(values: IDataObject): ContactFilter[] {
	const { assignedTo, createdFrom, createdTo, tags, updatedFrom, updatedTo } = values;
	const filters: ContactFilter[] = [];
	if (assignedTo !== undefined)
		filters.push({ field: 'assignedTo', operator: 'eq', value: String(assignedTo) });
	// The platform keeps tags in lower case.
	for (const tag of [tags ?? []].flat())
		filters.push({ field: 'tags', operator: 'eq', value: String(tag).toLowerCase() });
	filters.push(...rangeFilters('dateAdded', createdFrom, createdTo));
	filters.push(...rangeFilters('dateUpdated', updatedFrom, updatedTo));
	return filters;
}

const TWO_LETTERS = /\p{L}{2}/u;
/** Such as `example.com`, which finds the contacts of a whole company. */
const DOMAIN = /^[\w-]*(\.[\w-]+)+$/;

const wordsIn = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[\s,]+/)
		.filter(Boolean);

/** True for words that could be a name; parts of an address find strangers. */
function couldBeName(query: string): boolean {
	return TWO_LETTERS.test(query) && !query.includes('@') && !DOMAIN.test(query.trim());
}

/** @throws NodeOperationError where a language model searches with what would find strangers */
export function refuseWideSearch({ query }: IDataObject, { isTool, refuse }: PlatformCall): void {
	if (!isTool || typeof query !== 'string' || couldBeName(query)) return;
	throw refuse(
		`'Search' must be a whole email address, a whole phone number or a name, not '${query}'`,
		'Ask for one of them. A part of an address would find other people.',
	);
}

const namesOf = ({ firstName, lastName, name, contactName, companyName }: IDataObject): string[] =>
	wordsIn([firstName, lastName, name, contactName, companyName].filter(Boolean).join(' '));

/** True where each word begins one of the contact's names. */
function hasName(contact: IDataObject, query: string): boolean {
	const names = namesOf(contact);
	return wordsIn(query).every((word) => names.some((name) => name.startsWith(word)));
}

/** The contact with its full name: HighLevel's search leaves it out, and its other responses have it. */
function withFullName(contact: IDataObject): IDataObject {
	const { firstName, lastName, name } = contact;
	const fullName = [firstName, lastName].filter(Boolean).join(' ');
	return name || fullName === '' ? contact : { ...contact, name: fullName };
}

/** Who is found, without the addresses: whoever knows a name need not be the contact. */
function withoutAddresses(contact: IDataObject): IDataObject {
	const { id, firstName, lastName, name, contactName } = contact;
	return { id, firstName, lastName, name: name ?? contactName, tags: undefined };
}

/** Whoever knows one address of a contact, which may be a second one, need not know the others. */
function withoutOtherAddresses(contact: IDataObject, address: ContactAddress): IDataObject {
	const shown = { ...contact };
	for (const name of ['email', 'phone']) {
		const isKnown = name === address.field && isSameAddress(address, String(contact[name]));
		if (!isKnown) delete shown[name];
	}
	delete shown.additionalEmails;
	delete shown.additionalPhones;
	return shown;
}

/** Finds contacts by their names. The platform may find none where the words stand in another order: `Brook, Ada`. */
async function findByName(
	client: PlatformClient,
	locationId: string,
	query: string,
	search: ContactSearch,
): Promise<Listing> {
	const words = wordsIn(query);
	const isWanted = (contact: IDataObject) => hasName(contact, query);
	const byName = { ...search, isWanted };
	const found = await searchContacts(client, locationId, words.join(' '), byName);
	if (found.records.length > 0 || words.length === 1) return found;
	const [longest] = words.sort((one, other) => other.length - one.length);
	return await searchContacts(client, locationId, longest, byName);
}

/**
 * Finds contacts for a language model: by an address its contact, of whom no other address is told, or by a name those who
 * have it, of whom no address is told.
 */
async function findForModel(
	client: PlatformClient,
	locationId: string,
	query: ContactAddress | string,
	search: ContactSearch,
): Promise<Listing> {
	if (typeof query === 'string') {
		const found = await findByName(client, locationId, query, search);
		return { ...found, records: found.records.map(withoutAddresses) };
	}
	const found = await searchContacts(client, locationId, query, search);
	const records = found.records.map((contact) => withoutOtherAddresses(contact, query));
	return { ...found, records };
}

/** Finds contacts by what stands in 'Search': words, or an address, as the kind of the field has read them. */
export async function findContacts(
	client: PlatformClient,
	_: Endpoint,
	{ locationId, query: searched, ...filters }: IDataObject,
	max: number | undefined,
	{ isTool }: PlatformCall,
): Promise<Listing> {
	const location = String(locationId);
	const query = (searched ?? '') as ContactAddress | string;
	const { customFieldsByKey, sort } = filters;
	const byFields = isRecord(customFieldsByKey)
		? await customFieldFilters(client, location, customFieldsByKey)
		: [];
	const search: ContactSearch = {
		max,
		filters: [...filtersOf(filters), ...byFields],
		order: ORDERS[String(sort)],
	};
	if (isTool && query !== '') return await findForModel(client, location, query, search);
	const found = await searchContacts(client, location, query, search);
	return { ...found, records: found.records.map(withFullName) };
}
