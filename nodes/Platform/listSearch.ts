import type {
	FieldType,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { listedText, type Slot } from '../booking/slots';
import { chosenLocation, clientOf } from '../fields/accountFields';
import { dateIn } from '../fields/kinds';
import { currentText, entriesOf, matching } from '../fields/lists';
import { KIND, valuesAt, withoutLocator } from '../fields/parameters';
import { inZoneOf, timeZoneField, usableZone } from '../fields/when';
import { readId, readText } from '../http/body';
import {
	type Appointment,
	listContactAppointments,
	soonestFirst,
} from '../platformApi/appointmentReads';
import { freeSlotsOn, listTeam } from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { contactAddressIn } from '../platformApi/contactAddress';
import {
	contactText,
	listCustomFields,
	searchContacts as findContacts,
} from '../platformApi/contacts';
import { listCustomWebhooks } from '../platformApi/locations';
import { addDays, dateInZone, formatWithOffset } from '../time/times';
import { tried } from '../utils/attempt';

export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { client, locationId } = await chosenLocation(this);
	return matching(entriesOf(await listCustomWebhooks(client, locationId)), filter);
}

/** The team members of 'Calendar', by name where the token may read users. */
export async function searchTeam(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const calendarId = currentText(this, 'calendarId');
	if (calendarId === '')
		throw valuesAt(this).refuse(
			"'Calendar' is not filled in yet",
			'Choose a calendar to list its team.',
		);
	const { client, locationId } = await chosenLocation(this);
	return matching(entriesOf(await listTeam(client, locationId, calendarId)), filter);
}

/** The zone of the times in a list. */
async function listedZone(context: ILoadOptionsFunctions, client: PlatformClient) {
	const typed = currentText(context, 'options.timezone');
	const zone = valuesAt(context).readValue(timeZoneField[KIND], typed, timeZoneField.displayName);
	return usableZone(await inZoneOf(client, context), zone);
}

/** Days to list when no day is chosen, today among them. */
const DAYS_AHEAD = 7;

/** The free slots of 'Calendar' that have not begun, on 'Day' or the coming days, in the local time of 'Time Zone'. */
export async function searchSlots(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { refuse, readValue } = valuesAt(this);
	const calendarId = currentText(this, 'calendarId');
	if (calendarId === '') {
		throw String(withoutLocator(this.getCurrentNodeParameter('calendarId'))).startsWith('=')
			? refuse(
					"The expression in 'Calendar' has no value yet",
					'Run the nodes before this one, or choose a calendar from the list.',
				)
			: refuse("'Calendar' is not filled in yet", 'Choose a calendar to list its free slots here.');
	}
	const client = await clientOf(this);
	const zone = await listedZone(this, client);
	const day = readValue(dateIn(zone), currentText(this, 'slotDay'), 'Day');
	const startDate = day ?? dateInZone(Date.now(), zone);
	const endDate = day ?? addDays(startDate, DAYS_AHEAD - 1);
	const free = await freeSlotsOn(client, { calendarId, startDate, endDate, zone });
	const slots = free.filter(({ start }) => start > Date.now());
	if (slots.length === 0) {
		return {
			results: [
				{
					name: `No free slot ${day ? `on ${day}` : `in the next ${DAYS_AHEAD} days`}: choose another day`,
					value: '',
				},
			],
		};
	}
	const textOf = (instant: number, { offset }: Slot) => formatWithOffset(instant, offset);
	const entries = slots.map((slot) => ({
		name: listedText(slot, zone, this.getTimezone()),
		value: `${textOf(slot.start, slot)}/${textOf(slot.end, slot)}`,
	}));
	return matching(entries, filter);
}

/** Typing finds the contacts that the list does not show. */
const MAX_CONTACTS = 50;
/** The appointments of each contact take a request of their own. */
const MAX_CONTACTS_WITH_APPOINTMENTS = 5;
const MAX_APPOINTMENTS = 20;

async function contactsFor(context: ILoadOptionsFunctions, filter: string, max: number) {
	const { client, locationId } = await chosenLocation(context);
	// The editor shows no description.
	await client.requires('readContacts', 'This list', "choose 'By ID' and enter the ID");
	// As words, since it may not be complete yet.
	const { sent = filter.trim() } = tried(() => contactAddressIn(filter), undefined) ?? {};
	const { contacts: found } = await findContacts(client, locationId, sent, max);
	const contacts = found.flatMap((contact) => {
		const value = readId(contact);
		return value === undefined ? [] : [{ name: contactText(contact), value }];
	});
	return { client, contacts };
}

/** The contacts that the platform finds for what was typed. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: (await contactsFor(this, filter, MAX_CONTACTS)).contacts };
}

/** The appointments of the contacts that are found for what was typed: those to come first, soonest first. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const { client, contacts } = await contactsFor(this, filter, MAX_CONTACTS_WITH_APPOINTMENTS);
	if (contacts.length === 0)
		return { results: [{ name: `No contact is found by '${filter}'`, value: '' }] };
	const zone = await listedZone(this, client);
	const found: Array<Appointment & { contact: string }> = [];
	for (const { name: contact, value } of contacts) {
		const { appointments } = await listContactAppointments(
			client,
			value,
			MAX_APPOINTMENTS,
			({ record }) => record.deleted !== true,
		);
		found.push(...appointments.map((appointment) => ({ ...appointment, contact })));
	}
	const results = soonestFirst(found, ({ slot }) => slot).flatMap(
		({ id, slot, title, status, contact }) => {
			const when = slot && listedText({ ...slot, end: slot.start }, zone, this.getTimezone());
			const shown = status === 'confirmed' ? '' : status;
			// What tells one from another comes first: the editor cuts a long name.
			const name = [when, contact.split(', ')[0], shown, title].filter(Boolean).join(', ');
			return id === undefined ? [] : [{ name, value: id }];
		},
	);
	const none = `No appointments: ${contacts.map(({ name }) => name.split(', ')[0]).join('; ')}`;
	return { results: results.length > 0 ? results : [{ name: none, value: '' }] };
}

/** Kinds of custom fields whose values are no texts, by the platform's names. The form of a date is not documented. */
const MAPPED: Record<string, FieldType> = {
	NUMERICAL: 'number',
	MONETORY: 'number',
	SINGLE_OPTIONS: 'options',
	RADIO: 'options',
	MULTIPLE_OPTIONS: 'array',
	CHECKBOX: 'array',
};
/** Kinds whose values are files, or several texts in one. */
const NOT_MAPPED = ['FILE_UPLOAD', 'SIGNATURE', 'TEXTBOX_LIST'];

/** The custom fields of contacts, for a resource mapper. */
export async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const { client, locationId } = await chosenLocation(this);
	const fields = (await listCustomFields(client, locationId)).flatMap(
		(field): ResourceMapperField[] => {
			const [id, kind] = [readId(field), String(field.dataType)];
			if (id === undefined || NOT_MAPPED.includes(kind)) return [];
			const type = MAPPED[kind] ?? 'string';
			const choices = [field.picklistOptions ?? []]
				.flat()
				.map((choice) => ({ name: String(choice), value: String(choice) }));
			const shown = {
				displayName: readText(field, 'name') ?? id,
				required: false,
				defaultMatch: false,
				display: true,
			};
			return [{ id, ...shown, type, options: type === 'options' ? choices : undefined }];
		},
	);
	return { fields: fields.sort((a, b) => a.displayName.localeCompare(b.displayName)) };
}
