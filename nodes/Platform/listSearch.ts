import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodePropertyOptions,
} from 'n8n-workflow';

import { listedText } from '../booking/slotTexts';
import type { Slot } from '../booking/slots';
import { type ChosenLocation, chosenLocation, clientOf } from '../fields/accountFields';
import { createFilteredList, createListSearch, currentText, entriesOf } from '../fields/lists';
import { KIND, valuesAt } from '../fields/parameters';
import { dateIn } from '../fields/timeKinds';
import { timeZoneField, usableZone } from '../fields/timeZoneField';
import { isDeleted, readId, readText } from '../http/body';
import {
	type Appointment,
	listContactAppointments,
	soonestFirst,
} from '../platformApi/appointmentReads';
import { listFreeSlots, listTeam } from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { contactAddressIn } from '../platformApi/contactAddress';
import { contactText, searchContacts } from '../platformApi/contacts';
import type { Right } from '../platformApi/dialect';
import { locationZone } from '../platformApi/locations';
import { type Choice, CHOICES, choicesOf } from '../platformApi/pickLists';
import { addDays, dateInZone, formatWithOffset } from '../time/times';
import { tryOr } from '../utils/tryOr';

/** The chosen location, for a list that needs a right. @throws NodeOperationError where the form of the API has no such list; the editor shows its message alone */
async function locationWith(context: ILoadOptionsFunctions, right: Right): Promise<ChosenLocation> {
	const chosen = await chosenLocation(context);
	await chosen.client.requires(right, 'This list', "choose 'By ID' and enter the ID");
	return chosen;
}

/** Where 'Pipeline' stands: in an operation, or in one of its collections. */
const PLACES_OF_PIPELINE = ['pipelineId', 'fields.pipelineId', 'filters.pipelineId'];

/** The records of a list to choose from; of the stages, those of the chosen pipeline. */
async function readChoices(context: ILoadOptionsFunctions, name: Choice): Promise<IDataObject[]> {
	const { client, locationId } = await locationWith(context, CHOICES[name].right);
	const pipelineIds = PLACES_OF_PIPELINE.map((place) => currentText(context, place));
	const pipelineId = pipelineIds.find((id) => id !== '');
	return await choicesOf(client, name, locationId, pipelineId);
}

/** Makes n8n's method for such a list. */
const createChoiceList = (name: Choice) =>
	createFilteredList(async (context) => entriesOf(await readChoices(context, name)));

/** The tags of the location, by the names under which contacts have them. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const options: INodePropertyOptions[] = [];
	for (const tag of await readChoices(this, 'tags')) {
		const name = readText(tag, 'name');
		if (name !== undefined) options.push({ name, value: name });
	}
	return options;
}

/** The zone of the times in a list: 'Time Zone', else the location's own, else the workflow's. */
async function zoneOfList(context: ILoadOptionsFunctions, client: PlatformClient): Promise<string> {
	const typed = currentText(context, 'options.timezone');
	const { readValue } = valuesAt(client.node);
	const chosen = readValue(timeZoneField[KIND], typed, timeZoneField.displayName);
	const readers = { readValue, timezone: () => context.getTimezone() };
	return usableZone(readers, chosen ?? (await locationZone(client)));
}

/** Days to list when no day is chosen, today among them. */
const DAYS_AHEAD = 7;

/** The ID of the chosen calendar. @throws NodeOperationError for none, and for an expression that needs the data of a run */
function calendarIn(context: ILoadOptionsFunctions): string {
	const calendarId = currentText(context, 'calendarId');
	if (calendarId !== '') return calendarId;
	throw valuesAt(context.getNode()).refuse(
		"'Calendar' has no value yet",
		'Choose a calendar from the list, or run the nodes before this one.',
	);
}

/** False for an operation without the field 'Calendar'. */
function hasCalendar(context: ILoadOptionsFunctions): boolean {
	return context.getCurrentNodeParameter('calendarId') !== undefined;
}

/** A slot as the field 'Slot' stores it: its start and its end, with the offset that the platform listed. */
function slotValue({ start, end, offset }: Slot): string {
	return `${formatWithOffset(start, offset)}/${formatWithOffset(end, offset)}`;
}

/** The free slots of 'Calendar' that have not begun, on 'Day' or the coming days, in the local time of 'Time Zone'. */
async function slotsIn(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const { readValue } = valuesAt(context.getNode());
	const calendarId = calendarIn(context);
	const client = await clientOf(context);
	const zone = await zoneOfList(context, client);
	const day = readValue(dateIn(zone), currentText(context, 'slotDay'), 'Day');
	const startDate = day ?? dateInZone(Date.now(), zone);
	const free = await listFreeSlots(client, {
		calendarId,
		startDate,
		endDate: day ?? addDays(startDate, DAYS_AHEAD - 1),
		zone,
		userId: currentText(context, 'options.assignedUserId') || undefined,
	});
	const slots = free.filter(({ start }) => start > Date.now());
	if (slots.length === 0) {
		const when = day ? `on ${day}` : `in the next ${DAYS_AHEAD} days`;
		return [{ name: `No free slot ${when}: choose another day`, value: '' }];
	}
	return slots.map((slot) => ({ name: listedText(slot, zone), value: slotValue(slot) }));
}

/** The words and numbers of a text; a time is one word. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d:+-]+/gu) ?? [];

/** True for the beginning of a word. A number must be a whole day, or the whole hour of a time. */
function beginsWord(word: string, typedWord: string): boolean {
	const isNumber = /^\d+$/.test(typedWord);
	return isNumber ? word.split(':')[0] === typedWord : word.startsWith(typedWord);
}

/** The entries that have each typed word at the beginning of one of theirs, in any order: `dec 1 2`, `2 pm`. */
function filterByWords(entries: INodeListSearchItems[], typed: string): INodeListSearchItems[] {
	const typedWords = wordsOf(typed.slice(0, 100));
	return entries.filter(({ name }) => {
		const words = wordsOf(name);
		return typedWords.every((typedWord) => words.some((word) => beginsWord(word, typedWord)));
	});
}

/** Typing finds the contacts that the list does not show. */
const MAX_CONTACTS = 50;

/** The appointments of each contact take a request of their own. */
const MAX_CONTACTS_WITH_APPOINTMENTS = 5;

const MAX_APPOINTMENTS = 20;

/** An entry for a contact. */
interface ContactEntry {
	/** As a person recognizes the contact. */
	name: string;
	/** The ID. */
	value: string;
}

/** The contacts that the platform finds by what was typed. */
async function findContactEntries(
	{ client, locationId }: ChosenLocation,
	typed: string,
	max: number,
): Promise<ContactEntry[]> {
	const address = tryOr(() => contactAddressIn(typed), undefined);
	// An address is searched as words, since it may not be complete yet.
	const { records } = await searchContacts(client, locationId, address?.sent ?? typed.trim(), {
		max,
	});
	const entries: ContactEntry[] = [];
	for (const contact of records) {
		const value = readId(contact);
		if (value !== undefined) entries.push({ name: contactText(contact), value });
	}
	return entries;
}

async function searchContactEntries(
	context: ILoadOptionsFunctions,
	typed: string,
): Promise<INodeListSearchItems[]> {
	const location = await locationWith(context, 'readContacts');
	return await findContactEntries(location, typed, MAX_CONTACTS);
}

/** An appointment with the name of its contact. */
interface NamedAppointment extends Appointment {
	contactName: string;
}

/** The contact's name, without its addresses. */
const nameOnly = ({ name }: ContactEntry) => name.split(', ')[0];

async function appointmentsOfContacts(
	client: PlatformClient,
	contacts: ContactEntry[],
): Promise<NamedAppointment[]> {
	const found: NamedAppointment[] = [];
	for (const contact of contacts) {
		const contactName = nameOnly(contact);
		const list = await listContactAppointments(client, contact.value, MAX_APPOINTMENTS);
		for (const appointment of list.appointments) {
			if (!isDeleted(appointment.record)) found.push({ ...appointment, contactName });
		}
	}
	return found;
}

/** What tells appointments apart stands first: the editor cuts a long name. */
function appointmentName(appointment: NamedAppointment, zone: string): string {
	const { slot, record, status, contactName } = appointment;
	const when = slot && listedText({ ...slot, end: slot.start }, zone);
	const unusualStatus = status === 'confirmed' ? '' : status;
	return [when, contactName, unusualStatus, record.title].filter(Boolean).join(', ');
}

/** The appointments of the contacts that are found by what was typed: those to come first, soonest first. */
async function searchAppointmentEntries(
	context: ILoadOptionsFunctions,
	typed: string,
): Promise<INodeListSearchItems[]> {
	const location = await locationWith(context, 'readContacts');
	const { client } = location;
	const contacts = await findContactEntries(location, typed, MAX_CONTACTS_WITH_APPOINTMENTS);
	if (contacts.length === 0) return [{ name: `No contact is found by '${typed}'`, value: '' }];
	const zone = await zoneOfList(context, client);
	const appointments = await appointmentsOfContacts(client, contacts);
	const entries: INodeListSearchItems[] = [];
	for (const appointment of soonestFirst(appointments, ({ slot }) => slot)) {
		const { id } = appointment;
		if (id !== undefined) entries.push({ name: appointmentName(appointment, zone), value: id });
	}
	if (entries.length > 0) return entries;
	return [{ name: `No appointments: ${contacts.map(nameOnly).join('; ')}`, value: '' }];
}

/** The lists of this node by their names in its fields. */
export const listSearch = {
	searchAppointments: createListSearch(searchAppointmentEntries),
	searchContacts: createListSearch(searchContactEntries),
	searchLostReasons: createChoiceList('lostReasonId'),
	searchPipelines: createChoiceList('pipelineId'),
	searchSlots: createListSearch(async (context, filter) =>
		filterByWords(await slotsIn(context), filter),
	),
	/** Those of the chosen pipeline. */
	searchStages: createChoiceList('pipelineStageId'),
	/** The team members of 'Calendar', by name where the token may read users; all users where there is no calendar. */
	searchTeam: createFilteredList(async (context) => {
		if (!hasCalendar(context)) return entriesOf(await readChoices(context, 'assignedTo'));
		const calendarId = calendarIn(context);
		const { client, locationId } = await chosenLocation(context);
		return entriesOf(await listTeam(client, locationId, calendarId));
	}),
	searchUsers: createChoiceList('assignedTo'),
	searchWebhooks: createChoiceList('webhookId'),
	searchWorkflows: createChoiceList('workflowId'),
};
