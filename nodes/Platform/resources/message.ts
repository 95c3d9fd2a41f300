import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { id, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { contactOfConversation } from '../../platformApi/conversations';
import { contactField } from '../appointment/appointmentFields';
import type { PlatformCall } from '../platformOperation';
import { resourceOf } from '../rows/resourceOf';
import type { Row } from '../rows/row';
import { getMessages } from './getMessages';
import { ATTACHMENTS, MESSAGE, MESSAGE_TYPES, PROVIDER } from './messageFields';
import { sendMessage } from './sendMessage';

// ── Add Inbound Message ──────────────────────────────────────────────────────────────────────────────────────────────

const TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How the message came',
	options: [...MESSAGE_TYPES],
	required: true,
});

const RECEIVED: INodeProperties = {
	displayName: 'Received At',
	name: 'date',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: 'When the message came. Leave empty for now.',
};

const CONVERSATION = fieldOf(id, {
	displayName: 'Conversation ID',
	name: 'conversationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
	description: "The contact's conversation. Leave empty for the one that the contact has.",
});

/** Where the message came from, IDs may be web addresses. */
const OUTER_ID = fieldOf(text, {
	displayName: 'External ID',
	name: 'altId',
	type: 'string',
	default: '',
	placeholder: 'e.g. SM4f2a',
	description: 'ID that the message has where it came from',
});

/** @throws what `refuse` makes for a conversation of another contact */
async function refuseOthersConversation(
	{ contactId, conversationId }: IDataObject,
	{ client, refuse }: PlatformCall,
): Promise<void> {
	if (conversationId === undefined) return;
	// Without the scope to read conversations, the platform decides.
	const owner = await contactOfConversation(client, String(conversationId)).catch(() => undefined);
	if (owner === undefined || owner === contactId) return;
	throw refuse(
		`The conversation '${String(conversationId)}' is not of the contact '${String(contactId)}'`,
		"Remove 'Conversation ID': the platform finds the conversation of the contact.",
	);
}

const addInbound: Row = {
	name: 'Add Inbound Message',
	description: 'Put a message that came elsewhere into the conversation of a contact',
	action: 'Add inbound message',
	hint: 'Use it when a contact wrote outside of the platform. Needs the contact, the text and the ID of a conversation provider.',
	method: 'POST',
	path: '/conversations/messages/inbound',
	once: { repeatedAs: 'alreadyCreated' },
	howToCheck: 'Look for it with Message > Get Many before you add it again.',
	fields: [TYPE, contactField, PROVIDER, MESSAGE],
	more: [ATTACHMENTS, CONVERSATION, OUTER_ID, RECEIVED],
	// The response names the message, not what it says.
	expects: () => ({}),
	check: refuseOthersConversation,
};

// ── Update Status ────────────────────────────────────────────────────────────────────────────────────────────────────

const MESSAGE_ID = fieldOf(id, {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	placeholder: 'e.g. t22c6DQcTDf3MjRhwf77',
	description: 'ID of the message, such as the messageId from the output of Send',
	default: '={{ $json.messageId }}',
	required: true,
});

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'delivered',
	placeholder: 'e.g. read',
	description: 'What became of the message',
	options: [
		{ name: 'Delivered', value: 'delivered' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Read', value: 'read' },
	],
	required: true,
});

const updateStatus: Row = {
	name: 'Update Status',
	description: 'Say what became of a message that a conversation provider of yours has sent',
	action: 'Update message status',
	hint: 'Only for a message that went out through a conversation provider of the app. Needs the messageId and the status.',
	method: 'PUT',
	path: '/conversations/messages/{messageId}/status',
	fields: [MESSAGE_ID, STATUS],
};

export const message = resourceOf(
	'Message',
	{ toRead: 'readMessages', toWrite: 'sendMessages' },
	{ send: sendMessage, getAll: getMessages, addInbound, updateStatus },
);
