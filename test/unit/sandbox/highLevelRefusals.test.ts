import { MONDAY, booking, send, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const NINE = { startTime: '2030-05-06T09:00:00-04:00', endTime: '2030-05-06T09:30:00-04:00' };
const BOOK = 'POST /calendars/events/appointments';
const BLOCK = 'POST /calendars/events/block-slots';
const SEND = 'POST /conversations/messages';
const of = (json: object): SendOptions => ({ json });
const deal = {
	locationId: 'loc-harbor',
	contactId: 'contact-ada',
	pipelineId: 'pipeline-patients',
	name: 'Implant',
	status: 'open',
};
const block = { locationId: 'loc-harbor', ...NINE };

it.each<[string, number, string, string, SendOptions?]>([
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

it('a second opportunity of a contact in a pipeline is refused where the location allows one, and the first is named', async () => {
	expect((await send(sandbox, 'POST /opportunities/', of(deal))).status).toBe(201);
	sandbox.setProfile({ opportunities: 'one a pipeline' });
	const { status, body } = await send(sandbox, 'POST /opportunities/', of(deal));
	const meta = { existingId: 'deal-braces' };
	expect([status, body]).toMatchObject([400, { code: 'OPPORTUNITY_NO_DUPLICATE', meta }]);
});

it('do not disturb keeps messages back, by channel', async () => {
	const settings = { dndSettings: { SMS: { status: 'active' } }, phone: '+12025550101' };
	await send(sandbox, 'PUT /contacts/contact-ada', of(settings));
	const message = { contactId: 'contact-ada', message: 'Hello' };
	const sms = await send(sandbox, SEND, of({ type: 'SMS', ...message }));
	expect(sms.body).toMatchObject({ message: 'Cannot send message as DND is active for SMS.' });
	expect((await send(sandbox, SEND, of({ type: 'WhatsApp', ...message }))).status).toBe(200);
});

it('a blocked time of a user closes the calendars in which that user works, until it is deleted', async () => {
	const slots =
		'GET /calendars/cal-onboarding/free-slots?startDate=1904299200000&endDate=1904342400000';
	const starts = async () => JSON.stringify((await send(sandbox, slots)).body);
	expect(await starts()).toContain(NINE.startTime);
	const { body } = await send(sandbox, BLOCK, of({ ...block, assignedUserId: 'user-riley' }));
	expect(await starts()).not.toContain(NINE.startTime);
	expect((await send(sandbox, BOOK, of(booking(NINE)))).status).toBe(400);
	await send(sandbox, `DELETE /calendars/events/${(body as { id: string }).id}`, of({}));
	expect(await starts()).toContain(NINE.startTime);
});

it('messages are listed newest first, page by page', async () => {
	const page = async (query: string) =>
		(await send(sandbox, `GET /conversations/conversation-contact-ada/messages?${query}`)).body;
	const ids = (...wanted: string[]) => wanted.map((id) => ({ id }));
	expect(await page('limit=2')).toMatchObject({
		messages: { nextPage: true, messages: ids('message-3', 'message-2') },
	});
	sandbox.setProfile('highLevelPaper');
	const last = { nextPage: false, messages: ids('message-1') };
	expect(await page('limit=2&lastMessageId=message-2')).toMatchObject(last);
});
