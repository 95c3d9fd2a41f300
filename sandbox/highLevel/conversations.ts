import { randomUUID } from 'node:crypto';

import { asContact, asMessage, conversationIdOf } from './records';
import { now, type Body } from './stored';
import { ofLocation, ownContact, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';
import type { Contact, Message } from '../seed';

/** The messages of the token's location, newest first. */
function messagesOf(call: Call): Message[] {
	const newestFirst = ofLocation(call, call.state.followUp.messages).reverse();
	return newestFirst.sort((a, b) => Date.parse(b.dateAdded) - Date.parse(a.dateAdded));
}

/** @throws Refusal in the recorded words, which say nothing of a location */
function ownMessage(call: Call, id: string): Message {
	const found = messagesOf(call).find((one) => one.id === id);
	if (!found) throw new Refusal(401, 'No message found for the id');
	return found;
}

const DND_CHANNELS: Record<string, string> = {
	SMS: 'SMS',
	Email: 'Email',
	WhatsApp: 'WhatsApp',
	FB: 'FB',
	GMB: 'GMB',
};

/** @throws Refusal where the contact does not want messages of this kind */
function refuseDnd(contact: Contact, type: string): void {
	const settings = (contact.dndSettings ?? {}) as Record<string, { status?: string } | undefined>;
	const status = settings[DND_CHANNELS[type]]?.status;
	if (contact.dnd === true || status === 'active' || status === 'permanent')
		throw new Refusal(400, `Cannot send message as DND is active for ${type}.`);
}

/** @throws Refusal where the contact has no address for this kind of message */
function refuseMissingAddress({ email, phone }: Contact, type: string): void {
	if (type === 'Email' && !email) throw new Refusal(400, 'Missing email');
	if (['SMS', 'RCS', 'WhatsApp'].includes(type) && !phone)
		throw new Refusal(400, 'Missing phone number');
}

function knowsProvider(call: Call, providerId: unknown): boolean {
	return ofLocation(call, call.state.seed.conversationProviders).some(
		({ id }) => id === providerId,
	);
}

function addMessage(call: Call, contact: Contact, fields: Body): Message {
	const message = {
		status: 'delivered',
		dateAdded: now(),
		...fields,
		id: `message-${randomUUID()}`,
		locationId: contact.locationId,
		contactId: contact.id,
	} as Message;
	call.state.followUp.messages.push(message);
	return message;
}

function asConversation(contact: Contact, messages: Message[]) {
	const last = asMessage(messages[0]);
	const { name = '', email, phone } = asContact(contact) as { name?: string } & Contact;
	const newestOwn = messages.findIndex(({ direction }) => direction === 'outbound');
	return {
		id: last.conversationId,
		contactId: contact.id,
		locationId: contact.locationId,
		lastMessageBody: last.body,
		lastMessageType: last.messageType,
		lastMessageDate: Date.parse(last.dateAdded),
		lastMessageDirection: last.direction,
		dateAdded: Date.parse(messages.at(-1)!.dateAdded),
		type: 'TYPE_PHONE',
		// What came in after the last message that somebody of the business sent.
		unreadCount: newestOwn === -1 ? messages.length : newestOwn,
		fullName: name,
		contactName: name.toLowerCase(),
		email,
		phone,
		assignedTo: contact.assignedTo,
	};
}

/** Newest first. */
function conversationsOf(call: Call) {
	const messages = messagesOf(call);
	const contacts = ofLocation(call, call.state.contacts.values());
	return contacts
		.map((contact) => ({
			contact,
			own: messages.filter(({ contactId }) => contactId === contact.id),
		}))
		.filter(({ own }) => own.length > 0)
		.map(({ contact, own }) => asConversation(contact, own))
		.sort((a, b) => b.lastMessageDate - a.lastMessageDate);
}

/** HighLevel's channels of an export, by the messages' types. */
const CHANNELS: Record<string, string> = {
	Call: 'TYPE_CALL',
	SMS: 'TYPE_SMS',
	Email: 'TYPE_EMAIL',
	WhatsApp: 'TYPE_WHATSAPP',
	Instagram: 'TYPE_INSTAGRAM',
	Facebook: 'TYPE_FACEBOOK',
};

/** Conversations and messages, by operationId of highLevel.yaml. */
export const conversationHandlers: OperationHandlers = {
	'search-conversation'(call) {
		const { contactId, query = '', status = 'all', limit, startAfterDate } = call.query;
		const { lastMessageType, lastMessageDirection, assignedTo, sort } = call.query;
		const { id, followers, mentions, startDate = 0, endDate = Infinity } = call.query;
		// Nobody follows a conversation here, or is mentioned in one.
		if (followers !== undefined || mentions !== undefined)
			return ok({ conversations: [], total: 0 });
		const words = String(query).toLowerCase();
		const found = conversationsOf(call).filter(
			(one) =>
				[undefined, one.contactId].includes(contactId as string) &&
				[undefined, one.id].includes(id as string) &&
				one.dateAdded >= Number(startDate) &&
				one.dateAdded <= Number(endDate) &&
				[undefined, one.lastMessageType].includes(lastMessageType as string) &&
				[undefined, one.lastMessageDirection].includes(lastMessageDirection as string) &&
				(assignedTo === undefined || one.assignedTo === assignedTo) &&
				status !== 'starred' &&
				(status !== 'unread' || one.unreadCount > 0) &&
				(status !== 'read' || one.unreadCount === 0) &&
				[one.fullName, one.email, one.phone, one.lastMessageBody]
					.join(' ')
					.toLowerCase()
					.includes(words),
		);
		if (sort === 'asc') found.reverse();
		const isLater = ({ lastMessageDate }: { lastMessageDate: number }) =>
			startAfterDate === undefined ||
			(sort === 'asc'
				? lastMessageDate > Number(startAfterDate)
				: lastMessageDate < Number(startAfterDate));
		const rest = found.filter(isLater);
		return ok({ conversations: rest.slice(0, Number(limit)), total: found.length });
	},

	'get-conversation'(call) {
		const found = conversationsOf(call).find(({ id }) => id === call.params.conversationId);
		if (!found) throw new Refusal(400, 'Conversation not found');
		const { id, contactId, locationId, unreadCount, assignedTo } = found;
		return ok({
			...{ id, contactId, locationId, unreadCount, assignedTo },
			...{ deleted: false, inbox: true, starred: false, type: 1 },
		});
	},

	'get-messages'(call) {
		const { conversationId } = call.params;
		const { limit, lastMessageId, type } = call.query;
		const all = messagesOf(call).filter(
			(one) => conversationIdOf(one.contactId) === conversationId,
		);
		if (all.length === 0) throw new Refusal(400, 'Conversation not found');
		const types = type === undefined ? undefined : String(type).split(',');
		const wanted = all.map(asMessage).filter((one) => types?.includes(one.messageType) ?? true);
		const from = wanted.findIndex(({ id }) => id === lastMessageId) + 1;
		const messages = wanted.slice(from, from + Number(limit));
		const nextPage = from + messages.length < wanted.length;
		const page = { lastMessageId: messages.at(-1)?.id, nextPage, messages };
		return ok(call.state.profile.messageList === 'nested' ? { messages: page } : page);
	},

	'get-message': (call) => ok(asMessage(ownMessage(call, call.params.id))),

	/** Without a channel, emails are left out. */
	'export-messages-by-location'(call) {
		const { contactId, conversationId, channel, limit, cursor, sortOrder } = call.query;
		const { startDate, endDate } = call.query as Record<string, string | undefined>;
		const found = messagesOf(call)
			.map(asMessage)
			.filter(
				(one) =>
					[undefined, one.contactId].includes(contactId as string) &&
					[undefined, one.conversationId].includes(conversationId as string) &&
					(startDate === undefined || Date.parse(one.dateAdded) >= Date.parse(startDate)) &&
					(endDate === undefined || Date.parse(one.dateAdded) <= Date.parse(endDate)) &&
					(channel === undefined
						? one.messageType !== CHANNELS.Email
						: one.messageType === CHANNELS[String(channel)]),
			);
		if (sortOrder === 'asc') found.reverse();
		const from = found.findIndex(({ id }) => id === cursor) + 1;
		const messages = found.slice(from, from + Number(limit));
		const hasMore = from + messages.length < found.length;
		const nextCursor = hasMore ? messages.at(-1)!.id : null;
		return ok({ messages, nextCursor, total: found.length });
	},

	/** The contact needs the address, and must not have refused messages. */
	'send-a-new-message'(call) {
		const body = call.body as Body & { type: string; contactId: string };
		const { type, message, html, attachments = [], replyMessageId } = body;
		const contact = ownContact(call, body.contactId);
		refuseMissingAddress(contact, type);
		refuseDnd(contact, type);
		if (!(message ?? html) && (attachments as string[]).length === 0)
			throw new Refusal(400, 'There is no message or attachments for this message. Skip sending.');
		if (type === 'Custom' && !knowsProvider(call, body.conversationProviderId))
			throw new Refusal(401, 'No conversation provider found for this message');
		if (replyMessageId !== undefined) ownMessage(call, String(replyMessageId));
		const isLater = body.scheduledTimestamp !== undefined;
		const sent = addMessage(call, contact, {
			...(isLater && { status: 'scheduled' }),
			...body,
			direction: 'outbound',
		});
		return ok({
			conversationId: conversationIdOf(contact.id),
			messageId: sent.id,
			...(type === 'Email' && { emailMessageId: sent.id }),
			msg: 'Message queued.',
		});
	},

	'add-an-inbound-message'(call) {
		const { conversationId, date, ...body } = call.body as Body;
		const ofConversation = conversationsOf(call).find(({ id }) => id === conversationId);
		if (conversationId !== undefined && !ofConversation)
			throw new Refusal(400, 'Conversation not found');
		const contactId = String(body.contactId ?? ofConversation?.contactId);
		const contact = ownContact(call, contactId);
		if (ofConversation && ofConversation.contactId !== contact.id)
			throw new Refusal(400, 'The conversation does not belong to the contact');
		if (
			body.conversationProviderId !== undefined &&
			!knowsProvider(call, body.conversationProviderId)
		)
			throw new Refusal(403, 'No conversation provider found for this message');
		const fields = { direction: 'inbound', ...body, dateAdded: date ?? now() };
		const added = addMessage(call, contact, fields);
		const { id: messageId, dateAdded } = added;
		call.state.events.emit('InboundMessage', { ...asMessage(added), messageId });
		return ok({
			success: true,
			conversationId: conversationIdOf(contact.id),
			messageId,
			message: 'Message added',
			contactId: contact.id,
			dateAdded,
		});
	},

	/** As recorded: only of what a provider of the app has sent; emails have a status of their own. */
	'update-message-status'(call) {
		const message = ownMessage(call, call.params.messageId);
		if (message.type === 'Email') throw new Refusal(401, 'No message found for the id');
		if (!knowsProvider(call, message.conversationProviderId))
			throw new Refusal(403, 'No conversation provider found for this message');
		Object.assign(message, call.body as Body);
		return ok({
			conversationId: conversationIdOf(message.contactId),
			messageId: message.id,
			msg: 'Message status updated',
			status: message.status,
		});
	},
};
