import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';

/* Message > Send, Add Inbound, Update Status and Get Many, Conversation > Get Many: what is refused, asked before, read and told. */

const contactId = byId('ada');

/** The platform's responses by the end of their paths. */
type Responses = Record<string, unknown>;

/** Responds by the end of a path, else with an empty body. */
const respondByPath =
	(responses: Responses) =>
	({ path }: Sent): unknown => {
		const end = Object.keys(responses).find((each) => path.endsWith(each));
		return end === undefined ? {} : responses[end];
	};

describe('where the message or the conversation is asked for before', () => {
	it.each<{ why: string; messageRead: unknown }>([
		{ why: 'is of the contact', messageRead: { id: 'm-9', contactId: 'ada' } },
		{ why: 'names no contact', messageRead: { id: 'm-9' } },
		{ why: 'may not be read with this token', messageRead: failed(403) },
	])('a reply is sent where the message that it answers $why', async ({ messageRead }) => {
		const { error, writes } = await onHighLevel(
			'message.send',
			{ contactId, message: 'Hello', fields: { replyMessageId: 'm-9' } },
			respondByPath({
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
			respondByPath({ '/conversations/of-ada': failed(403), '/inbound': { messageId: 'm-1' } }),
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
			respondByPath({
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
			respondByPath({ '/inbound': { success: true, messageId: 'm-1' } }),
		);
		expect(writes).toMatchObject([{ body: { altId: 'https://forum.example/posts/7' } }]);
	});
});

it('an attachment that is no web address is refused before anything is sent', async () => {
	const fields = { attachments: 'plan.pdf' };

	const end = await onHighLevel('message.send', { contactId, message: 'Hello', fields });

	expectRefused(
		end,
		"'Attachments' cannot be used. Its entry 1 must be a web address, not 'plan.pdf'",
		'whole addresses, beginning with https://',
	);
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

	it.each<{ what: string; parameters: IDataObject; answers: Responses }>([
		{ what: 'another contact', parameters: { contactId: byId('ben'), ...onlyOfAda }, answers: {} },
		{
			what: "another contact's conversation",
			parameters: ofConversation,
			answers: { '/c-1': { contactId: 'ben' } },
		},
		{
			what: 'a conversation that names no contact',
			parameters: ofConversation,
			answers: { '/c-1': {} },
		},
	])('of $what are refused, and none are read', async ({ parameters, answers }) => {
		const { error, sent } = await onHighLevel('message.getAll', parameters, respondByPath(answers));
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
		const { json } = await onHighLevel('message.getAll', ofConversation, respondByPath(answers));
		expect(json).toMatchObject([{ messageId: 'm-1' }]);
	});
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

it('that the status of another message was set is told', async () => {
	const { told } = await onHighLevel('message.updateStatus', { messageId: 'm-1', status: 'read' }, [
		{ id: 'm-2', status: 'delivered' },
	]);
	expect(told).toBe(
		'The platform has other values than expected: Message ID is m-2, not m-1; Status is delivered, not read. Check whether it is the right message.',
	);
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
