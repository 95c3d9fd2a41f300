import { randomUUID } from 'node:crypto';

import { addedAt, asContact, asContactEvent, asSearchHit } from './records';
import { customValuesOf, mergeCustomValues, refuseUnknownUser } from './stored';
import { contactsOf, ownContact, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';
import type { Contact } from '../seed';

interface ContactBody {
	locationId: string;
	customFields?: unknown;
	createNewIfDuplicateAllowed?: boolean;
	[field: string]: unknown;
}

/** A comparison, or a group of filters. */
interface Filter {
	field: string;
	operator: string;
	value: unknown;
	group?: 'AND' | 'OR';
	filters?: Filter[];
}

interface Order {
	field: string;
	direction: string;
}

interface SearchBody {
	page?: number;
	pageLimit?: number;
	searchAfter?: [number, string];
	query?: string;
	filters?: Filter[];
	sort?: Order[];
}

/** Both by an external document (search-contacts-advanced). */
const MAX_PAGED = 10_000;
const FILTER_FIELDS =
	/^(id|firstNameLowerCase|lastNameLowerCase|email|phone|tags|source|type|assignedTo|address|city|state|country|postalCode|companyName|businessName|timezone|dnd|followers|website|dateAdded|dateUpdated|dateOfBirth|customFields\.[\w-]+)$/;

/** Contacts and custom fields: the operations of these names in sandbox/highLevel.yaml. */
export const highLevelContacts: OperationHandlers = {
	/** An address that is known makes it a change of that contact. Where the second one is another contact's, it is ignored. */
	'upsert-contact'(call) {
		const { createNewIfDuplicateAllowed, ...body } = call.body as ContactBody;
		refuseUnknownUser(call, body.assignedTo);
		const isOnlyNew = createNewIfDuplicateAllowed && call.state.profile.duplicates === 'allowed';
		const known = isOnlyNew ? undefined : duplicateOf(call, body)?.contact;
		for (const field of known ? ADDRESSES : []) {
			const holder = holderOf(call, field, body[field]);
			if (holder !== undefined && holder !== known) delete body[field];
		}
		return ok({ new: !known, contact: asContact(save(call, body, known)) });
	},

	'create-contact'(call) {
		const { createNewIfDuplicateAllowed: _, ...body } = call.body as ContactBody;
		refuseUnknownUser(call, body.assignedTo);
		const known = duplicateOf(call, body);
		if (known && call.state.profile.duplicates !== 'allowed') {
			const { id: contactId, firstName: contactName } = known.contact;
			const meta = { contactId, contactName, matchingField: known.field };
			const message = 'This location does not allow duplicated contacts.';
			throw new Refusal(400, message, { beside: { meta } });
		}
		return ok({ contact: asContact(save(call, body)) }, 201);
	},

	/** Newest first, or as `sort` says. Filters know `eq`, of tags one of them, and `range` of dateAdded and dateUpdated; by another operator, nothing is found. Of addresses, they know the first. */
	'search-contacts-advanced'(call) {
		const { page = 1, pageLimit = 20, searchAfter, ...wanted } = call.body as SearchBody;
		const { query, filters = [], sort = [] } = wanted;
		if (searchAfter === undefined && page * pageLimit > MAX_PAGED)
			throw new Refusal(400, `Page by page, ${MAX_PAGED} contacts at most; use searchAfter`);
		const indexed = Date.now() - call.state.profile.searchLagMs;
		const found = contactsOf(call)
			.filter((one) => addedAt(one) <= indexed && hasText(one, query))
			.filter((one) => filters.every((filter) => passes(one, filter)))
			.sort((a, b) => inOrder(placeOf(a), placeOf(b)));
		const [order] = sort;
		if (order) found.sort((a, b) => comesFirst(order, a, b));
		const rest = searchAfter
			? restAfter(found, searchAfter, order !== undefined)
			: found.slice((page - 1) * pageLimit);
		const contacts = rest.slice(0, pageLimit).map(asSearchHit);
		return ok({ contacts, total: found.length });
	},

	/** One address; the number goes first where both are given. */
	'get-duplicate-contact'(call) {
		const { number, email } = call.query;
		const found = holderOf(call, 'phone', number) ?? holderOf(call, 'email', email);
		return ok({ contact: found ? asContact(found) : null });
	},

	'lookup-contact'(call) {
		const { email, phone } = call.query;
		if ((email === undefined) === (phone === undefined))
			throw new Refusal(400, 'Exactly one of email and phone is required');
		const found = holderOf(call, 'email', email) ?? holderOf(call, 'phone', phone);
		return ok({ contacts: found ? [asContact(found)] : [] });
	},

	'get-contact': (call) => ok({ contact: asContact(ownContact(call)) }),

	'get-appointments-for-contact'(call) {
		const { id } = ownContact(call);
		const { appointments, seed } = call.state;
		const own = appointments.listed().filter(({ contactId }) => contactId === id);
		return ok({ events: own.map((one) => asContactEvent(seed, one)) });
	},
};

/** Where a contact stands in the order of a search. */
const placeOf = (one: Contact): [number, string] => [addedAt(one), one.id];

const inOrder = ([a, idA]: [number, string], [b, idB]: [number, string]) =>
	b - a || (idA < idB ? -1 : Number(idA > idB));

/** The contacts behind the last one of a page. Where nothing was sorted, they are known by their place, also once it is deleted. */
function restAfter(found: Contact[], last: [number, string], isSorted: boolean): Contact[] {
	if (!isSorted) return found.filter((one) => inOrder(placeOf(one), last) > 0);
	const index = found.findIndex(({ id }) => id === last[1]);
	return found.slice(index + 1);
}

/** By an external document (search-contacts-advanced). */
const SORT_FIELDS =
	/^(firstNameLowerCase|lastNameLowerCase|businessName|dateAdded|dateUpdated|email|dnd|source)$/;

/** @throws Refusal 400 for a field by which nothing can be sorted */
function comesFirst({ field, direction }: Order, one: Contact, other: Contact): number {
	if (!SORT_FIELDS.test(field)) throw new Refusal(400, `Invalid field ${field}`);
	const [a, b] = [one, other].map(asSearchHit).map((hit) => lower(hit[field as 'email']));
	return (direction === 'asc' ? 1 : -1) * a.localeCompare(b);
}

/** What a contact has in a field, in each entry of a list. */
function valuesIn(contact: Contact, field: string): unknown[] {
	const [collection, fieldId] = field.split('.');
	if (collection !== 'customFields') return [contact[field]].flat();
	const custom = [contact.customFields ?? []].flat() as Array<{ id: string; value: unknown }>;
	return [custom.find(({ id }) => id === fieldId)?.value].flat();
}

/** @throws Refusal 400 for a field that no filter may name, the second addresses among them */
function passes(contact: Contact, filter: Filter): boolean {
	const { field, operator, value, group, filters } = filter;
	if (filters) return filters[group === 'OR' ? 'some' : 'every']((one) => passes(contact, one));
	if (!FILTER_FIELDS.test(field)) throw new Refusal(400, `Invalid field ${field}`);
	if (operator === 'range') {
		if (field === 'dateAdded') return isInRange(addedAt(contact), value);
		return field === 'dateUpdated' && isInRange(changedAt(contact), value);
	}
	return operator === 'eq' && valuesIn(contact, field).some((one) => lower(one) === lower(value));
}

/** When a contact was changed; before any change, when it was created. */
const changedAt = (contact: Contact): number =>
	contact.dateUpdated === undefined ? addedAt(contact) : Date.parse(String(contact.dateUpdated));

function isInRange(instant: number, range: unknown): boolean {
	const { gte, lte } = range as { gte?: string; lte?: string };
	const isAfterStart = gte === undefined || instant >= Date.parse(gte);
	const isBeforeEnd = lte === undefined || instant <= Date.parse(lte);
	return isAfterStart && isBeforeEnd;
}

const ADDRESSES = ['email', 'phone'] as const;
type AddressField = (typeof ADDRESSES)[number];

const plain = (field: AddressField, value: unknown) =>
	field === 'email' ? String(value).trim().toLowerCase() : String(value).replace(/[^\d+]/g, '');

/** The contact that has an address, also as a second one. */
function holderOf(call: Call, field: AddressField, value: unknown): Contact | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	const others = field === 'email' ? 'additionalEmails' : 'additionalPhones';
	return contactsOf(call).find((one) =>
		[one[field], one[others]]
			.flat()
			.some((own) => own !== undefined && plain(field, own) === plain(field, value)),
	);
}

/** By the location's setting for duplicates, which says which address counts first. */
function duplicateOf(call: Call, body: ContactBody) {
	const isPhoneFirst = call.state.profile.duplicates === 'phone first';
	for (const field of isPhoneFirst ? [...ADDRESSES].reverse() : ADDRESSES) {
		const contact = holderOf(call, field, body[field]);
		if (contact) return { contact, field };
	}
	return undefined;
}

/** Creates a contact, or changes a known one. An email that was its second replaces its first (an open bug there). */
function save(call: Call, { customFields, ...body }: ContactBody, known?: Contact): Contact {
	const { state } = call;
	const given = customValuesOf(call, 'contact', customFields);
	const now = new Date(Date.now()).toISOString();
	const contact: Contact = {
		...(known ?? { id: `contact-${randomUUID()}`, locationId: body.locationId, dateAdded: now }),
		...withNames(body),
		customFields: mergeCustomValues(known?.customFields, given),
		dateUpdated: now,
	};
	state.contacts.set(contact.id, contact);
	state.events.contact(known ? 'ContactUpdate' : 'ContactCreate', contact);
	return contact;
}

const lower = (value: unknown) => String(value ?? '').toLowerCase();

/** Words are looked for in the second addresses, too. */
const hasText = (one: Contact, text: unknown) =>
	lower(
		[one.firstName, one.lastName, one.email, one.phone, one.additionalEmails, one.additionalPhones]
			.flat()
			.join(' '),
	).includes(lower(text));

/** A name in one is taken apart. */
function withNames({ name, ...rest }: Record<string, unknown>): Record<string, unknown> {
	if (typeof name !== 'string' || rest.firstName !== undefined) return rest;
	const [firstName, ...others] = name.split(' ');
	return { ...rest, firstName, lastName: others.join(' ') };
}
