import { MONDAY, NINE, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* The whole of each record that HighLevel's form shows. */

const sandbox = useSandbox({ profile: 'highLevel' });

/** The body of a response, without the ID of its request. */
async function send(request: string, options?: SendOptions): Promise<unknown> {
	const { traceId, ...body } = (await sendTo(sandbox, request, options)).body as {
		traceId: unknown;
	};
	expect(traceId).toMatch(/^trace-\d+$/);
	return body;
}

const NOW = '2030-05-06T08:00:00.000Z';

it('a calendar', async () => {
	expect(await send('GET /calendars/cal-checkup')).toEqual({
		calendar: {
			id: 'cal-checkup',
			name: 'Dental check-up',
			locationId: 'loc-harbor',
			isActive: true,
			calendarType: 'round_robin',
			autoConfirm: true,
			slotDuration: 60,
			slotDurationUnit: 'mins',
			slotInterval: 60,
			slotIntervalUnit: 'mins',
			teamMembers: [],
			openHours: [
				{
					daysOfTheWeek: [1, 2, 3, 4, 5, 6],
					hours: [{ openHour: 8, openMinute: 0, closeHour: 16, closeMinute: 0 }],
				},
			],
		},
	});
	const body = await send('GET /calendars/cal-trial', { token: 'pit-summit' });
	expect(body).toMatchObject({
		calendar: {
			calendarType: 'event',
			slotDuration: 45,
			openHours: [
				{ hours: [{ openHour: 7, openMinute: 0, closeHour: 12, closeMinute: 15 }] },
				{ hours: [{ openHour: 16, openMinute: 0, closeHour: 22, closeMinute: 0 }] },
			],
		},
	});
});

it('an appointment: as it is booked, read, and listed for its contact', async () => {
	const fields = { ...NINE, address: 'Pier 7', appointmentStatus: 'new' };
	const booked = await send('POST /calendars/events/appointments', { json: booking(fields) });
	const ids = { id: 'appt-1', calendarId: 'cal-onboarding', contactId: 'contact-ada' };
	const record = {
		...ids,
		locationId: 'loc-harbor',
		groupId: 'group-cal-onboarding',
		title: 'Onboarding call',
		...NINE,
		appointmentStatus: 'new',
		appoinmentStatus: 'new',
		assignedUserId: 'user-riley',
		users: ['user-riley'],
		address: 'Pier 7',
		isRecurring: false,
		dateAdded: NOW,
		dateUpdated: NOW,
		deleted: false,
		statusDetails: { oldStatus: 'new' },
		createdBy: { source: 'third_party' },
	};

	expect(booked).toEqual({
		...ids,
		title: 'Onboarding call',
		assignedUserId: 'user-riley',
		address: 'Pier 7',
		isRecurring: false,
		status: 'booked',
		appoinmentStatus: 'new',
	});
	expect(await send('GET /calendars/events/appointments/appt-1')).toEqual({ appointment: record });
	expect(await send('GET /contacts/contact-ada/appointments')).toEqual({
		events: [
			{
				...record,
				status: 'booked',
				startTime: '2030-05-06 09:00:00',
				endTime: '2030-05-06 09:30:00',
				dateAdded: '2030-05-06 08:00:00',
				dateUpdated: '2030-05-06 08:00:00',
			},
		],
	});
});

it.each([
	['confirmed', { status: 'Confirmed', state: 'active', oldStatus: 'confirmed' }],
	['cancelled', { status: 'Cancelled', state: 'inactive', oldStatus: 'cancelled' }],
])('the details of the status %s', async (appointmentStatus, statusDetails) => {
	await send('POST /calendars/events/appointments', {
		json: booking({ ...NINE, appointmentStatus }),
	});
	const read = await send('GET /calendars/events/appointments/appt-1');
	expect(read).toMatchObject({ appointment: { statusDetails } });
});

it('an appointment by the OpenAPI, which has no description where it is written', async () => {
	sandbox.setProfile('highLevelPaper');
	const fields = { ...NINE, title: 'Call', description: 'About the bill' };
	const record = {
		id: 'appt-1',
		calendarId: 'cal-onboarding',
		contactId: 'contact-ada',
		locationId: 'loc-harbor',
		title: 'Call',
		...NINE,
		appointmentStatus: 'confirmed',
		isRecurring: false,
	};

	const written = await send('POST /calendars/events/appointments', { json: booking(fields) });

	expect(written).toEqual(record);
	expect(await send('GET /calendars/events/appointments/appt-1')).toMatchObject({
		event: { ...record, description: 'About the bill', assignedUserId: 'user-riley' },
	});
});

it('a blocked time', async () => {
	const span = `startTime=${Date.parse('2027-01-04')}&endTime=${Date.parse('2027-01-05')}`;
	const path = `GET /calendars/blocked-slots?locationId=loc-harbor&userId=user-sam&${span}`;
	expect(await send(path)).toEqual({
		events: [
			{
				id: 'block-holiday',
				title: 'Holiday',
				locationId: 'loc-harbor',
				assignedUserId: 'user-sam',
				users: ['user-sam'],
				startTime: '2027-01-04T09:00:00-05:00',
				endTime: '2027-01-04T17:00:00-05:00',
				dateAdded: '2026-11-02T15:00:00.000Z',
			},
		],
	});
});

it('a contact: as it is read, and found by a search', async () => {
	const ada = {
		id: 'contact-ada',
		locationId: 'loc-harbor',
		email: 'ada@example.com',
		firstName: 'Ada',
		lastName: 'Brook',
		type: 'lead',
		tags: [],
		customFields: [],
	};
	expect(await send('GET /contacts/contact-ada')).toEqual({
		contact: { ...ada, name: 'Ada Brook' },
	});

	const { email: _, ...withoutEmail } = ada;
	await send('PUT /contacts/contact-ada', { json: { lastName: '', email: '', tags: ['vip'] } });
	const json = { locationId: 'loc-harbor', pageLimit: 1, query: 'ada' };
	expect(await send('POST /contacts/search', { json })).toEqual({
		total: 1,
		contacts: [
			{
				...withoutEmail,
				email: null,
				phone: null,
				lastName: null,
				lastNameLowerCase: null,
				firstNameLowerCase: 'ada',
				additionalEmails: [],
				additionalPhones: [],
				opportunities: [],
				followers: [],
				dnd: false,
				tags: ['vip'],
				dateAdded: '2020-01-06T09:00:00.000Z',
				dateUpdated: NOW,
				searchAfter: [Date.parse('2020-01-06T09:00:00.000Z'), 'contact-ada'],
			},
		],
	});
});

it('a conversation, and a message of it', async () => {
	const lastMessageDate = Date.parse('2026-11-02T14:20:00.000Z');
	const search = await send('GET /conversations/search?locationId=loc-harbor');
	expect(search).toEqual({
		total: 1,
		conversations: [
			{
				id: 'conversation-contact-ada',
				contactId: 'contact-ada',
				locationId: 'loc-harbor',
				lastMessageBody: 'Tuesday is fine.',
				lastMessageType: 'TYPE_SMS',
				lastMessageDate,
				lastMessageDirection: 'inbound',
				dateAdded: Date.parse('2026-11-02T14:00:00.000Z'),
				type: 'TYPE_PHONE',
				unreadCount: 1,
				fullName: 'Ada Brook',
				contactName: 'ada brook',
				email: 'ada@example.com',
			},
		],
	});
	expect(await send('GET /conversations/conversation-contact-ada')).toEqual({
		id: 'conversation-contact-ada',
		contactId: 'contact-ada',
		locationId: 'loc-harbor',
		unreadCount: 1,
		deleted: false,
		inbox: true,
		starred: false,
		type: 1,
	});
	expect(await send('GET /conversations/messages/message-2')).toEqual({
		id: 'message-2',
		type: 2,
		messageType: 'TYPE_SMS',
		locationId: 'loc-harbor',
		contactId: 'contact-ada',
		conversationId: 'conversation-contact-ada',
		dateAdded: '2026-11-02T14:05:00.000Z',
		body: 'Yes. Would Tuesday at 10 suit you?',
		direction: 'outbound',
		status: 'delivered',
		contentType: 'text/plain',
		attachments: [],
		source: 'api',
		conversationProviderId: 'provider-chat',
	});
});

it('an opportunity', async () => {
	expect(await send('GET /opportunities/deal-braces')).toEqual({
		opportunity: {
			id: 'deal-braces',
			name: 'Braces',
			locationId: 'loc-harbor',
			contactId: 'contact-ada',
			pipelineId: 'pipeline-patients',
			pipelineStageId: 'stage-asked',
			status: 'open',
			monetaryValue: 2_400,
			assignedTo: 'user-riley',
			customFields: [],
			contact: { id: 'contact-ada', name: 'Ada Brook', email: 'ada@example.com', tags: [] },
		},
	});
});

it('a note and a task, without the location', async () => {
	const note = { id: 'note-mornings', contactId: 'contact-ada', body: 'Prefers mornings' };
	const task = { id: 'task-call', contactId: 'contact-ada', title: 'Call back' };
	const notes = [{ ...note, dateAdded: '2026-11-02T15:00:00.000Z' }];
	const tasks = [{ ...task, dueDate: '2026-12-01T15:00:00Z', completed: false }];

	expect(await send('GET /contacts/contact-ada/notes')).toEqual({ notes });
	expect(await send('GET /contacts/contact-ada/notes/note-mornings')).toEqual({ note: notes[0] });
	expect(await send('GET /contacts/contact-ada/tasks')).toEqual({ tasks });
	expect(await send('GET /contacts/contact-ada/tasks/task-call')).toEqual({ task: tasks[0] });
});

it('a note of an appointment', async () => {
	await send('POST /calendars/events/appointments', { json: booking(NINE) });
	const path = 'GET /calendars/appointments/appt-1/notes?limit=20&offset=0';
	expect(await send(path)).toEqual({
		hasMore: false,
		notes: [
			{
				id: 'note-first-visit',
				contactId: 'contact-ada',
				body: 'First visit',
				dateAdded: '2026-11-02T15:00:00.000Z',
			},
		],
	});
});

it('a user', async () => {
	expect(await send('GET /users/user-sam')).toEqual({
		id: 'user-sam',
		name: 'Sam Weber',
		firstName: 'Sam',
		lastName: 'Weber',
		email: 'user-sam@example.com',
		roles: { type: 'account', role: 'user', locationIds: ['loc-harbor', 'loc-summit'] },
	});
});
