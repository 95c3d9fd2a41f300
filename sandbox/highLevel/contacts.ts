import { randomUUID } from 'node:crypto';

import { asContact, asContactEvent } from './records';
import { requireOwnLocation, type Call, type OperationHandlers } from '../http/call';
import type { PlatformState } from '../platform';
import { Refusal } from '../refusal';
import type { Contact } from '../seed';

interface UpsertBody {
	locationId: string;
	customFields?: Array<{ id: string; field_value?: unknown }>;
	[field: string]: unknown;
}

interface Filter {
	group?: 'AND' | 'OR';
	filters?: Filter[];
	field?: string;
	operator?: string;
	value?: unknown;
}

interface SearchBody {
	locationId: string;
	page?: number;
	pageLimit?: number;
	query?: string;
	filters?: Filter[];
}

/** Contacts and locations: the operations of these names in sandbox/highLevel.yaml. */
export const contactHandlers: OperationHandlers = {
	/** An email or a phone that is known makes it a change of that contact. */
	'upsert-contact'(call) {
		const { state } = call;
		const body = call.body as UpsertBody;
		const own = ofLocation(call, body.locationId);
		const known = sameAs(own, 'email', body.email) ?? sameAs(own, 'phone', body.phone);
		const customFields = body.customFields?.map(({ id, field_value: value }) => ({ id, value }));
		const now = new Date().toISOString();
		const contact: Contact = {
			...(known ?? { id: `contact-${randomUUID()}`, locationId: body.locationId, dateAdded: now }),
			...withNames(body),
			...(customFields && { customFields }),
			dateUpdated: now,
		};
		state.contacts.set(contact.id, contact);
		state.events.contact(known ? 'ContactUpdate' : 'ContactCreate', contact);
		return { status: 200, body: { new: !known, contact: asContact(contact) } };
	},

	/** Filters know `eq` and `contains`. */
	'search-contacts-advanced'(call) {
		const { locationId, page = 1, pageLimit = 20, query, filters = [] } = call.body as SearchBody;
		const found = ofLocation(call, locationId).filter((one) => speaksOf(one, query) && filters.every((each) => passes(one, each)));
		const shown = found.slice((page - 1) * pageLimit, page * pageLimit);
		return { status: 200, body: { contacts: shown.map(asContact), total: found.length } };
	},

	'get-contact': (call) => ({ status: 200, body: { contact: asContact(ownContact(call)) } }),

	'get-appointments-for-contact'(call) {
		const { id: contactId } = ownContact(call);
		const { appointments, seed } = call.state;
		const own = appointments.listed().filter((one) => one.contactId === contactId);
		const events = own.flatMap((one) =>
			seed.calendars.filter(({ id }) => id === one.calendarId).map((calendar) => asContactEvent(one, calendar)),
		);
		return { status: 200, body: { events } };
	},

	'get-custom-fields'(call) {
		const { locationId } = call.params;
		requireOwnLocation(call, locationId);
		const { model = 'contact' } = call.query;
		const customFields = call.state.seed.customFields.filter(
			(one) => one.locationId === locationId && (model === 'all' || one.model === model),
		);
		return { status: 200, body: { customFields } };
	},
};

function ofLocation(call: Call, locationId: string): Contact[] {
	requireOwnLocation(call, locationId);
	return contactsOf(call.state, locationId);
}

const contactsOf = ({ contacts }: PlatformState, locationId: string) =>
	[...contacts.values()].filter((one) => one.locationId === locationId);

/** @throws Refusal 400: 404 is not described */
function ownContact({ state, params, access }: Call): Contact {
	const contact = state.contacts.get(params.contactId);
	if (!contact || contact.locationId !== access.locationId) throw new Refusal(400, 'Contact not found');
	return contact;
}

const plain = (field: 'email' | 'phone', value: unknown) =>
	field === 'email' ? String(value).trim().toLowerCase() : String(value).replace(/[^\d+]/g, '');

function sameAs(contacts: Contact[], field: 'email' | 'phone', value: unknown): Contact | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return contacts.find((one) => one[field] !== undefined && plain(field, one[field]) === plain(field, value));
}

const speaksOf = ({ firstName, lastName, email, phone }: Contact, query: unknown) =>
	[firstName, lastName, email, phone].join(' ').toLowerCase().includes(String(query ?? '').toLowerCase());

function passes(contact: Contact, { group = 'AND', filters, field = '', operator, value }: Filter): boolean {
	if (filters) return filters[group === 'OR' ? 'some' : 'every']((each) => passes(contact, each));
	const [own, wanted] = [contact[field as keyof Contact], value].map((each) => String(each ?? '').toLowerCase());
	return operator === 'contains' ? own.includes(wanted) : own === wanted;
}

/** A name in one is taken apart. */
function withNames({ name, ...rest }: Record<string, unknown>): Record<string, unknown> {
	if (typeof name !== 'string' || rest.firstName !== undefined) return rest;
	const [firstName, ...others] = name.split(' ');
	return { ...rest, firstName, lastName: others.join(' ') };
}
