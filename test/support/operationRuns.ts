import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from './e2e/platformParameters';
import { dayFromNow, nextWorkday } from './e2e/slots';

/** What an operation is given, and what the first of its items must hold. */
export type Run = [parameters: INodeParameters, item: IDataObject];

const calendarId = byId('cal-onboarding');
const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
const appointmentId = byId('appt-1');

/** Half an hour of the business. */
const at = (hour: number) => ({
	startTime: `${nextWorkday(3)}T${hour}:00:00+00:00`,
	endTime: `${nextWorkday(3)}T${hour}:30:00+00:00`,
});

/** What the platform must have before: its first appointment. */
export const FIRST_APPOINTMENT = {
	calendarId: 'cal-onboarding',
	contactId: 'contact-ada',
	...at(15),
};

/** When an appointment is booked, or to which time it is moved. */
const when = (hour: number) => ({ calendarId, slotSource: 'startEnd', ...at(hour) });

/** One run of each operation, by node and `resource.operation`: in n8n's engine, and in a real n8n. */
export const RUNS: Record<string, Record<string, Run>> = {
	knowledge: {
		'recipe.search': [{ query: 'free slot' }, { slug: 'book-appointment-into-free-slot' }],
		'glossaryTerm.get': [{ slug: 'sub-account' }, { term: 'Sub-account' }],
		'useCase.getAll': [{ vertical: 'dental' }, { vertical: 'dental' }],
		'changelogEntry.getAll': [{ since: '2020-01-01' }, { date: expect.any(String) }],
		'feature.get': [{ slug: 'calendars' }, { name: 'Calendars' }],
	},
	platform: {
		'accessToken.get': [{}, { locationId: 'loc-harbor', level: 'location' }],
		'appointment.book': [{ ...when(16), contactId: 'contact-ada' }, { booked: true }],
		'appointment.reschedule': [
			{ ...when(17), appointmentId },
			{ rescheduled: true, appointmentId: 'appt-1' },
		],
		'appointment.cancel': [{ appointmentId }, { canceled: true, appointmentId: 'appt-1' }],
		'apiRequest.send': [{ path: '/calendars/cal-onboarding' }, {}],
		'calendar.get': [{ calendarId }, { id: 'cal-onboarding' }],
		'calendar.getAll': [{}, { id: 'cal-onboarding' }],
		'calendar.getFreeSlots': [{ calendarId, ...days }, { startTime: expect.any(String) }],
		'installedLocation.getAll': [{}, { name: 'Harbor Dental' }],
	},
};

const contactId = byId('contact-ada');
const pipeline = { pipelineId: byId('pipeline-patients'), pipelineStageId: byId('stage-planned') };

/** Those that HighLevel alone has, with the records of the seed. */
export const HIGH_LEVEL_RUNS: Record<string, Run> = {
	'contact.upsert': [
		{ email: 'noor@example.com', phone: '+12025550177', fields: { companyName: 'Engines' } },
		{ created: true, tags: [] },
	],
	'contact.get': [{ contactId }, { contactId: 'contact-ada' }],
	'contact.getAll': [
		{ query: 'ada@example.com', filters: { createdFrom: '2020-01-01', updatedFrom: '2020-01-01' } },
		{ contactId: 'contact-ada' },
	],
	'appointment.get': [{ appointmentId }, { appointmentId: 'appt-1', contactId: 'contact-ada' }],
	'appointment.getAll': [
		{ appointmentsOf: 'contact', contactId },
		{ appointmentId: 'appt-1', contactId: 'contact-ada' },
	],
	'appointment.updateStatus': [
		{ appointmentId, appointmentStatus: 'noshow' },
		{ appointmentId: 'appt-1', appointmentStatus: 'noshow' },
	],
	'appointment.update': [
		{ appointmentId, fields: { title: 'Follow-up call' } },
		{ appointmentId: 'appt-1', title: 'Follow-up call' },
	],
	'contact.update': [{ contactId, fields: { city: 'Boston' } }, { city: 'Boston' }],
	'contact.addTags': [{ contactId, tags: ['lead'], newTags: 'vip' }, { tags: ['lead', 'vip'] }],
	'contact.removeTags': [{ contactId, tags: ['lead'] }, { contactId: 'contact-ada' }],
	'contact.addNote': [{ contactId, body: 'Prefers mornings' }, { body: 'Prefers mornings' }],
	'contact.addToWorkflow': [{ contactId, workflowId: byId('workflow-no-show') }, { success: true }],
	'contact.removeFromWorkflow': [
		{ contactId, workflowId: byId('workflow-no-show') },
		{ success: true },
	],
	'opportunity.create': [
		{ contactId, ...pipeline, name: 'Implant', fields: { source: 'Fair' } },
		{ name: 'Implant', source: 'Fair' },
	],
	'opportunity.update': [
		{ opportunityId: 'deal-braces', fields: { status: 'won' } },
		{ opportunityId: 'deal-braces', status: 'won' },
	],
	'opportunity.updateStatus': [
		{
			opportunityId: 'deal-braces',
			status: 'lost',
			fields: { lostReasonId: byId('reason-price') },
		},
		{ opportunityId: 'deal-braces', status: 'lost', lostReasonId: 'reason-price' },
	],
	'opportunity.get': [{ opportunityId: 'deal-braces' }, { name: 'Braces' }],
	'opportunity.getAll': [
		{ contactId },
		{ opportunityId: 'deal-braces', pipelineName: expect.any(String) },
	],
	'task.create': [
		{ contactId, title: 'Call', dueDate: '2026-12-01 10:00' },
		{ title: 'Call', completed: false },
	],
	'task.update': [
		{ contactId, taskId: 'task-call', fields: { completed: true } },
		{ taskId: 'task-call', completed: true },
	],
	'task.get': [{ contactId, taskId: 'task-call' }, { title: 'Call back' }],
	'task.getAll': [{ contactId }, { taskId: 'task-call' }],
	'message.send': [
		{ contactId, type: 'Email', subject: 'Hello', message: '<p>Hello</p>' },
		{ contactId: 'contact-ada', messageId: expect.any(String) },
	],
	'message.getAll': [{ contactId }, { messageId: expect.any(String), contactId: 'contact-ada' }],
	'message.addInbound': [
		{ contactId, conversationProviderId: 'provider-chat', message: 'I am on my way' },
		{ contactId: 'contact-ada', messageId: expect.any(String) },
	],
	'message.updateStatus': [
		{ messageId: 'message-2', status: 'read' },
		{ messageId: 'message-2', status: 'read' },
	],
	'conversation.getAll': [{ contactId }, { contactId: 'contact-ada', email: 'ada@example.com' }],
	'note.create': [{ contactId, body: 'Prefers mornings' }, { body: 'Prefers mornings' }],
	'note.getAll': [{ contactId }, { noteId: expect.any(String), contactId: 'contact-ada' }],
	'note.update': [
		{ contactId, noteId: 'note-mornings', fields: { body: 'Prefers evenings' } },
		{ noteId: 'note-mornings', body: 'Prefers evenings' },
	],
	'appointmentNote.create': [{ appointmentId, body: 'Came late' }, { body: 'Came late' }],
	'appointmentNote.getAll': [{ appointmentId }, { noteId: expect.any(String) }],
	'appointmentNote.update': [
		{ appointmentId, noteId: 'note-first-visit', body: 'Came early' },
		{ noteId: 'note-first-visit', body: 'Came early' },
	],
	'blockedTime.create': [
		{ assignedUserId: byId('user-sam'), ...at(15) },
		{ blockedTimeId: expect.any(String), assignedUserId: 'user-sam' },
	],
	'blockedTime.getAll': [
		{
			assignedUserId: byId('user-sam'),
			startTime: '2027-01-01 00:00:00',
			endTime: '2027-01-31 00:00:00',
		},
		{ blockedTimeId: 'block-holiday', title: 'Holiday' },
	],
	'blockedTime.update': [
		{
			blockedTimeId: 'block-holiday',
			assignedUserId: byId('user-sam'),
			startTime: '2027-01-05T14:00:00Z',
			endTime: '2027-01-05T22:00:00Z',
		},
		{ blockedTimeId: 'block-holiday', assignedUserId: 'user-sam' },
	],
	'customField.getAll': [{}, { customFieldId: 'field-insurance', fieldKey: 'contact.insurance' }],
	'customField.create': [
		{ name: 'Dentist', dataType: 'TEXT' },
		{ customFieldId: expect.any(String), fieldKey: 'contact.dentist' },
	],
	'customField.delete': [{ customFieldId: 'field-scan' }, { deleted: true }],
	'pipeline.getAll': [{}, { pipelineId: 'pipeline-patients' }],
	'workflow.getAll': [{}, { workflowId: 'workflow-no-show' }],
	'tag.getAll': [{}, { name: 'lead' }],
	'location.get': [{}, { locationId: 'loc-harbor', timezone: 'America/New_York' }],
	'user.get': [{ userId: byId('user-riley') }, { userId: 'user-riley', name: 'Riley Chen' }],
	'user.getAll': [{}, { userId: 'user-riley' }],
	// What deletes stands last: in a real n8n, all run on one platform, in this order.
	'note.delete': [{ contactId, noteId: 'note-mornings' }, { deleted: true }],
	'appointmentNote.delete': [{ appointmentId, noteId: 'note-first-visit' }, { deleted: true }],
	'appointment.delete': [{ appointmentId }, { deleted: true, appointmentId: 'appt-1' }],
	'blockedTime.delete': [{ blockedTimeId: 'block-holiday' }, { deleted: true }],
	'opportunity.delete': [{ opportunityId: 'deal-braces' }, { deleted: true }],
	'task.delete': [{ contactId, taskId: 'task-call' }, { deleted: true }],
	'contact.delete': [{ contactId: byId('contact-ben') }, { deleted: true }],
};

/** Those of HighLevel, and those that need another one's output, a page or a signature: each of these has tests of its own in both. */
export const IN_SCENARIOS = [
	...Object.keys(HIGH_LEVEL_RUNS),
	'webhook.create',
	'webhook.get',
	'webhook.getAll',
	'webhookSignature.verify',
	'appointment.offerSlots',
	'appointment.askToConfirm',
];

export const allRuns = Object.entries(RUNS).flatMap(([type, runs]) =>
	Object.entries(runs).map(([name, run]) => [name, type, run] as const),
);
