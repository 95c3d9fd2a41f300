import type { IDataObject } from 'n8n-workflow';

import { stopClockAt } from '../../support/clock';
import { failed } from '../platformApi/fakePlatform';
import { act, byId, byModel, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';

/* What a person and a model read, word by word, where an item is refused before anything is written. */

stopClockAt('2026-11-21T12:00:00Z');

const contactId = byId('ada');
const times = { startTime: '2027-03-08T12:00:00Z', endTime: '2027-03-08T13:00:00Z' };
const ofRiley = { assignedUserId: byId('riley'), ...times };
const ofCalendar = { ...times, blockedFor: 'calendar', calendarId: byId('cal-1') };
const sms = { contactId, type: 'SMS', message: 'Hello' };

/** The contact who has each address, as the platform finds it. */
const OWNER = { '/duplicate': { contact: { id: 'con-ada', email: 'ada@example.com' } } };

const inTheTime = (id: string, title?: string) => ({
	id,
	title,
	appointmentStatus: 'confirmed',
	...times,
});
const sixAppointments = ['1', '2', '3', '4', '5', '6'].map((number) => inTheTime(`appt-${number}`));

const customFields = (dataType: string) => ({
	'/customFields': {
		customFields: [
			{
				id: 'f-1',
				name: 'One',
				fieldKey: 'contact.one',
				dataType,
				picklistOptions: ['Mon', 'Tue'],
			},
			{ id: 'f-2', name: 'one', dataType: 'TEXT' },
		],
	},
});
const byKey = (values: unknown) => ({
	contactId,
	fields: { customFieldsByKey: JSON.stringify(values) },
});

const appointmentId = byId('appt-1');
const startEnd = { slotSource: 'startEnd', ...times };
const appointmentWith = (values: IDataObject) => ({
	'/appt-1': { appointment: { id: 'appt-1', calendarId: 'cal-1', ...times, ...values } },
});
const canceledAppointment = appointmentWith({ appointmentStatus: 'cancelled' });
const deletedAppointment = appointmentWith({ deleted: true });
const standingAppointment = appointmentWith({ appointmentStatus: 'confirmed' });
const byAddress = (value: string): IDataObject => ({ __rl: true, mode: 'emailOrPhone', value });

interface Refused {
	operation: string;
	fields: IDataObject;
	/** What the platform responds, by the ends of paths; otherwise with nothing. */
	answers?: Record<string, unknown>;
	message: string;
	whatToDo: string;
}

async function run(
	{ operation, fields, answers = {} }: Pick<Refused, 'answers' | 'fields' | 'operation'>,
	node: object,
) {
	const respond = ({ path }: Sent) => {
		const end = Object.keys(answers).find((each) => path.endsWith(each));
		return end === undefined ? {} : answers[end];
	};
	const given = { credential: HIGH_LEVEL, responses: respond, node };
	const { error, sent } = await act(operation, fields, given);
	const isRead = ({ method, path }: Sent) => method === 'GET' || path.endsWith('/search');
	return {
		error,
		changes: sent.filter((request) => !isRead(request)),
		pathsOfReads: sent.filter(isRead).map(({ path }) => path),
	};
}

it.each<Refused>([
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', queryParameters: { parameter: [{ name: 'a', value: '={{ null }}' }] } },
		message: "'Value' of 'a' is empty",
		whatToDo:
			'Nothing was sent. Its expression gives nothing, and without it, more could be meant. To leave it out, delete its row.',
	},
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', queryParameters: { parameter: [{ name: '', value: '={{ null }}' }] } },
		message: "'Value' is empty",
		whatToDo:
			'Nothing was sent. Its expression gives nothing, and without it, more could be meant. To leave it out, delete its row.',
	},
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', queryParameters: { parameter: [{ name: '', value: 'x' }] } },
		message: "'Name' is empty",
		whatToDo: "Nothing was sent. Name what has the value 'x'.",
	},
	{
		operation: 'apiRequest.send',
		fields: { method: 'POST', path: '/x', body: '={{ null }}' },
		message: "'JSON Body' is empty",
		whatToDo:
			"Nothing was sent. Its expression gives nothing, so nothing would be sent. To send none, empty 'JSON Body' itself.",
	},
	{
		operation: 'apiRequest.send',
		fields: { method: 'POST', path: '/x', body: '{"a": 12345678901234567890}' },
		message:
			"'JSON Body' cannot be used. It has a number that cannot be sent as it is, such as one of more than 15 digits. Put it in quotes.",
		whatToDo: 'Nothing was sent. Enter an object in braces, such as {"firstName": "Ada"}.',
	},
	{
		operation: 'apiRequest.send',
		fields: { method: 'POST', path: '/x', body: '5' },
		message: "'JSON Body' must be an object or a list in JSON, not '5'",
		whatToDo: 'Nothing was sent. Enter an object in braces, such as {"firstName": "Ada"}.',
	},
	...[
		['s3cret', "Unexpected token 's'"],
		['{"a": "b" "s3cret"}', "Expected ',' or '}' after property value at line 1, column 11"],
	].map(([body, fault]) => ({
		operation: 'apiRequest.send',
		fields: { method: 'POST', path: '/x', body },
		message: `'JSON Body' cannot be used. It is no JSON: ${fault}. A line break or a quotation mark in a value has to be escaped: put values in with {{ JSON.stringify(…) }}, or let one expression give the whole object.`,
		whatToDo: 'Nothing was sent. Enter an object in braces, such as {"firstName": "Ada"}.',
	})),
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', options: { version: 'a b' } },
		message: "'Version' must be a version, such as v3 or 2021-07-28, not 'a b'",
		whatToDo: 'Nothing was sent.',
	},
	{
		operation: 'appointment.cancel',
		fields: { appointmentId },
		answers: canceledAppointment,
		message: "The appointment 'appt-1' was called off: its status is 'cancelled'",
		whatToDo:
			"Nothing was sent. Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
	},
	{
		operation: 'appointment.delete',
		fields: { appointmentId },
		answers: deletedAppointment,
		message: "The appointment 'appt-1' was deleted",
		whatToDo: "Nothing was sent. Check 'Appointment'. Nothing is left to delete.",
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, ...startEnd },
		answers: canceledAppointment,
		message: "The appointment 'appt-1' was called off: its status is 'cancelled'",
		whatToDo: "Nothing was sent. Check 'Appointment', or book a new one with Appointment > Book.",
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, ...startEnd, calendarId: byId('cal-2') },
		answers: standingAppointment,
		message: "The appointment 'appt-1' is in the calendar 'cal-1', not in 'cal-2'",
		whatToDo:
			"Nothing was sent. Choose that calendar, or leave 'Calendar' empty. A move to another calendar is a cancellation and a new booking.",
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, slotSource: 'list', slot: byId('tomorrow') },
		answers: standingAppointment,
		message:
			"'Slot' must be one of the free slots: a date and time, such as 2026-11-25 14:00:00, a slash, and another one, not 'tomorrow'",
		whatToDo: 'Nothing was sent. Enter both in ISO 8601, or choose one from the list.',
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, ...startEnd, endTime: times.startTime },
		answers: standingAppointment,
		message: "'End' (2027-03-08T12:00:00+00:00) is not after 'Start' (2027-03-08T12:00:00+00:00)",
		whatToDo: 'Nothing was sent. Enter an end that is later than the start.',
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, ...startEnd, endTime: '2028-03-09T12:00:00Z' },
		answers: standingAppointment,
		message:
			"'End' (2028-03-09T12:00:00+00:00) is more than a year after 'Start' (2027-03-08T12:00:00+00:00)",
		whatToDo: 'Nothing was sent. Check the year of both.',
	},
	{
		operation: 'appointment.reschedule',
		fields: {
			appointmentId,
			slotSource: 'startEnd',
			startTime: '2026-03-08T12:00:00Z',
			endTime: '2026-03-08T13:00:00Z',
		},
		answers: standingAppointment,
		message: 'The slot has passed: it ended at 2026-03-08T13:00:00+00:00',
		whatToDo:
			"Nothing was sent. Choose a slot in the future, and check the year and the 'Time Zone'. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).",
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, slotSource: 'startDuration', startTime: times.startTime },
		answers: appointmentWith({ startTime: undefined, endTime: undefined }),
		message: "The platform does not say how long the appointment 'appt-1' is",
		whatToDo: "Nothing was sent. Check 'Appointment'. Or fill in 'Duration (Minutes)'.",
	},
	{
		operation: 'appointment.update',
		fields: { appointmentId, fields: { title: 'Recall' } },
		answers: deletedAppointment,
		message: "The appointment 'appt-1' was deleted",
		whatToDo: "Nothing was sent. Check 'Appointment', or book a new one with Appointment > Book.",
	},
	{
		operation: 'appointment.update',
		fields: {
			appointmentId,
			fields: { meetingLocationId: 'place-1', meetingLocationType: 'zoom' },
		},
		message: "'Meeting Place ID' and 'Meeting Place Type' are both filled in",
		whatToDo:
			'Nothing was sent. Use the ID for a place of the calendar, or the type for another one.',
	},
	{
		operation: 'appointment.update',
		fields: { appointmentId: byId('appt-1') },
		message: 'There is nothing to change',
		whatToDo: "Nothing was sent. Add a field in 'Fields'.",
	},
	{
		operation: 'appointmentNote.create',
		fields: { appointmentId: byId('appt-1'), body: 'x'.repeat(5_001) },
		message:
			"'Note' cannot be used. It has 5001 characters. The platform takes 5000 at most: shorten it, or make two notes of it.",
		whatToDo: 'Nothing was sent.',
	},
	...['create', 'update', 'getAll'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: { ...ofRiley, blockedTimeId: 'block-1', endTime: times.startTime },
		message: "'End' (2027-03-08T12:00:00+00:00) is not after 'Start' (2027-03-08T12:00:00+00:00)",
		whatToDo: 'Nothing was sent. Enter an end that is later.',
	})),
	...['create', 'update', 'getAll'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: { ...times, blockedTimeId: 'block-1', blockedFor: 'calendar' },
		message: "'Calendar' is empty",
		whatToDo: 'Nothing was sent. Choose whose time is blocked.',
	})),
	...['create', 'update', 'getAll'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: { ...times, blockedTimeId: 'block-1' },
		message: "'User' is empty",
		whatToDo: 'Nothing was sent. Choose whose time is blocked.',
	})),
	...['create', 'update'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: { ...ofRiley, blockedTimeId: 'block-1' },
		answers: { '/calendars/events': { events: [inTheTime('appt-1', 'Check-up')] } },
		message:
			'1 appointment stands in this time: Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, Check-up, appt-1',
		whatToDo:
			"Nothing was sent. HighLevel was seen to cancel such appointments without a word. Move them first with Appointment > Reschedule, or turn on 'Block Over Appointments' in the options.",
	})),
	{
		operation: 'blockedTime.create',
		fields: ofRiley,
		answers: { '/calendars/events': { events: sixAppointments } },
		message:
			'6 appointments stand in this time: Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-1; Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-2; Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-3; Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-4; Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-5',
		whatToDo:
			"Nothing was sent. HighLevel was seen to cancel such appointments without a word. Move them first with Appointment > Reschedule, or turn on 'Block Over Appointments' in the options.",
	},
	...['create', 'update'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: { ...ofCalendar, blockedTimeId: 'block-1' },
		answers: { '/cal-1': { calendar: { id: 'cal-1', calendarType: 'personal' } } },
		message: "The calendar 'cal-1' cannot have blocked times: it is of the kind 'personal'",
		whatToDo:
			"Nothing was sent. HighLevel blocks calendars of the kind 'event' only. Set 'Blocked For' to 'User', and block the time of those who work in it.",
	})),
	{
		operation: 'blockedTime.create',
		fields: ofCalendar,
		answers: { '/cal-1': { calendar: { id: 'cal-1', calendarType: 'round_robin' } } },
		message: "The calendar 'cal-1' cannot have blocked times: it is of the kind 'round_robin'",
		whatToDo:
			"Nothing was sent. HighLevel blocks calendars of the kind 'event' only. Set 'Blocked For' to 'User', and block the time of those who work in it.",
	},
	{
		operation: 'blockedTime.delete',
		fields: { blockedTimeId: 'appt-1' },
		answers: { '/appt-1': { appointment: { id: 'appt-1' } } },
		message: "'appt-1' is an appointment, no blocked time",
		whatToDo: 'Nothing was sent. To call an appointment off, use Appointment > Cancel.',
	},
	{
		operation: 'calendar.getFreeSlots',
		fields: { calendarId: byId('cal-1'), startDate: '2026-11-19', endDate: '2026-11-20' },
		message: "'End Date' (2026-11-20) has passed, so there can be no free slots",
		whatToDo:
			'Nothing was sent. Enter a later end. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).',
	},
	{
		operation: 'calendar.getFreeSlots',
		fields: {
			calendarId: byId('cal-1'),
			startDate: '2026-11-22',
			endDate: '2027-11-24',
			returnAll: true,
		},
		message: "'End Date' (2027-11-24) is more than a year after 'Start Date' (2026-11-22)",
		whatToDo: "Nothing was sent. Enter an earlier end. Or set a 'Limit'.",
	},
	{
		operation: 'contact.get',
		fields: { contactId: byId('ada@example.com') },
		message: "'Contact' is an email address where an ID belongs: 'ada@example.com'",
		whatToDo:
			"Nothing was sent. Choose 'By Email or Phone' for it, or enter the ID of the contact.",
	},
	{
		operation: 'contact.get',
		fields: { contactId: byId('ada, ben') },
		message: "'Contact' must be the ID of one contact, not 'ada, ben'",
		whatToDo:
			'Nothing was sent. Enter the contactId as an event, or the output of Contact > Create or Update, has it.',
	},
	{
		operation: 'contact.get',
		fields: { contactId: byAddress('family@example.com') },
		answers: {
			'/search': {
				contacts: [
					{ id: 'ada', firstName: 'Ada', email: 'family@example.com' },
					{ id: 'ben', firstName: 'Ben', email: 'family@example.com' },
				],
			},
		},
		message:
			"2 contacts have the email of 'Contact', family@example.com: Ada, family@example.com (ada); Ben, family@example.com (ben)",
		whatToDo: "Enter the right one's ID with 'By ID'.",
	},
	{
		operation: 'contact.get',
		fields: { contactId: byAddress('Ada') },
		message: "'Contact' must be an email address or a phone number, not 'Ada'",
		whatToDo:
			'Nothing was sent. Enter an address such as ada@example.com, or the number with the code of its country, such as +12025550101.',
	},
	{
		operation: 'contact.get',
		fields: { contactId: byAddress('ada@example.com') },
		answers: { '/search': { contacts: [] } },
		message: "No contact has the email of 'Contact', ada@example.com",
		whatToDo:
			'Check it, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.',
	},
	{
		operation: 'contact.get',
		fields: { contactId: byAddress('2025550101') },
		answers: { '/search': { contacts: [] } },
		message: "No contact has the phone of 'Contact', 2025550101",
		whatToDo:
			'It has no country: enter the number with the code of its country, such as +12025550101, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.',
	},
	{
		operation: 'contact.delete',
		fields: { contactId: byAddress('ada@example.com') },
		answers: { '/search': { contacts: [] } },
		message: "No contact has the email of 'Contact', ada@example.com",
		whatToDo:
			'Nothing was changed. Check it, or create the contact first with Contact > Create or Update. One that was just created is found after some seconds.',
	},
	{
		operation: 'contact.delete',
		fields: { contactId: byAddress('family@example.com') },
		answers: {
			'/search': {
				contacts: [
					{ id: 'ada', firstName: 'Ada', email: 'family@example.com' },
					{ id: 'ben', firstName: 'Ben', email: 'family@example.com' },
				],
			},
		},
		message:
			"2 contacts have the email of 'Contact', family@example.com: Ada, family@example.com (ada); Ben, family@example.com (ben)",
		whatToDo: "Nothing was changed. Enter the right one's ID with 'By ID'.",
	},
	...['addTags', 'removeTags'].map((operation) => ({
		operation: `contact.${operation}`,
		fields: { contactId },
		message: "'Tag Names or IDs' is empty",
		whatToDo: 'Nothing was sent. Name at least one tag.',
	})),
	...[
		['contact.update', { contactId }],
		['note.update', { contactId, noteId: 'note-1' }],
		['opportunity.update', { opportunityId: 'deal-1' }],
		['task.update', { contactId, taskId: 'task-1' }],
	].map(([operation, fields]) => ({
		operation: operation as string,
		fields: fields as IDataObject,
		message: 'There is nothing to change',
		whatToDo: "Nothing was sent. Add a field in 'Fields'.",
	})),
	{
		operation: 'contact.update',
		fields: byKey({ colour: 'red' }),
		answers: customFields('TEXT'),
		message: "The location has no custom field 'colour'",
		whatToDo:
			'Nothing was changed. Use the key, ID or label of one of these: One (contact.one), one (f-2).',
	},
	{
		operation: 'contact.update',
		fields: byKey({ one: 'x' }),
		answers: customFields('TEXT'),
		message: "2 custom fields are named 'one'",
		whatToDo:
			'Nothing was changed. Use the key or ID of one of these: One (contact.one), one (f-2).',
	},
	...[
		['FILE_UPLOAD', 'a file'],
		['SIGNATURE', 'a signature'],
		['TEXTBOX_LIST', 'a list of texts'],
	].map(([dataType, content]) => ({
		operation: 'contact.update',
		fields: byKey({ 'f-1': 'x' }),
		answers: customFields(dataType),
		message: `The custom field 'f-1' holds ${content}, which this node cannot write`,
		whatToDo: 'Nothing was changed. Leave it out, and enter it on the platform.',
	})),
	{
		operation: 'contact.update',
		fields: byKey({ 'f-1': {} }),
		answers: customFields('TEXT'),
		message: "'Custom Fields by Key or Label' cannot be used",
		whatToDo: "Nothing was changed. The value of 'f-1' is an object, which it cannot hold.",
	},
	{
		operation: 'contact.update',
		fields: byKey(5),
		message: "'Custom Fields by Key or Label' must be an object in JSON, not '5'",
		whatToDo:
			'Nothing was sent. Enter the values by key, ID or label, such as {"contact.size": "L"}.',
	},
	{
		operation: 'contact.update',
		fields: { contactId, fields: { customFieldsByKey: 'size: L' } },
		message: "'Custom Fields by Key or Label' must be an object in JSON, not 'size: L'",
		whatToDo:
			'Nothing was sent. Enter the values by key, ID or label, such as {"contact.size": "L"}.',
	},
	{
		operation: 'contact.update',
		fields: { contactId, fields: { customFieldsByKey: '={{ new Date(0) }}' } },
		message: "'Custom Fields by Key or Label' must be an object in JSON, not a date",
		whatToDo:
			'Nothing was sent. Enter the values by key, ID or label, such as {"contact.size": "L"}.',
	},
	...['CHECKBOX', 'MULTIPLE_OPTIONS', 'RADIO', 'SINGLE_OPTIONS'].map((dataType) => ({
		operation: 'contact.update',
		fields: byKey({ 'f-1': 'Monday' }),
		answers: customFields(dataType),
		message: "'Monday' is no option of the custom field One (contact.one)",
		whatToDo: 'Nothing was changed. Use one of these: Mon; Tue.',
	})),
	{
		operation: 'contact.update',
		fields: byKey({ 'f-1': '25.11.2026' }),
		answers: customFields('DATE'),
		message: 'The custom field One (contact.one) holds a date',
		whatToDo:
			'Nothing was changed. The value "25.11.2026" is not a date. Enter it as YYYY-MM-DD, such as 2026-11-25.',
	},
	{
		operation: 'contact.upsert',
		fields: { firstName: 'Ada' },
		message: "'Email' and 'Phone' are empty",
		whatToDo:
			'Nothing was sent. Fill in one of them: by it, the platform finds the contact or creates it.',
	},
	{
		operation: 'contact.upsert',
		fields: { email: 'ada@example.com', options: { whenExists: 'stop' } },
		answers: OWNER,
		message: "A contact with this email exists: 'con-ada'",
		whatToDo: "Nothing was sent. Use that contact, or choose what to do in 'When Contact Exists'.",
	},
	{
		operation: 'conversation.getAll',
		fields: { filters: { startDate: '2026-11-30', endDate: '2026-11-01' } },
		message: "'Created From' is after 'Created To'",
		whatToDo: 'Nothing was sent. Enter the earlier time first.',
	},
	...['CHECKBOX', 'MULTIPLE_OPTIONS', 'RADIO', 'SINGLE_OPTIONS'].map((dataType) => ({
		operation: 'customField.create',
		fields: { name: 'Plan', dataType },
		message: "'Choices' is empty",
		whatToDo:
			"Nothing was sent. A field of this 'Type' needs something to choose from: add 'Choices' in 'Fields'.",
	})),
	{
		operation: 'message.addInbound',
		fields: { ...sms, type: 'WhatsApp' },
		message: "'Conversation Provider ID' is empty",
		whatToDo:
			"Nothing was sent. A message of this 'Type' comes through a conversation provider: enter its ID.",
	},
	{
		operation: 'message.addInbound',
		fields: { contactId, type: 'SMS' },
		message: "'Message' is empty",
		whatToDo: 'Nothing was sent. Enter the text of the message.',
	},
	...['Call', 'IVR_Call', 'Campaign_Call', 'Campaign_VoiceMail'].map((type) => ({
		operation: 'message.addInbound',
		fields: { contactId, type, conversationProviderId: 'provider-1' },
		message: "'Call From', 'Call To' and 'Call Status' are empty",
		whatToDo: "Nothing was sent. An entry of a call needs them: add them in 'Fields'.",
	})),
	...[{ callFrom: '+12025550101' }, { callTo: '+12025550101' }, { callStatus: 'busy' }].map(
		(fields) => ({
			operation: 'message.addInbound',
			fields: { ...sms, fields },
			message: "A field of calls is filled in, and 'Type' is SMS",
			whatToDo:
				"Nothing was sent. Remove 'Call From', 'Call To' and 'Call Status'. Or set 'Type' to 'Call'.",
		}),
	),
	{
		operation: 'message.addInbound',
		fields: { ...sms, fields: { conversationId: 'of-ben' } },
		answers: { '/of-ben': { id: 'of-ben', contactId: 'ben' } },
		message: "The conversation 'of-ben' is not of the contact 'ada'",
		whatToDo:
			"Nothing was sent. Remove 'Conversation ID': the platform finds the conversation of the contact.",
	},
	{
		operation: 'message.getAll',
		fields: { messagesOf: 'conversation', conversationId: '' },
		message: "'Conversation ID' is empty",
		whatToDo: 'Nothing was sent. Enter the ID of the conversation.',
	},
	{
		operation: 'message.getAll',
		fields: { contactId: byId('') },
		message: "'Contact' is empty",
		whatToDo: 'Nothing was sent. Choose the contact whose messages to get.',
	},
	{
		operation: 'message.getAll',
		fields: { contactId: byId('ben'), options: { onlyOfContact: byId('ada') } },
		message: "These are no messages of the contact 'ada' in 'Only of Contact'",
		whatToDo: 'Nothing was sent. Get the messages of that contact.',
	},
	...[
		{ emailBcc: 'ben@example.com', label: 'BCC' },
		{ emailCc: 'ben@example.com', label: 'CC' },
		{ emailFrom: 'hello@example.com', label: 'From Email' },
		{ emailTo: 'ada@example.com', label: 'To Email' },
		{ emailReplyMode: 'reply_all', label: 'Reply Mode' },
		{ threadId: 'thread-1', label: 'Thread ID' },
	].map(({ label, ...fields }) => ({
		operation: 'message.send',
		fields: { ...sms, fields },
		message: `'${label}' is a field of emails, and 'Type' is SMS`,
		whatToDo: `Nothing was sent. Remove '${label}'. Or set 'Type' to 'Email'.`,
	})),
	{
		operation: 'message.send',
		fields: { ...sms, type: 'Custom', fields: { emailCc: 'ben@example.com' } },
		message: "'CC' is a field of emails, and 'Type' is Custom",
		whatToDo: "Nothing was sent. Remove 'CC'. Or set 'Type' to 'Email'.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, message: '' },
		message: "'Message' is empty",
		whatToDo: "Nothing was sent. Fill it in, or add 'Attachments'.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, type: 'Custom' },
		message: "'Conversation Provider ID' is empty",
		whatToDo:
			"Nothing was sent. A message of the type 'Custom' goes through a conversation provider: enter its ID.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, type: 'Email' },
		message: "'Subject' is empty",
		whatToDo: 'Nothing was sent. An email needs a subject.',
	},
	...['2026-11-20T12:00:00+00:00', '2026-11-21T12:00:00+00:00'].map((scheduledTimestamp) => ({
		operation: 'message.send',
		fields: { ...sms, fields: { scheduledTimestamp } },
		message: `'Send At' (${scheduledTimestamp}) has passed`,
		whatToDo:
			'Nothing was sent. Enter a later time, or leave it empty to send the message at once.',
	})),
	{
		operation: 'message.send',
		fields: { ...sms, fields: { replyMessageId: 'm-9' } },
		answers: { '/m-9': { id: 'm-9', contactId: 'ben' } },
		message: "The message 'm-9' is of another contact",
		whatToDo:
			"Nothing was sent. Take 'Reply to Message ID' from Message > Get Many of this contact.",
	},
	{
		operation: 'message.send',
		fields: sms,
		answers: { '/contacts/ada': { contact: { id: 'ada', email: 'ada@example.com' } } },
		message: "The contact 'ada' has no phone",
		whatToDo: "Nothing was sent. Add it with Contact > Update, or choose another 'Type'.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, type: 'Email', subject: 'Hello' },
		answers: { '/contacts/ada': { contact: { id: 'ada', phone: '+12025550101' } } },
		message: "The contact 'ada' has no email",
		whatToDo: "Nothing was sent. Add it with Contact > Update, or choose another 'Type'.",
	},
	{
		operation: 'message.send',
		fields: sms,
		answers: { '/contacts/ada': { contact: { id: 'ada', phone: '+12025550101', dnd: true } } },
		message: "The contact 'ada' has asked for no messages by SMS (Do Not Disturb)",
		whatToDo:
			"Nothing was sent. Respect it, or choose another 'Type'. The contact's settings on the platform show which ones are off.",
	},
	...[
		{ errorCode: '1' },
		{ errorCode: '1', errorType: 'saas' },
		{ errorCode: '1', errorMessage: 'Not in service' },
		{ errorType: 'saas', errorMessage: 'Not in service' },
	].map((fields) => ({
		operation: 'message.updateStatus',
		fields: { messageId: 'm-1', status: 'failed', fields },
		message: "'Error Code', 'Error Message' and 'Error Type' are not all filled in",
		whatToDo:
			'Nothing was sent. HighLevel takes an error with all three. Fill in what is missing, or remove them.',
	})),
	{
		operation: 'opportunity.create',
		fields: { contactId, pipelineId: byId('sales'), name: 'Braces' },
		answers: { '/pipelines': { pipelines: [{ id: 'care', name: 'Care' }] } },
		message: "'Pipeline' is not in its list: 'sales'",
		whatToDo: 'Nothing was changed. Use the name or ID of one of these: Care (care).',
	},
	{
		operation: 'opportunity.create',
		fields: {
			contactId,
			pipelineId: byId('care'),
			pipelineStageId: byId('Open'),
			name: 'Braces',
		},
		answers: {
			'/pipelines': {
				pipelines: [
					{
						id: 'care',
						name: 'Care',
						stages: [
							{ id: 'open-1', name: 'Open' },
							{ id: 'open-2', name: 'Open' },
							{ id: 'done', name: 'Done' },
						],
					},
				],
			},
		},
		message: "'Stage' is the name of 2 in its list: 'Open'",
		whatToDo: 'Nothing was changed. Use the ID of one of these: Open (open-1), Open (open-2).',
	},
	{
		operation: 'opportunity.update',
		fields: { opportunityId: 'deal-1', fields: { assignedTo: byId('Ada') } },
		answers: {
			'/users/': {
				users: [
					{ id: 'ada-1', name: 'Ada' },
					{ id: 'ada-2', name: 'Ada' },
					{ id: 'ben', name: 'Ben' },
				],
			},
		},
		message: "'Assigned User' is the name of 2 in its list: 'Ada'",
		whatToDo: 'Nothing was changed. Use the ID of one of these: Ada (ada-1), Ada (ada-2).',
	},
	// A read changes nothing in any case.
	{
		operation: 'opportunity.getAll',
		fields: { filters: { pipelineId: byId('sales') } },
		answers: { '/pipelines': { pipelines: [{ id: 'care', name: 'Care' }] } },
		message: "'Pipeline' is not in its list: 'sales'",
		whatToDo: 'Use the name or ID of one of these: Care (care).',
	},
	{
		operation: 'contact.getAll',
		fields: { filters: { customFieldsByKey: { colour: 'red' } } },
		answers: customFields('TEXT'),
		message: "The location has no custom field 'colour'",
		whatToDo: 'Use the key, ID or label of one of these: One (contact.one), one (f-2).',
	},
	{
		operation: 'contact.getAll',
		fields: { filters: { customFieldsByKey: { 'f-1': 'Monday' } } },
		answers: customFields('RADIO'),
		message: "'Monday' is no option of the custom field One (contact.one)",
		whatToDo: 'Use one of these: Mon; Tue.',
	},
	{
		operation: 'contact.getAll',
		fields: { filters: { customFieldsByKey: { 'f-1': 'x' } } },
		answers: customFields('SIGNATURE'),
		message: "The custom field 'f-1' holds a signature, by which contacts cannot be searched here",
		whatToDo: 'Leave it out, and compare the output.',
	},
	...[
		['', 'empty'],
		[{}, 'an object'],
	].map(([value, what]) => ({
		operation: 'contact.getAll',
		fields: { filters: { customFieldsByKey: { 'f-1': value } } },
		answers: customFields('TEXT'),
		message: `The value of 'f-1' is ${what as string}`,
		whatToDo: 'Give the one text, number or option to search for.',
	})),
	{
		operation: 'opportunity.getAll',
		fields: { filters: { createdFrom: '2026-11-30', createdTo: '2026-11-01' } },
		message: "'Created From' is after 'Created To'",
		whatToDo: 'Nothing was sent. Enter the earlier day first.',
	},
])('$operation of $fields is refused to a person: $message', async (refused) => {
	const { error, changes } = await run(refused, {});

	expect({ message: error?.message, description: error?.description }).toEqual({
		message: `${refused.message} [Item 0]`,
		description: refused.whatToDo,
	});
	expect(changes).toEqual([]);
});

it.each<Omit<Refused, 'whatToDo'>>([
	{
		operation: 'apiRequest.send',
		fields: { method: 'DELETE', path: '/x' },
		message:
			"This tool only reads, so it cannot send DELETE. Nothing was sent. Use GET. A person can turn on 'Allow Agents to Write' in the node.",
	},
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', queryParameters: { parameter: [{ name: 'a', value: '={{ null }}' }] } },
		message: "'Value' of 'a' is empty. Nothing was sent. Fill in the value of a.",
	},
	{
		operation: 'apiRequest.send',
		fields: { path: '/x', queryParameters: { parameter: [{ name: '', value: '={{ null }}' }] } },
		message: "'Value' is empty. Nothing was sent. Fill in the value of each row.",
	},
	{
		operation: 'apiRequest.send',
		fields: {
			method: 'POST',
			path: '/x',
			allowWrites: true,
			body: "={{ $fromAI('body', 'Words', 'json') }}",
		},
		message: "'body' is empty. Nothing was sent. Fill in body.",
	},
	{
		operation: 'appointment.reschedule',
		fields: { appointmentId, ...startEnd, calendarId: byId('cal-2') },
		answers: standingAppointment,
		message:
			"The appointment 'appt-1' is in the calendar 'cal-1', not in 'cal-2'. Nothing was sent. Use the calendar 'cal-1'.",
	},
	{
		operation: 'appointment.reschedule',
		fields: {
			appointmentId,
			slotSource: 'startEnd',
			startTime: byModel('start', '2027-03-08 12:00'),
			endTime: byModel('end', '2027-03-08 13:00'),
		},
		answers: standingAppointment,
		message:
			"'start' must be a time with an offset from UTC, not '2027-03-08 12:00'. Nothing was sent. Enter the time as the list of free slots has it, such as 2026-11-25T14:00:00+00:00 or 2026-11-25T09:00:00-05:00.",
	},
	{
		operation: 'appointment.reschedule',
		fields: {
			appointmentId,
			slotSource: 'startEnd',
			startTime: byModel('start', '2026-03-08T12:00:00Z'),
			endTime: byModel('end', '2026-03-08T13:00:00Z'),
		},
		answers: standingAppointment,
		message:
			'The slot has passed: it ended at 2026-03-08T13:00:00+00:00. Nothing was sent. Choose a slot in the future, and check the year. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).',
	},
	...[
		[canceledAppointment, "was called off: its status is 'cancelled'"],
		[deletedAppointment, 'was deleted'],
	].map(([answers, what]) => ({
		operation: 'appointment.update',
		fields: { appointmentId, fields: { title: 'Recall' } },
		answers: answers as Refused['answers'],
		message: `The appointment 'appt-1' ${what as string}. Nothing was sent. Use the appointmentId of one that stands, or book a new one.`,
	})),
	...['askToConfirm', 'offerSlots'].map((operation) => ({
		operation: `appointment.${operation}`,
		fields: { contactId, appointmentId, calendarId: byId('cal-1'), ...times },
		message: `'${operation === 'offerSlots' ? 'Offer Slots' : 'Ask to Confirm'} and Wait' cannot be an agent's tool. Nothing was sent. Use another tool where one fits, else tell the person.`,
	})),
	{
		operation: 'appointment.update',
		fields: { appointmentId: byId('appt-1') },
		message: 'There is nothing to change. Nothing was sent. Fill in what is to change.',
	},
	...['create', 'update'].map((operation) => ({
		operation: `blockedTime.${operation}`,
		fields: {
			...ofRiley,
			blockedTimeId: 'block-1',
			startTime: byModel('startTime', '2026-03-08T12:00:00Z'),
			endTime: byModel('endTime', '2026-03-08T13:00:00Z'),
		},
		message:
			"'endTime' (2026-03-08T13:00:00+00:00) has passed. Nothing was sent. Enter a time to come, and check the year. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).",
	})),
	{
		operation: 'blockedTime.create',
		fields: ofRiley,
		answers: { '/calendars/events': { events: [inTheTime('appt-1')] } },
		message:
			'1 appointment stands in this time: Mon, Mar 8, 2027, 12:00 – 1:00 PM UTC, appt-1. Nothing was sent. Ask the person whether these appointments are to be moved first.',
	},
	{
		operation: 'blockedTime.delete',
		fields: { blockedTimeId: 'appt-1' },
		answers: { '/appt-1': { appointment: { id: 'appt-1' } } },
		message:
			"'appt-1' is an appointment, no blocked time. Nothing was sent. To call an appointment off, use the tool that cancels.",
	},
	{
		operation: 'contact.getAll',
		fields: { query: byModel('query', 'example.com') },
		message:
			"'query' must be a whole email address, a whole phone number or a name, not 'example.com'. Nothing was sent. Ask for one of them. A part of an address would find other people.",
	},
	{
		operation: 'contact.get',
		fields: { contactId: byModel('contactId', 'ada@example.com') },
		message:
			"'contactId' is an email address where an ID belongs: 'ada@example.com'. Nothing was sent. Where a tool finds contacts, look it up by its email, and use the ID of the result. Else ask for the ID.",
	},
	{
		operation: 'contact.get',
		fields: { contactId: byModel('contactId', 'ada, ben') },
		message:
			"'contactId' must be the ID of one contact, not 'ada, ben'. Nothing was sent. Where a tool finds contacts, look it up, and use the ID of the result. Else ask for the ID.",
	},
	{
		operation: 'contact.update',
		fields: { contactId },
		message: 'There is nothing to change. Nothing was sent. Fill in what is to change.',
	},
	{
		operation: 'contact.update',
		fields: { contactId, fields: { email: 'ada@example.com' } },
		answers: OWNER,
		message:
			"The email belongs to another contact, 'con-ada'. Nothing was sent. Ask the person for an address of their own. If both are the same person, use the contact 'con-ada'.",
	},
	{
		operation: 'contact.upsert',
		fields: { email: byModel('email', ''), firstName: 'Ada' },
		message:
			"'email' and 'Phone' are empty. Nothing was sent. Ask the person for one of them. Never make one up.",
	},
	{
		operation: 'contact.upsert',
		fields: { email: 'ada@example.com', options: { whenExists: 'stop' } },
		answers: OWNER,
		message:
			"A contact with this email exists: 'con-ada'. Nothing was sent. Use the contact 'con-ada' if it is the same person. Else ask for another address.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, type: byModel('type', 'SMS') },
		answers: { '/contacts/ada': { contact: { id: 'ada' } } },
		message:
			"The contact 'ada' has no phone. Nothing was sent. Choose another 'type', or ask the person for it.",
	},
	{
		operation: 'message.send',
		fields: { ...sms, type: byModel('type', 'SMS') },
		answers: { '/contacts/ada': { contact: { id: 'ada', phone: '+12025550101', dnd: true } } },
		message:
			"The contact 'ada' has asked for no messages by SMS (Do Not Disturb). Nothing was sent. Respect it. Choose another 'type' only where the person asks for it.",
	},
	{
		operation: 'task.create',
		fields: { contactId, title: 'Call', dueDate: byModel('dueDate', '2020-12-01T23:59:00Z') },
		message:
			"'dueDate' (2020-12-01T23:59:00+00:00) has passed. Nothing was sent. Enter a day to come, and check the year. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).",
	},
])('$operation of $fields is refused to a model: $message', async (refused) => {
	const { error, changes } = await run(refused, TOOL);

	expect(error?.message).toBe(refused.message);
	expect(changes).toEqual([]);
});

interface Sendable {
	what: string;
	operation: string;
	fields: IDataObject;
	answers?: Record<string, unknown>;
	/** The request that goes out. */
	request: Partial<Sent>;
	/** What the platform is asked before, by paths. */
	reads?: string[];
}

it.each<Sendable>([
	{
		what: 'a request of a model to which a person allows writes',
		operation: 'apiRequest.send',
		fields: { method: 'DELETE', path: '/x', allowWrites: true },
		request: { method: 'DELETE', path: '/x' },
	},
	{
		what: 'a time of a calendar for events',
		operation: 'blockedTime.create',
		fields: { ...ofCalendar, assignedUserId: byId('riley'), fields: { title: 'Vacation' } },
		answers: {
			'/cal-1': { calendar: { id: 'cal-1', calendarType: 'event' } },
			'/block-slots': { id: 'block-1' },
		},
		reads: ['/calendars/', '/calendars/cal-1', '/calendars/events'],
		request: {
			method: 'POST',
			path: '/calendars/events/block-slots',
			body: {
				locationId: 'loc-1',
				calendarId: 'cal-1',
				title: 'Vacation',
				startTime: '2027-03-08T12:00:00+00:00',
				endTime: '2027-03-08T13:00:00+00:00',
			},
		},
	},
	{
		what: 'the move of a blocked time of a user',
		operation: 'blockedTime.update',
		fields: {
			...ofRiley,
			calendarId: byId('cal-1'),
			blockedTimeId: 'block-1',
			options: { blockOverAppointments: true },
		},
		reads: ['/users/'],
		request: {
			method: 'PUT',
			path: '/calendars/events/block-slots/block-1',
			body: {
				locationId: 'loc-1',
				assignedUserId: 'riley',
				startTime: '2027-03-08T12:00:00+00:00',
				endTime: '2027-03-08T13:00:00+00:00',
			},
		},
	},
	{
		what: 'the deletion of a blocked time',
		operation: 'blockedTime.delete',
		fields: { blockedTimeId: 'block-1' },
		answers: { '/appointments/block-1': failed(404) },
		reads: ['/calendars/events/appointments/block-1'],
		request: { method: 'DELETE', path: '/calendars/events/block-1', body: '{}' },
	},
	{
		what: 'an address of nobody for a contact',
		operation: 'contact.update',
		fields: { contactId, fields: { email: 'new@example.com' } },
		answers: { '/duplicate': { contact: null } },
		reads: ['/contacts/search/duplicate'],
		request: { method: 'PUT', path: '/contacts/ada', body: { email: 'new@example.com' } },
	},
	{
		what: 'a value by key beside one whose expression gives nothing',
		operation: 'contact.update',
		fields: {
			contactId,
			fields: { customFieldsByKey: '={{ { "f-2": $json.nope, "f-1": "Mon" } }}' },
		},
		answers: customFields('RADIO'),
		reads: ['/locations/loc-1/customFields'],
		request: {
			method: 'PUT',
			path: '/contacts/ada',
			body: { customFields: [{ id: 'f-1', field_value: 'Mon' }] },
		},
	},
	{
		what: 'the deletion of a task, without a body',
		operation: 'task.delete',
		fields: { contactId, taskId: 'task-1' },
		request: { method: 'DELETE', path: '/contacts/ada/tasks/task-1' },
	},
	{
		what: 'a custom field of texts without choices',
		operation: 'customField.create',
		fields: { name: 'Insurance' },
		answers: { '/customFields': { customField: { id: 'f-1' } } },
		request: {
			method: 'POST',
			path: '/locations/loc-1/customFields',
			body: { model: 'contact', name: 'Insurance', dataType: 'TEXT' },
		},
	},
	{
		what: 'an entry of a call without a text',
		operation: 'message.addInbound',
		fields: {
			contactId,
			type: 'Call',
			conversationProviderId: 'provider-1',
			fields: { callFrom: '+12025550101', callTo: '+12025550100', callStatus: 'busy' },
		},
		answers: { '/inbound': { messageId: 'm-1' } },
		request: {
			method: 'POST',
			path: '/conversations/messages/inbound',
			body: {
				contactId: 'ada',
				type: 'Call',
				conversationProviderId: 'provider-1',
				call: { from: '+12025550101', to: '+12025550100', status: 'busy' },
			},
		},
	},
	...['SMS', 'Email'].map((type) => ({
		what: `an inbound ${type} without a provider`,
		operation: 'message.addInbound',
		fields: { ...sms, type },
		answers: { '/inbound': { messageId: 'm-1' } },
		request: {
			method: 'POST',
			path: '/conversations/messages/inbound',
			body: { contactId: 'ada', type, message: 'Hello' },
		},
	})),
	{
		what: 'a reply to a message of the contact',
		operation: 'message.send',
		fields: { ...sms, fields: { replyMessageId: 'm-9' } },
		answers: {
			'/m-9': { message: { id: 'm-9', contactId: 'ada' } },
			'/messages': { messageId: 'm-1' },
		},
		reads: ['/conversations/messages/m-9', '/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: { contactId: 'ada', type: 'SMS', message: 'Hello', replyMessageId: 'm-9' },
		},
	},
	{
		what: 'a reply to a message that the token may not read',
		operation: 'message.send',
		fields: { ...sms, fields: { replyMessageId: 'm-9' } },
		answers: { '/m-9': failed(401), '/messages': { messageId: 'm-1' } },
		reads: ['/conversations/messages/m-9', '/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: { contactId: 'ada', type: 'SMS', message: 'Hello', replyMessageId: 'm-9' },
		},
	},
	{
		what: 'a message for later, in whole seconds',
		operation: 'message.send',
		fields: { ...sms, fields: { scheduledTimestamp: '2026-11-21T12:00:01.900Z' } },
		answers: { '/messages': { messageId: 'm-1' } },
		reads: ['/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: {
				contactId: 'ada',
				type: 'SMS',
				message: 'Hello',
				scheduledTimestamp: Date.parse('2026-11-21T12:00:01Z') / 1_000,
			},
		},
	},
	{
		what: 'a message to a contact that the token may not read',
		operation: 'message.send',
		fields: sms,
		answers: { '/contacts/ada': failed(401), '/messages': { messageId: 'm-1' } },
		reads: ['/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: { contactId: 'ada', type: 'SMS', message: 'Hello' },
		},
	},
	{
		what: 'a message of a chat to a contact without any address',
		operation: 'message.send',
		fields: { ...sms, type: 'IG' },
		answers: { '/contacts/ada': { contact: { id: 'ada' } }, '/messages': { messageId: 'm-1' } },
		reads: ['/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: { contactId: 'ada', type: 'IG', message: 'Hello' },
		},
	},
	{
		what: 'an email with what emails alone have',
		operation: 'message.send',
		fields: {
			...sms,
			type: 'Email',
			subject: 'Visit',
			fields: { emailCc: 'ben@example.com', emailReplyMode: 'reply_all', threadId: 'thread-1' },
		},
		answers: { '/messages': { messageId: 'm-1' } },
		reads: ['/contacts/ada'],
		request: {
			method: 'POST',
			path: '/conversations/messages',
			body: {
				contactId: 'ada',
				type: 'Email',
				subject: 'Visit',
				html: 'Hello',
				emailCc: ['ben@example.com'],
				emailReplyMode: 'reply_all',
				threadId: 'thread-1',
			},
		},
	},
	{
		what: 'a status of a message without an error',
		operation: 'message.updateStatus',
		fields: { messageId: 'm-1', status: 'read' },
		answers: { '/status': { id: 'm-1', status: 'read' } },
		request: {
			method: 'PUT',
			path: '/conversations/messages/m-1/status',
			body: { status: 'read' },
		},
	},
	{
		what: 'a status of a message with a whole error',
		operation: 'message.updateStatus',
		fields: {
			messageId: 'm-1',
			status: 'failed',
			fields: { errorCode: '1', errorType: 'saas', errorMessage: 'Not in service' },
		},
		answers: { '/status': { id: 'm-1', status: 'failed' } },
		request: {
			method: 'PUT',
			path: '/conversations/messages/m-1/status',
			body: {
				status: 'failed',
				error: { code: '1', type: 'saas', message: 'Not in service' },
			},
		},
	},
])('but $what is sent', async ({ request, reads = [], ...sendable }) => {
	const { error, changes, pathsOfReads } = await run(sendable, TOOL);

	expect(error).toBeUndefined();
	expect(changes).toHaveLength(1);
	const { method, path, body } = changes[0];
	expect({ method, path, body }).toEqual({ body: undefined, ...request });
	expect(pathsOfReads).toEqual(reads);
});
