import { randomUUID } from 'node:crypto';

import { contactsOf, ownContact, type OperationHandlers } from '../http/call';
import { asContact, asContactEvent } from '../highLevel/records';
import { listResponse, recordResponse } from '../responses';
import type { Contact } from '../seed';

interface UpsertBody {
	locationId: string;
	customFields?: Array<{ id: string; field_value?: unknown }>;
	[field: string]: unknown;
}

interface SearchBody {
	page?: number;
	pageLimit?: number;
	query?: string;
	filters?: Array<{ field: string; operator: string; value: unknown }>;
}

/** The operations of these names in sandbox/openapi.yaml, of which the contract names the scope only. */
export const contactHandlers: OperationHandlers = {
	find_contacts(call) {
		const found = contactsOf(call).filter((one) => hasText(one, call.query.query));
		return listResponse(call.state.profile, 'contacts', found, ['id']);
	},

	get_contact: (call) => recordResponse(call.state.profile, 'contact', ownContact(call), ['id']),
};

/** Contacts and custom fields: the operations of these names in sandbox/highLevel.yaml. */
export const highLevelContacts: OperationHandlers = {
	/** An email or a phone that is known makes it a change of that contact. */
	'upsert-contact'(call) {
		const { state } = call;
		const body = call.body as UpsertBody;
		const own = contactsOf(call);
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

	/** Filters know `eq`; by another, nothing is found. */
	'search-contacts-advanced'(call) {
		const { page = 1, pageLimit = 20, query, filters = [] } = call.body as SearchBody;
		const passes = (one: Contact) =>
			filters.every(
				({ field, operator, value }) => operator === 'eq' && lower(one[field]) === lower(value),
			);
		const found = contactsOf(call).filter((one) => hasText(one, query) && passes(one));
		const shown = found.slice((page - 1) * pageLimit, page * pageLimit);
		return { status: 200, body: { contacts: shown.map(asContact), total: found.length } };
	},

	'get-contact': (call) => ({ status: 200, body: { contact: asContact(ownContact(call)) } }),

	'get-appointments-for-contact'(call) {
		const { id } = ownContact(call);
		const { appointments, seed } = call.state;
		const own = appointments.listed().filter(({ contactId }) => contactId === id);
		return { status: 200, body: { events: own.map((one) => asContactEvent(seed, one)) } };
	},

	'get-custom-fields'({ state, params, query }) {
		const { model = 'contact' } = query;
		const own = state.seed.customFields.filter(
			({ locationId }) => locationId === params.locationId,
		);
		return {
			status: 200,
			body: { customFields: own.filter((one) => model === 'all' || one.model === model) },
		};
	},
};

const plain = (field: 'email' | 'phone', value: unknown) =>
	field === 'email' ? String(value).trim().toLowerCase() : String(value).replace(/[^\d+]/g, '');

function sameAs(
	contacts: Contact[],
	field: 'email' | 'phone',
	value: unknown,
): Contact | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return contacts.find(
		(one) => one[field] !== undefined && plain(field, one[field]) === plain(field, value),
	);
}

const lower = (value: unknown) => String(value ?? '').toLowerCase();

const hasText = ({ firstName, lastName, email, phone }: Contact, text: unknown) =>
	lower([firstName, lastName, email, phone].join(' ')).includes(lower(text));

/** A name in one is taken apart. */
function withNames({ name, ...rest }: Record<string, unknown>): Record<string, unknown> {
	if (typeof name !== 'string' || rest.firstName !== undefined) return rest;
	const [firstName, ...others] = name.split(' ');
	return { ...rest, firstName, lastName: others.join(' ') };
}
