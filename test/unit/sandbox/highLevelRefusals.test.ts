import { MONDAY, NINE, booking, send, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const BOOK = 'POST /calendars/events/appointments';
const BLOCK = 'POST /calendars/events/block-slots';
const of = (json: object): SendOptions => ({ json });
const deal = {
	locationId: 'loc-harbor',
	contactId: 'contact-ada',
	pipelineId: 'pipeline-patients',
	name: 'Implant',
	status: 'open',
};
const block = { locationId: 'loc-harbor', ...NINE };

it.each<[what: string, status: number, message: string, request: string, options?: SendOptions]>([
	[
		'a user in a task',
		401,
		'The user does not exist.',
		'PUT /contacts/contact-ada/tasks/task-call',
		of({ assignedTo: 'gone' }),
	],
	[
		'a user in a booking',
		400,
		'User not found',
		BOOK,
		of(booking({ ...NINE, assignedUserId: 'gone' })),
	],
	[
		'a workflow',
		400,
		'Workflow with id gone not found',
		'POST /contacts/contact-ada/workflow/gone',
		of({}),
	],
	[
		'a stage',
		400,
		'The pipeline stage id is invalid.',
		'POST /opportunities/',
		of({ ...deal, pipelineStageId: 'gone' }),
	],
	[
		'a custom field',
		400,
		'Custom field with id gone not found',
		'PUT /contacts/contact-ada',
		of({ customFields: [{ id: 'gone', field_value: 'x' }] }),
	],
	['a contact', 400, 'Contact not found', 'POST /contacts/gone/notes', of({ body: 'x' })],
	[
		"another location's contact in a booking",
		400,
		'Contact not found',
		BOOK,
		of(booking({ ...NINE, contactId: 'contact-cleo' })),
	],
	["another location's calendar", 400, 'Calendar not found', 'GET /calendars/cal-trial', {}],
	[
		"another location's user",
		401,
		'The user does not exist.',
		'PUT /contacts/contact-cleo',
		{ ...of({ assignedTo: 'user-riley' }), token: 'pit-summit' },
	],
	[
		"another location's calendar in a booking",
		400,
		'Calendar not found',
		BOOK,
		of(booking({ ...NINE, calendarId: 'cal-trial' })),
	],
	[
		'a message',
		401,
		'No message found for the id',
		'PUT /conversations/messages/gone/status',
		of({ status: 'read' }),
	],
	[
		'a provider',
		403,
		'No conversation provider found for this message',
		'PUT /conversations/messages/message-1/status',
		of({ status: 'read' }),
	],
	[
		'an event calendar',
		400,
		'The calendar is not an event calendar.',
		BLOCK,
		of({ ...block, calendarId: 'cal-checkup' }),
	],
	[
		'a path of v3 under an older Version',
		404,
		'Cannot GET /contacts/lookup',
		'GET /contacts/lookup?locationId=loc-harbor&email=a@b.c',
		{},
	],
	[
		'an agency',
		403,
		'The token does not have access to this company.',
		'GET /users/search?companyId=other&locationId=loc-harbor',
		{},
	],
])('what is missing is named: %s', async (_, status, message, request, options) => {
	const response = await send(sandbox, request, options);
	expect(response).toMatchObject({ status, body: { message } });
});

it('a contact that was deleted cannot be booked for, in words that name the contact', async () => {
	await send(sandbox, 'DELETE /contacts/contact-ada');
	const { status, body } = await send(sandbox, BOOK, of(booking(NINE)));
	expect([status, body]).toMatchObject([
		400,
		{ message: 'This contact has been merged or deleted' },
	]);
});
