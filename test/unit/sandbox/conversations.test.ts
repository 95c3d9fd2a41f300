import {
	MONDAY,
	advanceClock,
	send as sendTo,
	startReceiver,
	type SendOptions,
} from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Conversations and messages, in HighLevel's form. */

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const MESSAGES = 'POST /conversations/messages';
const BEN = 'contact-ben';
/** Ada's conversation has three messages of the seed; this adds Ben's, at a later time. */
async function writeTo(contactId: string, fields: object = {}) {
	advanceClock(1_000);
	const json = { type: 'SMS', contactId, message: 'Hello', ...fields };
	return await send(MESSAGES, { json });
}
async function writeFrom(contactId: string, fields: object = {}) {
	advanceClock(1_000);
	const json = { type: 'SMS', contactId, message: 'Hi', ...fields };
	return await send(`${MESSAGES}/inbound`, { json });
}

beforeEach(async () => {
	for (const id of ['contact-ada', BEN])
		await send(`PUT /contacts/${id}`, { json: { phone: '+12025550199' } });
});

describe('a message', () => {
	it.each([
		['SMS', { phone: '+12025550199' }, 'Email', 'Missing email'],
		['RCS', { phone: '+12025550199' }, 'Email', 'Missing email'],
		['Email', { email: 'eve@example.com' }, 'SMS', 'Missing phone number'],
		['Email', { email: 'eve@example.com' }, 'RCS', 'Missing phone number'],
		['Email', { email: 'eve@example.com' }, 'WhatsApp', 'Missing phone number'],
	])(
		'of the kind %s needs its address: %j is none for %s',
		async (type, address, other, message) => {
			const { id } = sandbox.createContact();
			await send(`PUT /contacts/${id}`, { json: { email: '', ...address } });

			expect((await writeTo(id, { type, html: 'Hello' })).status).toBe(200);
			expect(await writeTo(id, { type: other })).toMatchObject({ status: 400, body: { message } });
		},
	);

	it.each([
		['active for SMS', { dndSettings: { SMS: { status: 'active' } } }, [400, 200]],
		['permanent for SMS', { dndSettings: { SMS: { status: 'permanent' } } }, [400, 200]],
		['inactive for SMS', { dndSettings: { SMS: { status: 'inactive' } } }, [200, 200]],
		['active for all', { dnd: true }, [400, 400]],
	])('is kept back by do not disturb: %s', async (_, settings, statuses) => {
		await send(`PUT /contacts/${BEN}`, { json: settings });
		const sms = await writeTo(BEN);
		const whatsApp = await writeTo(BEN, { type: 'WhatsApp' });
		expect([sms.status, whatsApp.status]).toEqual(statuses);
	});

	it('that is kept back is refused in words that name the channel', async () => {
		await send(`PUT /contacts/${BEN}`, { json: { dnd: true } });
		expect((await writeTo(BEN)).body).toMatchObject({
			message: 'Cannot send message as DND is active for SMS.',
		});
	});

	it.each([
		['nothing in it', { message: '' }, 400],
		['an attachment alone', { message: '', attachments: ['https://example.com/a.pdf'] }, 200],
		[
			'a provider of the location',
			{ type: 'Custom', conversationProviderId: 'provider-chat' },
			200,
		],
		['an unknown provider', { type: 'Custom', conversationProviderId: 'gone' }, 401],
		['a message that it answers', { replyMessageId: 'message-1' }, 200],
		['an unknown message that it answers', { replyMessageId: 'gone' }, 401],
		['a contact of another location', { contactId: 'contact-cleo' }, 400],
	])('with %s', async (_, fields, status) => {
		expect((await writeTo(BEN, fields)).status).toBe(status);
	});

	it('that is sent stands in the conversation, one for later as scheduled', async () => {
		const { body } = await writeTo(BEN, {
			type: 'Email',
			html: '<p>Hello</p>',
			message: undefined,
		});
		const { messageId } = body as { messageId: string };
		expect(body).toMatchObject({
			conversationId: `conversation-${BEN}`,
			emailMessageId: messageId,
		});
		expect(await send(`GET /conversations/messages/${messageId}`)).toMatchObject({
			body: {
				messageType: 'TYPE_EMAIL',
				direction: 'outbound',
				status: 'delivered',
				body: '<p>Hello</p>',
				contentType: 'text/html',
				dateAdded: '2030-05-06T08:00:01.000Z',
			},
		});

		await writeTo(BEN, { scheduledTimestamp: 1_904_299_200 });
		expect(sandbox.followUp().messages.at(-1)).toMatchObject({ status: 'scheduled' });
	});

	it.each([
		['IG', 'TYPE_INSTAGRAM'],
		['FB', 'TYPE_FACEBOOK'],
		['WhatsApp', 'TYPE_WHATSAPP'],
	])('of the kind %s is read as %s', async (type, messageType) => {
		const { messageId } = (await writeTo('contact-ada', { type })).body as { messageId: string };
		const { body } = await send(`GET /conversations/messages/${messageId}`);
		expect(body).toMatchObject({ messageType, contentType: 'text/plain' });
	});

	it("is one of its own location's", async () => {
		const path = 'GET /conversations/messages/message-1';
		expect((await send(path)).status).toBe(200);
		expect((await send(path, { token: 'pit-summit' })).status).toBe(401);
	});
});

describe('a message from a contact', () => {
	it('stands in the conversation, and is delivered as an event', async () => {
		const receiver = await startReceiver();
		sandbox.setNotificationUrl(receiver.url);

		const { body } = await writeFrom(BEN);
		await sandbox.deliveriesSettled();
		await receiver.close();

		const { messageId } = body as { messageId: string };
		expect(body).toMatchObject({ success: true, contactId: BEN });
		expect(JSON.parse(String(receiver.received[0].body))).toMatchObject({
			type: 'InboundMessage',
			messageId,
			contactId: BEN,
			direction: 'inbound',
			body: 'Hi',
		});
	});

	const OF_ADA = { conversationId: 'conversation-contact-ada' };
	it.each([
		['its conversation', { ...OF_ADA, contactId: undefined }, 200],
		['an unknown conversation', { conversationId: 'gone' }, 400],
		["another contact's conversation", { ...OF_ADA, contactId: BEN }, 400],
		['a provider of the location', { conversationProviderId: 'provider-chat' }, 200],
		['an unknown provider', { conversationProviderId: 'gone' }, 403],
	])('with %s', async (_, fields, status) => {
		expect((await writeFrom('contact-ada', fields)).status).toBe(status);
	});
});

it.each([
	['message-2', 200],
	['message-1', 403],
	['gone', 401],
])('the status is set of what a provider has sent only: %s', async (id, status) => {
	const json = { status: 'read' };
	expect((await send(`PUT /conversations/messages/${id}/status`, { json })).status).toBe(status);
	const read = sandbox.followUp().messages.filter((message) => message.status === 'read');
	expect(read.map((message) => message.id)).toEqual(status === 200 ? [id] : []);
});

describe('the messages of a conversation', () => {
	const page = async (query: string) =>
		(await send(`GET /conversations/conversation-contact-ada/messages?${query}`)).body;
	const ids = (...wanted: string[]) => wanted.map((id) => ({ id }));

	it('are listed newest first, page by page', async () => {
		expect(await page('limit=2')).toMatchObject({
			messages: {
				nextPage: true,
				lastMessageId: 'message-2',
				messages: ids('message-3', 'message-2'),
			},
		});
		expect(await page('limit=3')).toMatchObject({ messages: { nextPage: false } });

		sandbox.setProfile('highLevelPaper');
		const last = { nextPage: false, messages: ids('message-1') };
		expect(await page('limit=2&lastMessageId=message-2')).toMatchObject(last);
	});

	it('are those of the types that are asked for', async () => {
		await writeTo('contact-ada', { type: 'WhatsApp' });
		const countMessages = async (types: string) => {
			const { messages } = (await page(`type=${types}`)) as { messages: { messages: object[] } };
			return messages.messages.length;
		};
		expect(await countMessages('TYPE_WHATSAPP')).toBe(1);
		expect(await countMessages('TYPE_SMS,TYPE_WHATSAPP')).toBe(4);
		expect(await countMessages('TYPE_CALL')).toBe(0);
	});

	it('are refused for a contact who has none', async () => {
		expect((await send(`GET /conversations/conversation-${BEN}/messages`)).status).toBe(400);
		expect((await send(`GET /conversations/conversation-${BEN}`)).status).toBe(400);
	});
});

describe('a search for conversations', () => {
	const FIRST_OF_ADA = Date.parse('2026-11-02T14:00:00.000Z');
	const LAST_OF_ADA = Date.parse('2026-11-02T14:20:00.000Z');
	const find = async (query: string) => {
		const path = `GET /conversations/search?locationId=loc-harbor&${query}`;
		return (await send(path)).body as {
			conversations: Array<{ contactId: string }>;
			total: number;
		};
	};

	it.each([
		['', ['ben', 'ada']],
		['contactId=contact-ada', ['ada']],
		['id=conversation-contact-ben', ['ben']],
		['query=tuesday', ['ada']],
		['query=BEN%20okafor', ['ben']],
		['query=5550199', ['ben', 'ada']],
		['status=unread', ['ada']],
		['status=read', ['ben']],
		['status=starred', []],
		['lastMessageType=TYPE_WHATSAPP', ['ben']],
		['lastMessageDirection=inbound', ['ada']],
		['assignedTo=user-sam', ['ben']],
		['followers=user-sam', []],
		['mentions=user-sam', []],
		[`endDate=${FIRST_OF_ADA}`, ['ada']],
		[`startDate=${FIRST_OF_ADA}`, ['ben', 'ada']],
		[`startDate=${FIRST_OF_ADA + 1}`, ['ben']],
		['sort=asc', ['ada', 'ben']],
		['limit=1', ['ben']],
		[`startAfterDate=${LAST_OF_ADA + 1}`, ['ada']],
		[`startAfterDate=${LAST_OF_ADA}`, []],
		[`sort=asc&startAfterDate=${LAST_OF_ADA}`, ['ben']],
	])('with `%s` finds %j', async (query, names) => {
		await send(`PUT /contacts/${BEN}`, { json: { assignedTo: 'user-sam' } });
		await writeTo(BEN, { type: 'WhatsApp' });

		const { conversations } = await find(query);

		expect(conversations.map(({ contactId }) => contactId.replace('contact-', ''))).toEqual(names);
	});

	it('counts all that it finds, and what came in since the last message that was sent', async () => {
		await writeFrom(BEN);
		await writeFrom(BEN);
		expect(await find('limit=1')).toMatchObject({
			total: 2,
			conversations: [{ contactId: BEN, unreadCount: 2, lastMessageBody: 'Hi' }],
		});
		expect(await send(`GET /conversations/conversation-${BEN}`)).toMatchObject({
			body: { contactId: BEN, unreadCount: 2 },
		});

		await writeTo(BEN);
		expect(await find('status=read')).toMatchObject({ conversations: [{ unreadCount: 0 }] });
	});
});

describe('an export of messages', () => {
	interface Exported {
		messages: Array<{ id: string; messageType: string }>;
		nextCursor: string | null;
		total: number;
	}
	const get = async (query: string) => {
		const path = `GET /conversations/messages/export?locationId=loc-harbor&${query}`;
		return (await send(path)).body as Exported;
	};

	it('goes page by page, and has each message once', async () => {
		for (let message = 0; message < 9; message++) await writeTo('contact-ada');
		const first = await get('limit=10');
		const second = await get(`limit=10&cursor=${first.nextCursor}`);

		const ids = [...first.messages, ...second.messages].map(({ id }) => id);
		expect(first.messages).toHaveLength(10);
		expect(new Set(ids).size).toBe(12);
		expect([first.total, second.nextCursor]).toEqual([12, null]);
	});

	it.each([
		['contactId=contact-ben', ['TYPE_WHATSAPP']],
		['conversationId=conversation-contact-ben', ['TYPE_WHATSAPP']],
		['channel=Email', ['TYPE_EMAIL']],
		['channel=WhatsApp', ['TYPE_WHATSAPP']],
		['', ['TYPE_WHATSAPP', 'TYPE_SMS', 'TYPE_SMS', 'TYPE_SMS']],
		['sortOrder=asc', ['TYPE_SMS', 'TYPE_SMS', 'TYPE_SMS', 'TYPE_WHATSAPP']],
		['startDate=2026-11-02T14:20:00.000Z', ['TYPE_WHATSAPP', 'TYPE_SMS']],
		['endDate=2026-11-02T14:00:00.000Z', ['TYPE_SMS']],
	])('with `%s` has %j', async (query, types) => {
		await writeTo(BEN, { type: 'WhatsApp' });
		await writeTo(BEN, { type: 'Email', html: 'Hello' });

		expect((await get(query)).messages.map(({ messageType }) => messageType)).toEqual(types);
	});
});
