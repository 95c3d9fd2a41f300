import type { FieldType, ILoadOptionsFunctions, INodeListSearchResult, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import { clientOf } from '../fields/calendar';
import { currentText } from '../fields/lists';
import { refuserFor } from '../fields/parameters';
import { usableZone } from '../fields/timeZone';
import { readId, readText } from '../http/body';
import { type Appointment, listContactAppointments, soonestFirst } from '../platformApi/appointmentReads';
import type { PlatformClient } from '../platformApi/client';
import { contactText, listCustomFields, searchContacts as findContacts } from '../platformApi/contacts';
import { slotName } from './listSearch';

/** A list that one types in to find more. */
const MAX_CONTACTS = 50;
/** Each one's appointments are a request of their own. */
const MAX_CONTACTS_WITH_APPOINTMENTS = 5;
const MAX_APPOINTMENTS = 20;

async function contactsFor(context: ILoadOptionsFunctions, client: PlatformClient, filter: string, max: number) {
	const locationId = await client.locationFor(currentText(context, 'options.locationId'));
	const { contacts } = await findContacts(client, locationId, filter.trim(), max);
	return contacts.flatMap((contact) => {
		const value = readId(contact);
		return value === undefined ? [] : [{ name: contactText(contact), value }];
	});
}

/** The contacts that the platform finds for what was typed. */
export async function searchContacts(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return { results: await contactsFor(this, await clientOf(this), filter, MAX_CONTACTS) };
}

/** The appointments of the contacts that are found for what was typed: those to come first, soonest first. */
export async function searchAppointments(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const client = await clientOf(this);
	const zone = usableZone(currentText(this, 'options.timezone'), this, refuserFor(this));
	const found: Array<Appointment & { contact: string }> = [];
	for (const { name: contact, value } of await contactsFor(this, client, filter, MAX_CONTACTS_WITH_APPOINTMENTS)) {
		const { appointments } = await listContactAppointments(client, value, MAX_APPOINTMENTS);
		found.push(...appointments.map((appointment) => ({ ...appointment, contact })));
	}
	const results = soonestFirst(found, ({ slot }) => slot).flatMap(({ id, slot, title, status, contact }) => {
		const name = [slot && slotName(slot, zone), title, status, contact].filter(Boolean).join(', ');
		return id === undefined ? [] : [{ name, value: id }];
	});
	return { results };
}

/** Kinds of custom fields whose values are no texts, by the platform's names; of a date, the form is not documented. */
const MAPPED: Record<string, FieldType> = {
	NUMERICAL: 'number',
	MONETORY: 'number',
	SINGLE_OPTIONS: 'options',
	RADIO: 'options',
	MULTIPLE_OPTIONS: 'array',
	CHECKBOX: 'array',
};
/** Those whose values are files, or several texts in one. */
const NOT_MAPPED = ['FILE_UPLOAD', 'SIGNATURE', 'TEXTBOX_LIST'];

/** The custom fields of contacts, for a resource mapper. */
export async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	const fields = (await listCustomFields(client, locationId)).flatMap((field): ResourceMapperField[] => {
		const [id, kind] = [readId(field), String(field.dataType)];
		if (id === undefined || NOT_MAPPED.includes(kind)) return [];
		const type = MAPPED[kind] ?? 'string';
		const choices = [field.picklistOptions ?? []].flat().map((choice) => ({ name: String(choice), value: String(choice) }));
		const shown = { displayName: readText(field, 'name') ?? id, required: false, defaultMatch: false, display: true };
		return [{ id, ...shown, type, options: type === 'options' ? choices : undefined }];
	});
	return { fields: fields.sort((a, b) => a.displayName.localeCompare(b.displayName)) };
}
