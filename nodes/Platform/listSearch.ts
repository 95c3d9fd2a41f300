import type {
	FieldType,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { authenticationOf } from '../fields/account';
import { clientOf } from '../fields/calendar';
import { currentText, entriesOf, matching } from '../fields/lists';
import { refuserFor } from '../fields/parameters';
import { usableZone } from '../fields/timeZone';
import { readId, readText } from '../http/body';
import { freeSlotsOn } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { contactText, listCustomFields, searchContacts as findContacts } from '../platformApi/contacts';
import { listCustomWebhooks } from '../platformApi/customWebhooks';
import { chooseLocation, isAgencyLevel, mintsTokens } from '../platformApi/credential';
import { listInstalledLocations } from '../platformApi/installedLocations';
import { addDays, dateInZone, formatInZone, formatWithOffset, parseDate } from '../time/times';

/** The contacts that the platform finds for what was typed. */
export async function searchContacts(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	const { contacts } = await findContacts(client, locationId, filter.trim(), MAX_CONTACTS);
	return { results: contacts.flatMap((contact) => ({ name: contactText(contact), value: readId(contact) ?? '' })).filter(({ value }) => value) };
}

/** The fields for values of contacts that people have added to the location, for a resource mapper. */
export async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	const fields = (await listCustomFields(client, locationId)).flatMap((field): ResourceMapperField[] => {
		const type = MAPPED[String(field.dataType)] ?? 'string';
		const id = readId(field);
		if (id === undefined || NOT_MAPPED.includes(String(field.dataType))) return [];
		const choices = [field.picklistOptions ?? []].flat().map((choice) => ({ name: String(choice), value: String(choice) }));
		const options = type === 'options' ? choices : undefined;
		return [{ id, displayName: readText(field, 'name') ?? id, required: false, defaultMatch: false, display: true, type, options }];
	});
	return { fields: fields.sort((a, b) => a.displayName.localeCompare(b.displayName)) };
}

/** What the list of slots looks ahead when no day is chosen: today is the first of them. */
const DAYS_AHEAD = 7;

/** A list that one types in to find more. */
const MAX_CONTACTS = 50;

/** Kinds of custom fields whose values are no texts, by the platform's names; of a date, the form is not documented. */
const MAPPED: Record<string, FieldType> = {
	...Object.fromEntries(['NUMERICAL', 'MONETORY'].map((name) => [name, 'number'])),
	...Object.fromEntries(['SINGLE_OPTIONS', 'RADIO'].map((name) => [name, 'options'])),
	...Object.fromEntries(['MULTIPLE_OPTIONS', 'CHECKBOX'].map((name) => [name, 'array'])),
};
/** Those whose values are files, or several texts in one. */
const NOT_MAPPED = ['FILE_UPLOAD', 'SIGNATURE', 'TEXTBOX_LIST'];

/** The webhooks registered in the location chosen in the node, else in the credential's. */
export async function searchWebhooks(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const client = await clientOf(this);
	const locationId = await client.locationFor(currentText(this, 'options.locationId'));
	return matching(entriesOf(await listCustomWebhooks(client, locationId)), filter);
}

/**
 * A credential works only for its own location, so only that one is offered, under
 * its name if the platform tells it. For a private token the location may be unknown, and for an agency it is chosen
 * here: then the installed ones are offered.
 *
 * @throws NodeOperationError for an agency's credential of which no token of a location can be made
 */
export async function searchLocations(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const client = new PlatformClient(this, authenticationOf(this));
	const credential = await client.account.known();
	const { locationId } = credential;
	if (isAgencyLevel(credential) && !mintsTokens(credential)) chooseLocation(client.node, credential);
	if (locationId === undefined) {
		return matching(entriesOf(await listInstalledLocations(client), 'locationId'), filter);
	}
	const fallback = { name: `${locationId} (location of the credential)`, value: locationId };
	// Without the scope locations.readonly the ID still does.
	const installed = await listInstalledLocations(client).then((records) => entriesOf(records, 'locationId'), () => []);
	const own = installed.find(({ value }) => value === locationId);
	return matching([own ?? fallback], filter);
}

/** The day chosen in 'Day', else the coming ones. An expression that needs a run's data is no choice. */
function daysToList(context: ILoadOptionsFunctions, zone: string) {
	const day = currentText(context, 'slotDay');
	if (day === '') {
		const startDate = dateInZone(Date.now(), zone);
		const endDate = addDays(startDate, DAYS_AHEAD - 1);
		return { startDate, endDate, label: `in the next ${DAYS_AHEAD} days` };
	}
	try {
		const date = parseDate(day, zone);
		return { startDate: date, endDate: date, label: `on ${date}` };
	} catch {
		throw refuserFor(context)(
			`'Day' is '${day}', which is not a date`,
			'Choose a day, or leave it empty to see the free slots of the coming days.',
		);
	}
}

/** An entry as a person reads it: `Wed 2026-11-25 09:00 – 09:30 (America/New_York)`. */
function slotEntry({ start, end, offset }: Slot, zone: string): INodeListSearchItems {
	const [from, to] = [start, end].map((instant) => formatInZone(instant, zone));
	const date = from.slice(0, 10);
	const weekday = new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short' });
	return {
		name: `${weekday} ${date} ${from.slice(11, 16)} – ${to.slice(11, 16)} (${zone})`,
		value: `${formatWithOffset(start, offset)}/${formatWithOffset(end, offset)}`,
	};
}

/**
 * The free slots of 'Calendar' on 'Day' or the coming days that have not begun, in the local time of
 * 'Time Zone'.
 */
export async function searchSlots(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const calendarId = currentText(this, 'calendarId');
	if (calendarId === '') {
		throw refuserFor(this)("'Calendar' is not filled in yet", 'Choose a calendar to list its free slots here.');
	}
	const zone = usableZone(currentText(this, 'timezone'), this, refuserFor(this));
	const { startDate, endDate, label } = daysToList(this, zone);
	const free = await freeSlotsOn(await clientOf(this), { calendarId, startDate, endDate, zone });
	const slots = free.filter(({ start }) => start > Date.now());
	if (slots.length === 0) {
		return { results: [{ name: `No free slot ${label}: choose another day`, value: '' }] };
	}
	return matching(slots.map((slot) => slotEntry(slot, zone)), filter);
}
