import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { listedText, type Slot } from '../booking/slots';
import { chosenLocation, clientOf } from '../fields/accountFields';
import { dateIn, text } from '../fields/valueKinds';
import { currentText, entriesOf, createFilteredList, createListSearch } from '../fields/lists';
import { KIND, valuesAt } from '../fields/parameters';
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
import { type CustomFieldList, NOT_WRITABLE } from './customFields';
import { CHOICES, type Choice, choicesOf } from '../platformApi/pickLists';
import { addDays, dateInZone, formatWithOffset } from '../time/times';
import { tryOr } from '../utils/attempt';

/** @throws NodeOperationError where the form of the API has no such list; the editor shows no description */
async function locationWith(context: ILoadOptionsFunctions, right: Right) {
	const chosen = await chosenLocation(context);
	await chosen.client.requires(right, 'This list', "choose 'By ID' and enter the ID");
	return chosen;
}

/** Where 'Pipeline' stands: in an operation, or in one of its collections. */
const PLACES_OF_PIPELINE = ['pipelineId', 'fields.pipelineId', 'filters.pipelineId'];

async function choicesIn(context: ILoadOptionsFunctions, name: Choice) {
	const { client, locationId } = await locationWith(context, CHOICES[name].right);
	const pipelineId = PLACES_OF_PIPELINE.map((place) => currentText(context, place)).find(Boolean);
	return await choicesOf(client, name, locationId, pipelineId);
}

const choices = (name: Choice) =>
	createFilteredList(async (context) => entriesOf(await choicesIn(context, name)));

/** The tags of the location, by the names under which contacts have them. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = (await choicesIn(this, 'tags')).flatMap((tag) => readText(tag, 'name') ?? []);
	return names.map((name) => ({ name, value: name }));
}

/** The zone of the times in a list. */
async function listedZone(context: ILoadOptionsFunctions, client: PlatformClient) {
	const typed = currentText(context, 'options.timezone');
	const { readValue } = valuesAt(client.node);
	const chosen = readValue(timeZoneField[KIND], typed, timeZoneField.displayName);
	return usableZone(
		{ readValue, timezone: () => context.getTimezone() },
		chosen ?? (await locationZone(client)),
	);
}

/** Days to list when no day is chosen, today among them. */
const DAYS_AHEAD = 7;

/** The calendar that is chosen. @throws NodeOperationError for none, and for an expression that needs the data of a run */
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

/** The free slots of 'Calendar' that have not begun, on 'Day' or the coming days, in the local time of 'Time Zone'. */
async function slotsIn(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const { readValue } = valuesAt(context.getNode());
	const calendarId = calendarIn(context);
	const client = await clientOf(context);
	const zone = await listedZone(context, client);
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
	const textOf = (instant: number, { offset }: Slot) => formatWithOffset(instant, offset);
	return slots.map((slot) => ({
		name: listedText(slot, zone),
		value: `${textOf(slot.start, slot)}/${textOf(slot.end, slot)}`,
	}));
}

/** The entries that have each typed word at the beginning of one of theirs, in any order: `dec 1 2`, `2 pm`. */
function withAllWords(entries: INodeListSearchItems[], typed: string): INodeListSearchItems[] {
	const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d:+-]+/gu) ?? [];
	const typedWords = wordsOf(typed.slice(0, 100));
	return entries.filter(({ name }) => {
		const words = wordsOf(name);
		return typedWords.every((typedWord) =>
			words.some((word) =>
				/^\d+$/.test(typedWord) ? word.split(':')[0] === typedWord : word.startsWith(typedWord),
			),
		);
	});
}

/** Typing finds the contacts that the list does not show. */
const MAX_CONTACTS = 50;
/** The appointments of each contact take a request of their own. */
const MAX_CONTACTS_WITH_APPOINTMENTS = 5;
const MAX_APPOINTMENTS = 20;

/** The contacts that the platform finds for what was typed. */
async function contactsFor(context: ILoadOptionsFunctions, filter: string, max: number) {
	const { client, locationId } = await locationWith(context, 'readContacts');
	// As words, since it may not be complete yet.
	const { sent = filter.trim() } = tryOr(() => contactAddressIn(filter), undefined) ?? {};
	const { records } = await searchContacts(client, locationId, sent, max);
	const contacts = records.flatMap((contact) => {
		const value = readId(contact);
		return value === undefined ? [] : [{ name: contactText(contact), value }];
	});
	return { client, contacts };
}

/** The appointments of the contacts that are found for what was typed: those to come first, soonest first. */
async function appointmentsFor(context: ILoadOptionsFunctions, filter: string) {
	const { client, contacts } = await contactsFor(context, filter, MAX_CONTACTS_WITH_APPOINTMENTS);
	if (contacts.length === 0) return [{ name: `No contact is found by '${filter}'`, value: '' }];
	const zone = await listedZone(context, client);
	const found: Array<Appointment & { contact: string }> = [];
	for (const { name, value } of contacts) {
		const [contact] = name.split(', ');
		const { appointments } = await listContactAppointments(client, value, MAX_APPOINTMENTS);
		const kept = appointments.filter(({ record }) => !isDeleted(record));
		found.push(...kept.map((appointment) => ({ ...appointment, contact })));
	}
	const entries = soonestFirst(found, ({ slot }) => slot).flatMap(
		({ id, slot, record, status, contact }) => {
			const when = slot && listedText({ ...slot, end: slot.start }, zone);
			const shown = status === 'confirmed' ? '' : status;
			// What tells one from another comes first: the editor cuts a long name.
			const name = [when, contact, shown, record.title].filter(Boolean).join(', ');
			return id === undefined ? [] : [{ name, value: id }];
		},
	);
	if (entries.length > 0) return entries;
	const names = contacts.map(({ name }) => name.split(', ')[0]).join('; ');
	return [{ name: `No appointments: ${names}`, value: '' }];
}

/** The lists of this node by their names in its fields. */
export const listSearch = {
	searchAppointments: createListSearch(appointmentsFor),
	searchContacts: createListSearch(
		async (context, filter) => (await contactsFor(context, filter, MAX_CONTACTS)).contacts,
	),
	searchLostReasons: choices('lostReasonId'),
	searchPipelines: choices('pipelineId'),
	searchSlots: createListSearch(async (context, filter) =>
		withAllWords(await slotsIn(context), filter),
	),
	/** Those of the chosen pipeline. */
	searchStages: choices('pipelineStageId'),
	/** The team members of 'Calendar', by name where the token may read users; all users where there is no calendar. */
	searchTeam: createFilteredList(async (context) => {
		if (!hasCalendar(context)) return entriesOf(await choicesIn(context, 'assignedTo'));
		const calendarId = calendarIn(context);
		const { client, locationId } = await chosenLocation(context);
		return entriesOf(await listTeam(client, locationId, calendarId));
	}),
	searchUsers: choices('assignedTo'),
	searchWebhooks: choices('webhookId'),
	searchWorkflows: choices('workflowId'),
};

/** Kinds of custom fields whose values are no texts, by the platform's names. The form of a date is not documented. */
const MAPPED: Record<string, FieldType> = {
	NUMERICAL: 'number',
	MONETORY: 'number',
	SINGLE_OPTIONS: 'options',
	RADIO: 'options',
	MULTIPLE_OPTIONS: 'array',
	CHECKBOX: 'array',
};

/** A custom field as a resource mapper shows it; undefined for one without an ID. */
function mapperFieldOf(field: IDataObject): ResourceMapperField | undefined {
	const id = readId(field);
	if (id === undefined) return undefined;
	const kind = String(field.dataType);
	const label = readText(field, 'name') ?? id;
	const notWritable = NOT_WRITABLE[kind];
	const common = { id, required: false, defaultMatch: false, display: true };
	// It is listed, so that nobody looks for it; a value cannot be entered.
	if (notWritable)
		return {
			...common,
			displayName: `${label} (${notWritable}: not writable here)`,
			type: 'string',
			readOnly: true,
		};
	const options = [field.picklistOptions]
		.flat()
		.flatMap((option) => text.read(option) ?? [])
		.map((option) => ({ name: option, value: option }));
	const listed = MAPPED[kind] ?? 'string';
	// Without any to choose from, it can be typed.
	const type = listed === 'options' && options.length === 0 ? 'string' : listed;
	return {
		...common,
		displayName: label,
		type,
		options: ['array', 'options'].includes(type) ? options : undefined,
	};
}

async function mapperFieldsOf(
	context: ILoadOptionsFunctions,
	list: CustomFieldList,
): Promise<ResourceMapperFields> {
	const { client, locationId } = await chosenLocation(context);
	const defined = await choicesOf(client, list, locationId);
	const fields = defined.flatMap((field) => mapperFieldOf(field) ?? []);
	return { fields: fields.sort((a, b) => a.displayName.localeCompare(b.displayName)) };
}

/** The custom fields of contacts, for a resource mapper. */
export async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await mapperFieldsOf(this, 'customFields');
}

/** The same of opportunities. */
export async function getOpportunityFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	return await mapperFieldsOf(this, 'opportunityFields');
}
