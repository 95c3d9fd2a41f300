import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, HIGH_LEVEL, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';

const contactId = byId('ada');
const times = { startTime: '2027-03-08T12:00:00Z', endTime: '2027-03-08T13:00:00Z' };
const block = { assignedUserId: byId('riley'), ...times };

/** Where the request goes that an answer is for. */
type Answers = Record<string, unknown>;

/** Responds by the end of a path. */
const answering =
	(answers: Answers) =>
	({ path }: Sent): unknown => {
		const name = Object.keys(answers).find((end) => path.endsWith(end));
		return name === undefined ? {} : answers[name];
	};

it('an attachment that is no web address is refused before anything is sent', async () => {
	const fields = { attachments: 'plan.pdf' };

	const end = await onHighLevel('message.send', { contactId, message: 'Hello', fields });

	expectRefused(
		end,
		"'Attachments' cannot be used. Its entry 1 must be a web address, not 'plan.pdf'",
		'whole addresses, beginning with https://',
	);
});

it('a note of an appointment may have 5,000 characters', async () => {
	const { writes } = await onHighLevel(
		'appointmentNote.create',
		{ appointmentId: byId('appt-1'), body: 'x'.repeat(5_000) },
		[{ note: { id: 'note-1' } }],
	);
	expect(writes).toHaveLength(1);
});

describe('where the platform is asked for what would make a request wrong', () => {
	it.each<{ why: string; messageRead: unknown }>([
		{ why: 'is of the contact', messageRead: { id: 'm-9', contactId: 'ada' } },
		{ why: 'names no contact', messageRead: { id: 'm-9' } },
		{ why: 'may not be read with this token', messageRead: failed(403) },
	])('a reply is sent where the message that it answers $why', async ({ messageRead }) => {
		const { error, writes } = await onHighLevel(
			'message.send',
			{ contactId, message: 'Hello', fields: { replyMessageId: 'm-9' } },
			answering({
				'/m-9': messageRead,
				'/contacts/ada': { contact: { id: 'ada', phone: '+12025550101' } },
				'/conversations/messages': { messageId: 'm-10' },
			}),
		);

		expect(error).toBeUndefined();
		expect(writes).toMatchObject([{ body: { replyMessageId: 'm-9' } }]);
	});

	it('an inbound message in a conversation that the token may not read is added', async () => {
		const { writes } = await onHighLevel(
			'message.addInbound',
			{
				contactId,
				conversationProviderId: 'provider-1',
				message: 'Hello',
				fields: { conversationId: 'of-ada' },
			},
			answering({ '/conversations/of-ada': failed(403), '/inbound': { messageId: 'm-1' } }),
		);
		expect(writes).toHaveLength(1);
	});

	it('an inbound message in the own conversation of the contact is added', async () => {
		const { error, writes } = await onHighLevel(
			'message.addInbound',
			{
				contactId,
				conversationProviderId: 'provider-1',
				message: 'Hello',
				fields: { conversationId: 'of-ada' },
			},
			answering({
				'/conversations/of-ada': { id: 'of-ada', contactId: 'ada' },
				'/inbound': { success: true, messageId: 'm-1' },
			}),
		);
		expect(error).toBeUndefined();
		expect(writes).toMatchObject([{ body: { conversationId: 'of-ada' } }]);
	});

	it('an inbound message whose ID is a web address where it came from is added', async () => {
		const { writes } = await onHighLevel(
			'message.addInbound',
			{
				contactId,
				conversationProviderId: 'provider-1',
				message: 'Hello',
				fields: { altId: 'https://forum.example/posts/7' },
			},
			answering({ '/inbound': { success: true, messageId: 'm-1' } }),
		);
		expect(writes).toMatchObject([{ body: { altId: 'https://forum.example/posts/7' } }]);
	});

	it('a calendar whose record names no kind is blocked', async () => {
		const { writes } = await onHighLevel(
			'blockedTime.create',
			{ ...times, blockedFor: 'calendar', calendarId: byId('cal-1') },
			answering({ '/cal-1': { calendar: { id: 'cal-1' } }, '/block-slots': { id: 'block-1' } }),
		);
		expect(writes).toMatchObject([{ body: { calendarId: 'cal-1' } }]);
	});

	const standing = {
		events: [
			{ id: 'appt-1', title: 'Check-up', appointmentStatus: 'confirmed', ...times },
			{ id: 'appt-2', title: 'Gone', appointmentStatus: 'cancelled', ...times },
		],
	};

	it('appointments that stand in a time to block, by name', async () => {
		const { error, writes, sent } = await onHighLevel(
			'blockedTime.create',
			block,
			answering({ '/calendars/events': standing }),
		);
		expect(error?.message).toMatch(/^1 appointment stands in this time: .*Check-up, appt-1/);
		const read = sent.find(({ path }) => path === '/calendars/events');
		expect(read?.qs).toEqual({
			locationId: 'loc-1',
			userId: 'riley',
			startTime: String(Date.parse(times.startTime)),
			endTime: String(Date.parse(times.endTime)),
		});
		expect(writes).toEqual([]);
	});

	it('appointments of the calendar to block, where one is to be blocked', async () => {
		const { sent } = await onHighLevel(
			'blockedTime.create',
			{ ...times, blockedFor: 'calendar', calendarId: byId('cal-1') },
			answering({ '/cal-1': { calendar: { id: 'cal-1' } }, '/block-slots': { id: 'block-1' } }),
		);
		const read = sent.find(({ path }) => path === '/calendars/events');
		expect(read?.qs).toEqual({
			locationId: 'loc-1',
			calendarId: 'cal-1',
			startTime: String(Date.parse(times.startTime)),
			endTime: String(Date.parse(times.endTime)),
		});
	});

	it.each([
		['that are canceled', { events: [standing.events[1]] }, {}],
		['where a person wants it so', standing, { blockOverAppointments: true }],
	])('a time with appointments is blocked, %s', async (_, events, options) => {
		const { error, writes } = await onHighLevel(
			'blockedTime.create',
			{ ...block, options },
			answering({ '/calendars/events': events, '/block-slots': { id: 'block-1' } }),
		);
		expect(error).toBeUndefined();
		expect(writes).toMatchObject([{ body: { assignedUserId: 'riley', locationId: 'loc-1' } }]);
	});
});

const message = (id: string): IDataObject => ({ id, body: `Text ${id}`, locationId: 'loc-1' });

it.each([
	['under messages.messages', (page: IDataObject) => ({ messages: page })],
	['under messages', (page: IDataObject) => page],
])('messages are read to the end, page by page, newest first: %s', async (_, wrap) => {
	const pages = [
		wrap({ messages: [message('m-3'), message('m-2')], nextPage: true }),
		wrap({ messages: [message('m-1')], nextPage: false }),
	];
	const { json, sent } = await onHighLevel(
		'message.getAll',
		{ messagesOf: 'conversation', conversationId: 'c-1', returnAll: true },
		pages,
	);
	expect(json.map(({ messageId }) => messageId)).toEqual(['m-3', 'm-2', 'm-1']);
	expect(sent[1]).toMatchObject({
		path: '/conversations/c-1/messages',
		qs: { lastMessageId: 'm-2' },
	});
});

it('the messages of a contact are those of its conversation; without one, there are none, which a model is told', async () => {
	const conversations = { conversations: [{ id: 'c-1', contactId: 'ada' }], total: 1 };
	const found = await onHighLevel('message.getAll', { contactId }, [
		conversations,
		{ messages: [message('m-1')], nextPage: false },
	]);
	expect(found.json).toMatchObject([{ messageId: 'm-1', body: 'Text m-1' }]);
	expect(found.told).toBe('');
	const none = await onHighLevel('message.getAll', { contactId }, [{ conversations: [] }], {
		node: TOOL,
	});
	// That the contact is there decides whether there are none.
	expect(none.sent.map(({ path }) => path)).toEqual(['/conversations/search', '/contacts/ada']);
});

it('a simplified location has its time zone, company and country, whatever else its record has', async () => {
	const others = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, name]));
	const given = {
		locationZone: 'UTC',
		locationCountry: 'DE',
		location: { id: 'loc-1', ...others, companyId: 'com-1' },
	};
	const { json } = await onHighLevel('location.get', {}, [], given);
	expect(json).toMatchObject([{ timezone: 'UTC', companyId: 'com-1', country: 'DE' }]);
});

it('nothing is told of the choices of a new custom field, which the record has under another name', async () => {
	const field = { name: 'Plan', dataType: 'RADIO', fields: { options: 'Basic, Gold' } };
	const record = { id: 'f-1', name: 'Plan', dataType: 'RADIO', model: 'contact' };
	const { json, told } = await onHighLevel('customField.create', field, [
		{ customField: { ...record, picklistOptions: ['Basic', 'Gold'] } },
	]);
	expect(json).toMatchObject([{ customFieldId: 'f-1' }]);
	expect(told).toBe('');
});

it('what a new custom field has otherwise is told', async () => {
	const field = { name: 'Plan', dataType: 'RADIO', fields: { options: 'Basic, Gold' } };
	const record = { id: 'f-1', name: 'Plan 2', dataType: 'RADIO', model: 'contact' };
	const { told } = await onHighLevel('customField.create', field, [
		{ customField: { ...record, picklistOptions: ['Basic'] } },
	]);
	expect(told).toBe(
		'The platform has other values than expected: Name is Plan 2, not Plan; picklistOptions is Basic, not Basic, Gold. Check whether it is the right custom field.',
	);
});

it('the messages of a contact are filtered by type, no more of them are asked for than are wanted, and those of another location left out', async () => {
	const elsewhere = { ...message('m-2'), locationId: 'loc-2' };
	const { json, sent } = await onHighLevel(
		'message.getAll',
		{ contactId, limit: 2, filters: { type: ['TYPE_SMS', 'TYPE_EMAIL'] } },
		[
			{ conversations: [{ id: 'c-1', contactId: 'ada' }], total: 1 },
			{ messages: [elsewhere, message('m-1')], nextPage: false },
		],
	);
	expect(json).toMatchObject([{ messageId: 'm-1' }]);
	expect(sent[1]).toMatchObject({ path: '/conversations/c-1/messages' });
	expect(sent[1].qs).toEqual({ limit: 2, type: 'TYPE_SMS,TYPE_EMAIL' });
	expect(sent).toHaveLength(2);
});

it('a page of notes that is full and the last costs no further request', async () => {
	const notes = Array.from({ length: 20 }, (_, index) => ({ id: `note-${index}` }));
	const { json, sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		() => ({ notes, hasMore: false }),
	);
	expect(json).toHaveLength(20);
	expect(sent).toHaveLength(1);
});

it('where a contact has two conversations, that is told, and whose messages these are', async () => {
	const records = [
		{ id: 'c-1', contactId: 'ada' },
		{ id: 'c-2', contactId: 'ada' },
	];
	const { told } = await onHighLevel('message.getAll', { contactId }, [
		{ conversations: records, total: 2 },
		{ messages: [message('m-1')], nextPage: false },
	]);
	expect(told).toContain("The contact has 2 conversations; these are the messages of 'c-1'.");
});

describe("messages with 'Only of Contact'", () => {
	const onlyOfAda = { options: { onlyOfContact: byId('ada') } };
	const ofConversation = { messagesOf: 'conversation', conversationId: 'c-1', ...onlyOfAda };
	const messages = { messages: [message('m-1')], nextPage: false };

	it.each<[string, IDataObject, Answers]>([
		['another contact', { contactId: byId('ben'), ...onlyOfAda }, {}],
		["another contact's conversation", ofConversation, { '/c-1': { contactId: 'ben' } }],
		['a conversation that names no contact', ofConversation, { '/c-1': {} }],
	])('of %s are refused, and none are read', async (_, parameters, answers) => {
		const { error, sent } = await onHighLevel('message.getAll', parameters, answering(answers));
		expect(error?.message).toContain(
			"These are no messages of the contact 'ada' in 'Only of Contact'",
		);
		expect(sent.filter(({ path }) => path.endsWith('/messages'))).toEqual([]);
	});

	it('of a conversation that cannot be read are not read either', async () => {
		const respond = ({ path }: Sent) =>
			path.endsWith('/c-1')
				? failed(401, { message: 'The token is not authorized for this scope.' })
				: messages;
		const { error, json } = await onHighLevel('message.getAll', ofConversation, respond);
		expect(error?.message).toContain('conversations.readonly');
		expect(json).toEqual([]);
	});

	it('of that contact are read', async () => {
		const answers = { '/c-1': { contactId: 'ada' }, '/messages': messages };
		const { json } = await onHighLevel('message.getAll', ofConversation, answering(answers));
		expect(json).toMatchObject([{ messageId: 'm-1' }]);
	});
});

it('notes of an appointment are read to the end, 20 a page', async () => {
	const notes = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `note-${from + index}` }));
	const { json, sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		[
			{ notes: notes(0, 20), hasMore: true },
			{ notes: notes(20, 3), hasMore: false },
		],
	);
	expect(json).toHaveLength(23);
	expect(json[0]).toMatchObject({ noteId: 'note-0' });
	expect(sent[0].path).toBe('/calendars/appointments/appt-1/notes');
	expect(sent).toMatchObject([{ qs: { limit: 20, offset: 0 } }, { qs: { limit: 20, offset: 20 } }]);
});

it('no more notes of an appointment are asked for than are wanted', async () => {
	const { sent } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), limit: 5 },
		[{ notes: [], hasMore: false }],
	);
	expect(sent).toMatchObject([{ qs: { limit: 5, offset: 0 } }]);
});

it('that an appointment has more notes than are wanted is told to a model', async () => {
	const { told } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), limit: 2 },
		[{ notes: [{ id: 'note-1' }, { id: 'note-2' }], hasMore: true }],
		{ node: TOOL },
	);
	expect(told).toMatch(/^There are more, which are not shown\. /);
});

it('that a conversation has more messages than are wanted is told to a model', async () => {
	const { told } = await onHighLevel(
		'message.getAll',
		{ messagesOf: 'conversation', conversationId: 'c-1', limit: 2 },
		[{ messages: [message('m-3'), message('m-2')], nextPage: true }],
		{ node: TOOL },
	);
	expect(told).toMatch(/^There are more, which are not shown\. /);
});

it('where the platform brings no further note, and says that there are more, that is told', async () => {
	const { json, told } = await onHighLevel(
		'appointmentNote.getAll',
		{ appointmentId: byId('appt-1'), returnAll: true },
		() => ({ notes: [{ id: 'note-1' }], hasMore: true }),
	);
	expect(json).toHaveLength(1);
	expect(told).toBe(
		'The platform says that there are more records, which were not read. Search for less.',
	);
});

it('that the status of another message was set is told', async () => {
	const { told } = await onHighLevel('message.updateStatus', { messageId: 'm-1', status: 'read' }, [
		{ id: 'm-2', status: 'delivered' },
	]);
	expect(told).toBe(
		'The platform has other values than expected: Message ID is m-2, not m-1; Status is delivered, not read. Check whether it is the right message.',
	);
});

it('a custom field that was deleted has its ID under the name that Create and Get Many give it', async () => {
	const { json } = await onHighLevel('customField.delete', { customFieldId: 'f-1' }, [
		{ customField: { id: 'f-1' } },
	]);
	expect(json).toMatchObject([{ customFieldId: 'f-1', deleted: true }]);
});

it('a custom field may be the first of all', async () => {
	const field = { name: 'Plan', dataType: 'TEXT', fields: { position: 0 } };
	const { writes } = await onHighLevel('customField.create', field, [
		{ customField: { id: 'f-1', ...field } },
	]);
	expect(writes[0].body).toMatchObject({ position: 0 });
});

it('what a blocked time has otherwise is told with words for it', async () => {
	const { told } = await onHighLevel(
		'blockedTime.create',
		{ ...block, fields: { title: 'Vacation' } },
		answering({ '/block-slots': { id: 'block-1', title: 'Break' } }),
	);
	expect(told).toContain(
		'Title is Break, not Vacation. Check whether it is the right blocked time.',
	);
});

it('a simplified calendar says whether it takes bookings, whatever else its record has', async () => {
	const others = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, name]));
	const { json } = await onHighLevel('calendar.getAll', {}, [
		{ calendars: [{ id: 'cal-1', name: 'A', ...others, isActive: false }] },
	]);
	expect(json).toMatchObject([{ id: 'cal-1', isActive: false }]);
});

it('one opportunity has the names of its pipeline and stage where the credential names no location', async () => {
	const record = {
		id: 'deal-1',
		locationId: 'loc-9',
		pipelineId: 'sales',
		pipelineStageId: 'new',
	};
	const pipelines = [{ id: 'sales', name: 'Sales', stages: [{ id: 'new', name: 'New' }] }];
	const respond = ({ path, qs }: Sent) => {
		if (!path.endsWith('/pipelines')) return { opportunity: record };
		return { pipelines: qs?.locationId === 'loc-9' ? pipelines : [] };
	};

	const { json } = await onHighLevel('opportunity.get', { opportunityId: 'deal-1' }, respond, {
		credential: { ...HIGH_LEVEL, locationId: '' },
	});

	expect(json).toMatchObject([{ pipelineName: 'Sales', pipelineStageName: 'New' }]);
});

it("no more conversations are put out than 'Limit' says", async () => {
	const conversations = [{ id: 'c-1' }, { id: 'c-2' }];
	const { json, sent } = await onHighLevel('conversation.getAll', { limit: 1 }, [
		{ conversations, total: 2 },
	]);
	expect(json).toMatchObject([{ conversationId: 'c-1' }]);
	expect(sent).toMatchObject([{ qs: { limit: 1, locationId: 'loc-1' } }]);
});

it('conversations are read to the end, each page after the last message of the one before', async () => {
	const page = (from: number, count: number) => ({
		conversations: Array.from({ length: count }, (_, index) => ({
			id: `c-${from + index}`,
			lastMessageDate: 1_000 - from - index,
		})),
		total: 130,
	});
	const { json, sent } = await onHighLevel(
		'conversation.getAll',
		{ returnAll: true, filters: { status: 'unread' } },
		[page(0, 100), page(100, 30)],
	);
	expect(json).toHaveLength(130);
	expect(sent).toMatchObject([{ qs: { status: 'unread' } }, { qs: { startAfterDate: 901 } }]);
});

it('a task that is due on a day is due at the end of it', async () => {
	const parameters = { contactId, title: 'Call', dueDate: '2026-12-01' };
	const { writes } = await onHighLevel('task.create', parameters, [{ task: { id: 'task-1' } }]);
	const { dueDate } = writes[0].body as { dueDate: string };
	expect(Date.parse(dueDate)).toBe(Date.parse('2026-12-01T23:59:00Z'));
});
